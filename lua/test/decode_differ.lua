-- decode_differ.lua — random texts, valid and broken, through decode and valid and through the decode
-- oracle: they must give the same value, or the same code at the same byte.  The same again after white
-- space, because long texts are read in another way.
-- Owns: that comparison and the random texts.  Run as a program,
-- `decode_differ.lua SEED ROUNDS` prints what it compared and a digest of all results.
-- SPDX-License-Identifier: MIT

local here = (debug.getinfo(1, "S").source:match("^@(.*[/\\])") or "./")
package.path = here .. "?.lua;" .. here .. "../lua/?.lua;" .. package.path

local check = require "decode_judge"
local differ = require "differ"
local values = require "values"

local decode_differ = {}

-- ---- Random texts -----------------------------------------------------------------------

local function one(random, list) return list[random(#list)] end

local gaps = { "", "", "", "", " ", "\n", "  ", "\r\n\t", (" "):rep(70) }
local plain_keys = { "id", "name", "x", "y", "tags", "a_long_key_with_many_letters", "", "é", "created_at", "n1", "n2" }
local odd_strings = { '"\\n"', '"\\\\"', '"\\""', '"\\u0041"', '"\\ud83d\\ude00"', '"é€😀"', '"\\u0000"', '"/\\/"', '"\127"',
  '"\\\\\\""', '"' .. ("s"):rep(60) .. '"', '"' .. ("\\\\"):rep(40) .. '"', '"' .. ("é"):rep(33) .. '\\t"' }
local odd_numbers = { "0", "-0", "1e5", "-1.5E-7", "123456789012345678", "9007199254740993", "9223372036854775808", "1e400", "0.1",
  "2.2250738585072011e-308", "5e-324", "1" .. ("0"):rep(25), "-9223372036854775808", "3.14159265358979323846264338327950288" }

local function scalar(random)
  local kind = random(10)
  if kind <= 3 then return tostring(random(2000) - 1000) end
  if kind == 4 then return string.format("%.17g", values.double(random)) end
  if kind == 5 then return one(random, odd_numbers) end
  if kind <= 7 then return '"' .. ("text %d"):format(random(500)) .. '"' end
  if kind == 8 then return one(random, odd_strings) end
  return one(random, { "true", "false", "null", "[]", "{}" })
end

local text                                           -- defined below

local function joined(random, open, parts, close)
  local gap = random(3) == 1 and one(random, gaps) or ""
  return open .. gap .. table.concat(parts, gap .. "," .. gap) .. gap .. close
end

local function list(random, depth)
  local parts = {}
  for i = 1, random(8) - 1 do parts[i] = text(random, depth - 1) end
  return joined(random, "[", parts, "]")
end

local function key(random)
  if random(20) == 1 then return one(random, odd_strings) end
  return '"' .. one(random, plain_keys) .. '"'
end

local function object(random, depth)
  local parts = {}
  for i = 1, random(7) - 1 do parts[i] = key(random) .. ":" .. text(random, depth - 1) end
  return joined(random, "{", parts, "}")
end

-- Many similar objects, and now and then a different one.
local function records(random, depth)
  local keys, parts = {}, {}
  for i = 1, random(7) do keys[i] = key(random) end
  for i = 1, random(12) do
    local members = {}
    for n, k in ipairs(keys) do
      local r = random(40)
      if r == 1 then k = key(random) end
      members[#members + 1] = r ~= 2 and k .. ":" .. text(random, depth - 2) or nil
      if r == 3 and n > 1 then break end
    end
    if random(10) == 1 then members[#members + 1] = key(random) .. ":" .. text(random, 0) end
    parts[i] = "{" .. table.concat(members, ",") .. "}"
  end
  return joined(random, "[", parts, "]")
end

function text(random, depth)
  local kind = random(6)
  if depth <= 0 or kind == 1 then return scalar(random) end
  if kind <= 3 then return list(random, depth) end
  if kind == 4 then return records(random, depth) end
  return object(random, depth)
end

local bytes = { "\0", "\1", "\t", "\n", " ", '"', "\\", "/", "[", "]", "{", "}", ",", ":", "0", "1", "9", "-", "+", ".", "e", "E", "a", "u",
  "t", "f", "n", "N", "I", "\127", "\128", "\191", "\195", "\226", "\237", "\240", "\255", "\\u", "//", "/*", "*/", "null", "true", "\\ud800" }

-- One byte or token changed, inserted or removed, or the rest cut off.
function decode_differ.mutate(random, s)
  local kind, at = random(5), random(#s + 1)
  if kind == 1 then return s:sub(1, at - 1) .. one(random, bytes) .. s:sub(at + 1) end
  if kind == 2 then return s:sub(1, at - 1) .. one(random, bytes) .. s:sub(at) end
  if kind == 3 then return s:sub(1, at - 1) .. s:sub(at + 1) end
  if kind == 4 then return s:sub(1, at - 1) end
  local to = random(#s + 1)
  return s:sub(1, at - 1) .. s:sub(to)
end

function decode_differ.text(random, depth) return text(random, depth) end

function decode_differ.options(random)
  local opts = {}
  local function maybe(n, name, choices)
    if random(n) == 1 then opts[name] = one(random, choices) end
  end
  maybe(5, "bigint", { "float", "string", "error", "raw" })
  maybe(8, "integers", { true, false })
  maybe(8, "empty_array", { true, false })
  maybe(8, "arrays", { true, false })
  maybe(8, "objects", { true, false })
  maybe(6, "duplicates", { "last", "first", "error" })
  maybe(5, "utf8", { "error", "replace", "pass" })
  maybe(6, "comments", { true, false })
  maybe(6, "trailing_commas", { true, false })
  maybe(6, "nan", { true, false })
  maybe(8, "bom", { true, false })
  maybe(8, "position", { 1, 2, 3, 10 })
  maybe(8, "max_depth", { 0, 1, 2, 3, 4 })
  maybe(10, "max_bytes", { 10, 100, 1000 })
  maybe(8, "max_keys", { 0, 1, 5, 20 })
  maybe(8, "max_string", { 0, 1, 4, 8 })
  maybe(6, "null", { false, "null", check.marks.nothing })
  maybe(10, "null_in_arrays", { "A", check.marks.null, check.marks.nothing })
  return opts
end

-- Without them, how a text is read depends on its length.
local function may_be_padded(opts) return not (opts.position or opts.max_bytes or opts.bom) end

-- Values whose text does not depend on the Lua that runs.
local function encoder(fleece)
  local codec = fleece.new { sort_keys = true, nan = "literal", utf8 = "replace", sparse = "object", max_depth = 2000 }
  return function(v) return codec.encode(v) end
end

-- Compares texts generated from the seed; short ones also with white space before them.
-- Stops early if more_time() returns false.
function decode_differ.run(fleece, seed, rounds, more_time)
  local random = values.random(seed)
  local report = { good = 0, bad = 0, rounds = 0, digest = differ.empty_digest }
  local encode = encoder(fleece)
  for round = 1, rounds do
    if more_time and not more_time() then break end
    local s = text(random, random(5) - 1)
    for _ = 1, random(4) - 1 do
      if random(2) == 1 then s = decode_differ.mutate(random, s) end
    end
    if random(6) == 1 then s = check.padding:sub(1, random(2048)) .. s end
    local opts = random(2) == 1 and decode_differ.options(random) or {}
    local difference = check.differ(s, opts)
    if not difference and may_be_padded(opts) and s:sub(1, 3) ~= "\239\187\191" then
      difference = check.differ(check.padding .. s, opts)
    end
    report.rounds = round
    if difference then
      report.difference = string.format("seed %d, round %d: %s", seed, round, difference)
      return report
    end
    local ok, a, b = check.decode(s, opts)
    local words
    if ok then
      report.good = report.good + 1
      local fine, out = pcall(encode, a)
      words = (fine and out or "not encoded") .. " " .. tostring(b and string.format("%d", b))
    else
      report.bad = report.bad + 1
      words = a .. " " .. string.format("%d", b)
    end
    report.digest = differ.digest(report.digest, words)
  end
  return report
end

-- ---- As a program -----------------------------------------------------------------------

if arg and arg[0] and arg[0]:find("decode_differ%.lua$") then
  local fleece = require "fleece"
  local info = fleece.info()
  local report = decode_differ.run(fleece, tonumber(arg[1] or 1), tonumber(arg[2] or 1000))
  print(string.format("backend %s kernel %s good %d bad %d digest %08x", info.backend, info.kernel,
    report.good, report.bad, report.digest))
  if report.difference then
    print(report.difference)
    os.exit(1)
  end
end

return decode_differ
