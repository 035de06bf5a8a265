-- differ.lua — random values through the module and through the oracle: they must give the same bytes,
-- or both an error about the same place.
-- Owns: that comparison; the suite, the soak test and the fuzzers run it.  Run as a program,
-- `differ.lua SEED ROUNDS` prints what it compared and a digest of all encoded texts.
-- SPDX-License-Identifier: MIT

local here = (debug.getinfo(1, "S").source:match("^@(.*[/\\])") or "./")
package.path = here .. "?.lua;" .. here .. "../lua/?.lua;" .. package.path

local oracle = require "oracle"
local reader = require "reader"
local values = require "values"

local differ = {}

-- ---- A digest of texts ------------------------------------------------------------------

differ.empty_digest = 1

-- Every product stays below 2^53, so that doubles and integers agree.
function differ.digest(sum, text)
  for i = 1, #text do sum = (sum * 31 + text:byte(i)) % 4294967291 end
  return (sum * 31 + 256) % 4294967291
end

-- ---- Values that contain something that is not plain -------------------------------------

local function extra_values(fleece)
  local function constant(text)
    return setmetatable({}, { __tojson = function() return text end })
  end
  local makers = {
    function() return fleece.null end,
    function() return fleece.empty_array end,
    function() return fleece.array {} end,
    function() return fleece.array { 1, nil, 3 } end,
    function() return fleece.object { "x" } end,
    function() return oracle.raw(fleece.raw, '{"raw": [1.50]}', '{"raw":[1.5]}') end,
    function() return constant '"__tojson"' end,
    function(random) return values.bad_text(random) end,
    function() return print end,
    function() return 0 / 0 end,
    function() return -1 / 0 end,
    function() return { [true] = 1 } end,
    function(random) return { 1, [random(40)] = 2 } end,
    function(random)
      local t = values.value(random, 1)
      return setmetatable({}, { __pairs = function() return next, t, nil end })
    end,
    function(random)
      local n = random(5) - 1
      return setmetatable({}, {
        __len = function() return n end,
        __index = function(_, i) return i % 3 ~= 0 and i or nil end,
      })
    end,
    function() return setmetatable({ "class" }, { __index = { inherited = 1 } }) end,
  }
  return function(random) return makers[random(#makers)](random) end
end

-- ---- Comparison -------------------------------------------------------------------------

-- What an error is about, without its wording: its kind and its place.
local kinds = {
  "cannot encode function", "cannot encode NaN", "cannot encode Infinity",
  "cannot encode %-Infinity", "invalid UTF%-8 at byte %d+", "sparse array", "nesting deeper than",
  "reference cycle", "key of type boolean", "number key", "duplicate key", "another key", "__tojson",
}

local function gist(message)
  message = tostring(message)
  local place = message:match(" at (%$.*)$") or ""
  for _, kind in ipairs(kinds) do
    local found = message:match(kind)
    if found then return found .. " " .. place end
  end
  return message
end

local function described(opts)
  local out = {}
  for name, v in pairs(opts) do out[#out + 1] = name .. "=" .. tostring(v) end
  table.sort(out)
  return table.concat(out, " ")
end

-- Where two texts diverge, and how they continue.
local function parting(got, wanted)
  got, wanted = tostring(got), tostring(wanted)
  local at = 1
  while got:byte(at) == wanted:byte(at) and at <= #got do at = at + 1 end
  local from = math.max(1, at - 40)
  return string.format("from byte %d on the module says\n%q\nthe oracle\n%q", from,
    got:sub(from, from + 300), wanted:sub(from, from + 300))
end

-- Which of several faults is found first is not part of the contract.  Texts are compared exactly;
-- errors are compared by their gist, and only if the value has a single fault.
local function compare(ok, got, wanted_ok, wanted)
  if ok ~= wanted_ok then return false end
  if ok then return got == wanted end
  return true
end

-- Whether the text must read back: only if the options produce valid JSON.
local function reads_back(value, text, opts)
  local mode = opts.escape or "json"
  if opts.nan == "literal" or mode == "E0" or mode == "E1" or mode == "E2" or mode == "E3" then
    return true
  end
  if opts.utf8 == "pass" or mode == "E4" then return true end
  local good, what, at = reader.valid(text)
  return good, good and "" or string.format("invalid JSON: %s at byte %d", what, at), value
end

-- Checks one value with one set of options.  Returns the text (or nil), and the difference (or nil).
local function one(fleece, value, opts)
  local ok, got = pcall(fleece.encode, value, opts)
  local wanted_ok, wanted = pcall(oracle.encode, value, opts, nil, fleece)
  if not compare(ok, got, wanted_ok, wanted) then
    return nil, string.format("options {%s}: %s", described(opts), parting(got, wanted))
  end
  if not ok then return nil end
  local good, why = reads_back(value, got, opts)
  if not good then return nil, string.format("options {%s}: %s\n%s", described(opts), why, got) end
  return got
end

local classic_flags = { "", "E0", "E1", "E2", "E3", "E4", "E" }

local function one_classic(fleece, value, flags)
  local ok, got = pcall(fleece.json, value, flags)
  local wanted_ok, wanted = pcall(oracle.json, value, flags)
  if compare(ok, got, wanted_ok, wanted) then return nil end
  return string.format("flags %q: %s", flags, parting(got, wanted))
end

-- Compares rounds values generated from the seed.  Stops early if more_time() returns false.  Returns
-- {encoded, failed, digest, difference}.  Only sorted texts go into the digest, because the order of
-- next differs between processes.
function differ.run(fleece, seed, rounds, more_time)
  oracle.bind(fleece)
  local random, extra = values.random(seed), extra_values(fleece)
  local report = { encoded = 0, failed = 0, rounds = 0, digest = differ.empty_digest }
  for round = 1, rounds do
    if more_time and not more_time() then break end
    local plain = random(2) == 1
    local value = values.value(random, random(5) - 1, not plain and extra or nil)
    local opts = values.options(random)
    local text, difference = one(fleece, value, opts)
    difference = difference or one_classic(fleece, value, classic_flags[random(#classic_flags)])
    report.rounds = round
    if difference then
      report.difference = string.format("seed %d, round %d, %s", seed, round, difference)
      return report
    end
    report.encoded = report.encoded + (text and 1 or 0)
    report.failed = report.failed + (text and 0 or 1)
    if text and plain then
      local ok, sorted = pcall(fleece.encode, value, { sort_keys = true, sparse = "object" })
      if ok then report.digest = differ.digest(report.digest, sorted) end
    end
  end
  return report
end

-- The gist of the errors for a value that has exactly one fault.
function differ.same_error(fleece, value, opts)
  local ok, got = pcall(fleece.encode, value, opts)
  local wanted_ok, wanted = pcall(oracle.encode, value, opts, nil, fleece)
  return not ok and not wanted_ok and gist(got) == gist(wanted), got, wanted
end

-- ---- As a program -----------------------------------------------------------------------

if arg and arg[0] and ("/" .. arg[0]):find("[/\\]differ%.lua$") then
  local fleece = require "fleece"
  local info = fleece.info()
  local report = differ.run(fleece, tonumber(arg[1] or 1), tonumber(arg[2] or 1000))
  print(string.format("backend %s kernel %s encoded %d failed %d digest %08x", info.backend,
    info.kernel, report.encoded, report.failed, report.digest))
  if report.difference then
    print(report.difference)
    os.exit(1)
  end
end

return differ
