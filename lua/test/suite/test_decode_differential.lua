-- test_decode_differential.lua — the module against the oracle: random texts, every truncation
-- and single-byte mutation of the vectors, every length at which a text is read in another
-- way; backends and kernels against each other.
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"
local check = require "decode_judge"
local decode_differ = require "decode_differ"
local reader = require "reader"
local values = require "values"
local fleece = judge.fleece

local TestDecodeDifferential, TestTruncation, TestMutation, TestLengths = {}, {}, {}, {}

local rounds = judge.long and 100000 or 500

function TestDecodeDifferential.test_against_the_oracle()
  local report = decode_differ.run(fleece, 1, rounds)
  lu.assertNil(report.difference)
  lu.assertTrue(report.good > rounds / 5, report.good .. " of " .. rounds)
  lu.assertTrue(report.bad > rounds / 5, report.bad .. " of " .. rounds)
end

if not judge.is_oracle then
  local function child(environment, seed)
    local out, good = judge.run(environment, "decode_differ.lua", tostring(seed), tostring(rounds))
    lu.assertTrue(good, out)
    return out:match("digest (%x+)"), out:match("backend (%w+)"), out:match("kernel (%w+)"), out
  end

  local own

  local function own_digest()
    own = own or string.format("%08x", decode_differ.run(fleece, 2, rounds).digest)
    return own
  end

  function TestDecodeDifferential.test_through_the_public_api()
    local digest, backend, _, out = child("FLEECE_BACKEND=capi", 2)
    lu.assertEquals(backend, "capi", out)
    lu.assertEquals(digest, own_digest())
  end

  function TestDecodeDifferential.test_every_kernel()
    for _, kernel in ipairs { "scalar", "sse2", "avx2", "avx512", "neon" } do
      local digest, _, used, out = child("FLEECE_KERNEL=" .. kernel, 2)
      lu.assertEquals(digest, own_digest(), kernel .. ": " .. out)
      if used ~= kernel then judge.note("kernel %s is not available here (%s)", kernel, used) end
    end
  end

  function TestDecodeDifferential.test_scalar_through_the_public_api()
    local digest, backend, kernel = child("FLEECE_BACKEND=capi FLEECE_KERNEL=scalar", 2)
    lu.assertEquals({ digest, backend, kernel }, { own_digest(), "capi", "scalar" })
  end
end

-- ---- Truncation -------------------------------------------------------------------------

-- The start of the sequence that a cut after n bytes splits, or nil.
local function cut_sequence(s, n)
  for start = math.max(1, n - 2), n do
    local ok, length = reader.utf8_at(s, start)
    if ok and s:byte(start) >= 0xc2 and start + length - 1 > n then return start end
  end
end

-- An array or object that is cut off anywhere is incomplete, and has no other error except a sequence
-- that was cut.
local function every_cut(text, from, step)
  for n = from, #text - 1, step do
    local start = cut_sequence(text, n)
    local difference = check.verdict(text:sub(1, n), nil, false, start and "TEXT_UTF8" or "END", start and start - 1 or n)
    if difference then lu.fail(difference) end
  end
end

for _, name in ipairs(check.documents) do
  TestTruncation["test_" .. name] = function()
    local text = check.file("documents/" .. name .. ".json"):gsub("%s+$", "")
    local step = judge.long and 1 or math.max(1, math.floor(#text / 250))
    every_cut(text, 0, step)
    every_cut(text, math.max(0, #text - 150), 1)
  end
end

function TestTruncation.test_vectors()
  local step, n = judge.long and 1 or 23, 0
  local function cuts(text, opts)
    for k = 0, #text - 1 do
      n = n + 1
      if n % step == 0 then lu.assertNil(check.differ(text:sub(1, k), opts)) end
    end
  end
  for _, case in ipairs(check.vectors "documents/small.json") do cuts(case["in"]) end
  for _, case in ipairs(check.vectors "errors.json") do
    if #case["in"] < 500 then cuts(case["in"], case.options) end
  end
  for _, case in ipairs(check.vectors "strings/lenient.json") do cuts(case["in"], case.options) end
  for _, case in ipairs(check.vectors "strings/valid.json") do cuts(case["in"]) end
  lu.assertTrue(n > 100000, n)
end

-- ---- Mutation ---------------------------------------------------------------------------

-- One byte of some vectors replaced by each of these; in the long run all bytes by all.
local telling = {}
for b in ('\0\1\t\n\r "\\/[]{},:0159-+.eEutfnINa\127\128\143\191\192\194\195\223\224\226\237\239\240\244\248\255'):gmatch(".") do
  telling[#telling + 1] = b
end
if judge.long then
  telling = {}
  for b = 0, 255 do telling[b + 1] = string.char(b) end
end

local function mutations(cases, every)
  local n = 0
  for _, case in ipairs(cases) do
    local text = case["in"]
    if #text < 300 then
      for at = 1, #text do
        for _, b in ipairs(telling) do
          n = n + 1
          if n % every == 0 then
            local difference = check.differ(text:sub(1, at - 1) .. b .. text:sub(at + 1), case.options)
            if difference then lu.fail(difference) end
          end
        end
      end
    end
  end
  lu.assertTrue(n / every > 1000, n)
end

function TestMutation.test_documents() mutations(check.vectors "documents/small.json", judge.long and 1 or 151) end

function TestMutation.test_strings()
  mutations(check.vectors "strings/valid.json", judge.long and 7 or 499)
  mutations(check.vectors "strings/lenient.json", judge.long and 7 or 499)
end

function TestMutation.test_numbers()
  mutations(check.vectors "numbers/doubles.json", judge.long and 7 or 499)
  mutations(check.vectors "numbers/integers.json", judge.long and 7 or 499)
end

function TestMutation.test_errors() mutations(check.vectors "errors.json", judge.long and 11 or 1499) end

-- Large documents, with a byte changed here and there.
function TestMutation.test_large_documents()
  local random = values.random(77)
  for _, name in ipairs(check.documents) do
    local text = check.file("documents/" .. name .. ".json")
    for _ = 1, judge.long and 500 or 6 do
      lu.assertNil(check.differ(decode_differ.mutate(random, text)))
    end
  end
end

-- Two, three or many faults at once.
function TestMutation.test_several_at_once()
  local random = values.random(78)
  local cases = check.vectors "documents/small.json"
  for _ = 1, judge.long and 100000 or 1000 do
    local text = cases[random(#cases)]["in"]
    for _ = 1, random(5) do text = decode_differ.mutate(random, text) end
    lu.assertNil(check.differ(text))
    if random(4) == 1 then lu.assertNil(check.differ(check.padding .. text)) end
  end
end

-- ---- Lengths ----------------------------------------------------------------------------

local shapes = {
  function(n) return "[" .. (" "):rep(n) .. "]" end,
  function(n) return '"' .. ("x"):rep(n) .. '"' end,
  function(n) return '["' .. ("x"):rep(n) .. '",1]' end,
  function(n) return '["' .. ("\\\\"):rep(n) .. '",1]' end,
  function(n) return '["' .. ("é"):rep(n) .. '",1]' end,
  function(n) return '{"' .. ("k"):rep(n) .. '":1}' end,
  function(n) return "[" .. ("1,"):rep(n) .. "2]" end,
  function(n) return "[" .. ("[],"):rep(n) .. "{}]" end,
  function(n) return ("["):rep(n) .. ("]"):rep(n) end,
  function(n) return "[" .. ('{"a":1},'):rep(n) .. "0]" end,
  function(n) return "[" .. ("9"):rep(n + 1) .. "]" end,
  function(n) return "[0." .. ("9"):rep(n + 1) .. ",1]" end,
  function(n) return (" "):rep(n) .. "true" .. (" "):rep(n) end,
  function(n) return '{"a":"' .. ("\\n"):rep(n) .. '","b":' .. (" "):rep(n % 70) .. '"\\u00e9"}' end,
}

local function lengths(from, to, step, change)
  for i, shape in ipairs(shapes) do
    for n = from, to, step do
      if not (i == 9 and n == 0) then
        local text = change(shape(n))
        local difference = check.differ(text)
        if difference then lu.fail(difference) end
      end
    end
  end
end

local function keep(text) return text end

function TestLengths.test_short() lengths(0, 400, judge.long and 1 or 3, keep) end

function TestLengths.test_around_blocks_and_batches()
  for _, middle in ipairs { 512, 1024, 2048, 4096, 8192 } do
    lengths(middle - 4, middle + 4, judge.long and 1 or 4, keep)
    if judge.long then lengths(math.floor(middle / 2) - 70, math.floor(middle / 2) + 70, 1, keep) end
  end
end

function TestLengths.test_broken()
  local step = judge.long and 1 or 13
  lengths(0, 400, step, function(text) return text:sub(1, -2) end)
  lengths(0, 400, step, function(text) return text .. "]" end)
  lengths(0, 400, step, function(text) return (text:gsub("1", "x")) end)
  lengths(0, 400, step, function(text) return text:sub(1, -3) .. "\1" .. text:sub(-2) end)
  lengths(0, 400, step, function(text) return text:sub(1, -3) .. "\255" .. text:sub(-2) end)
  lengths(0, 400, step, function(text) return text:sub(1, -3) .. "\\" .. text:sub(-2) end)
  lengths(0, 400, step, function(text) return text:sub(1, -3) .. '"' .. text:sub(-2) end)
end

-- The same text with ever more white space before, after and inside: the same value.
function TestLengths.test_padding_changes_nothing()
  local cases = check.vectors "documents/small.json"
  for i = 1, #cases, judge.long and 1 or 17 do
    local text = cases[i]["in"]
    local plain = fleece.decode(text)
    for _, n in ipairs { 1, 60, 64, 1000, 1020, 1024, 1030, 4090, 4096, 5000 } do
      for _, padded in ipairs { (" "):rep(n) .. text, text .. ("\n"):rep(n), "[" .. text .. (" "):rep(n) .. "]" } do
        local v = fleece.decode(padded)
        if padded:sub(1, 1) == "[" and padded:sub(-1) == "]" and padded ~= text and #padded == #text + n + 2 then v = v[1] end
        local same, where = require("decode_oracle").same(v, plain)
        if not same then lu.fail(check.shown(padded) .. " at " .. tostring(where)) end
      end
    end
  end
end

-- An error at the same byte, at whatever position in a block the text begins.
function TestLengths.test_errors_at_every_place_of_a_block()
  local n = 0
  for i, case in ipairs(check.vectors "errors.json") do
    local opts = case.options or {}
    if #case["in"] < 200 and not (opts.max_bytes or opts.position or opts.bom) and case.code ~= "BOM" then
      n = n + 1
      if judge.long or n % 10 == 0 then
        local pad = (" "):rep(1100 + i % 64)
        local difference = check.verdict(pad .. case["in"], case.options, false, case.code, #pad + case.offset)
        if difference then lu.fail(difference) end
      end
    end
  end
end

return { TestDecodeDifferential = TestDecodeDifferential, TestTruncation = TestTruncation, TestMutation = TestMutation,
  TestLengths = TestLengths }
