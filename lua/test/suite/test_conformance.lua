-- test_conformance.lua — the vectors of conformance/, unchanged and after white space, so that both
-- short and long texts are read.
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"
local check = require "decode_judge"
local oracle = require "decode_oracle"
local fleece, bytes = judge.fleece, judge.bytes

local TestConformance, TestDocuments = {}, {}

-- Tries all cases; the failure names the first ones and their number.
local function none_of(list)
  if #list == 0 then
    lu.assertTrue(true)
    return
  end
  lu.fail(string.format("%d cases differ\n%s", #list, table.concat(list, "\n", 1, math.min(#list, 20))))
end

-- The text unchanged, and after padding if the options allow that.
local function both(case, f)
  f(case["in"], 0)
  local opts = case.options or {}
  if not (opts.max_bytes or opts.position or opts.bom or case.code == "BOM") then
    f(check.padding .. case["in"], #check.padding)
  end
end

-- ---- Numbers ----------------------------------------------------------------------------

local function number_difference(case, text, offset)
  if case.code then return check.verdict(text, nil, false, case.code, offset + case.offset) end
  local ok, v = check.decode(text)
  local d = check.double(case.double)
  if not ok or type(v) ~= "number" then return text .. ": " .. tostring(v) end
  if not fleece.valid(text) then return text .. " is not valid" end
  local is_integer = case.integer ~= nil and oracle.fits(case.integer)
  if fleece.encode(d) ~= case.out then return text .. ": written as " .. fleece.encode(d) end
  if math.type and math.type(v) ~= (is_integer and "integer" or "float") then
    return text .. ": a Lua " .. math.type(v)
  end
  local same
  if is_integer and math.type then
    same = string.format("%d", v) == case.integer
  else
    same = v == d and 1 / v == 1 / d
  end
  return not same and string.format("%s: expected %.17g, got %.17g", check.shown(text), d, v) or nil
end

for _, name in ipairs(check.numbers) do
  TestConformance["test_numbers_" .. name] = function()
    local list = {}
    for _, case in ipairs(check.vectors("numbers/" .. name .. ".json")) do
      both(case, function(text, offset)
        list[#list + 1] = number_difference(case, text, offset)
      end)
    end
    none_of(list)
  end
end

-- How each double is written; canonical text has 0 for -0.
function TestConformance.test_numbers_written()
  for _, name in ipairs(check.numbers) do
    for _, case in ipairs(check.vectors("numbers/" .. name .. ".json")) do
      if case.out then
        local v = check.double(case.double)
        bytes(fleece.encode(v), case.out, case["in"])
        bytes(fleece.encode(v, { canonical = true }), case.out == "-0" and "0" or case.out, case["in"])
      end
    end
  end
end

-- A number among others, so that a separator ends it: many in one text.
function TestConformance.test_numbers_in_one_array()
  for _, name in ipairs(check.numbers) do
    local texts, cases = {}, {}
    for _, case in ipairs(check.vectors("numbers/" .. name .. ".json")) do
      if not case.code then
        texts[#texts + 1], cases[#cases + 1] = case["in"], case
      end
    end
    local ok, values = check.decode("[" .. table.concat(texts, ",") .. "]")
    lu.assertTrue(ok, tostring(values))
    lu.assertEquals(#values, #texts)
    for i, case in ipairs(cases) do
      local single = fleece.decode(case["in"])
      if not oracle.same(values[i], single) then
        lu.fail(string.format("%s: %s alone, %s among others", case["in"], tostring(single), tostring(values[i])))
      end
    end
  end
end

-- ---- Strings ----------------------------------------------------------------------------

local function string_difference(case, text)
  local ok, v, offset = check.decode(text, case.options)
  if not ok then return check.shown(text) .. ": " .. tostring(v) .. " at " .. tostring(offset) end
  if v ~= case.out then
    return string.format("%s: expected %s, got %s", check.shown(text), check.shown(case.out), check.shown(v))
  end
  if not fleece.valid(text, case.options) then return check.shown(text) .. " is not valid" end
end

for _, name in ipairs { "valid", "lenient" } do
  TestConformance["test_strings_" .. name] = function()
    local list = {}
    for _, case in ipairs(check.vectors("strings/" .. name .. ".json")) do
      both(case, function(text) list[#list + 1] = string_difference(case, text) end)
      -- as a key
      local ok, v = check.decode("{" .. case["in"] .. ":1}", case.options)
      if not ok or next(v) ~= case.out then list[#list + 1] = "as a key: " .. check.shown(case["in"]) end
    end
    none_of(list)
  end
end

-- ---- Errors and decisions ---------------------------------------------------------------

function TestConformance.test_errors()
  local list = {}
  for _, case in ipairs(check.vectors "errors.json") do
    both(case, function(text, offset)
      list[#list + 1] = check.verdict(text, case.options, false, case.code, offset + case.offset)
      list[#list + 1] = case.pointer and check.pointer(text, case.options, case.pointer)
      local _, _, detail = fleece.valid(text, case.options)
      local column = case.column + (case.line == 1 and offset or 0)
      if detail.line ~= case.line or detail.column ~= column then
        list[#list + 1] = string.format("%s: expected line %d column %d", check.shown(text), case.line, column)
      end
    end)
  end
  none_of(list)
end

function TestConformance.test_every_code_has_vectors()
  local seen = {}
  for _, case in ipairs(check.vectors "errors.json") do seen[case.code] = true end
  for code in pairs(check.texts) do lu.assertTrue(seen[code], code) end
end

local function decision_difference(case)
  local text, opts = case["in"], case.options
  if case.code then
    local difference = check.verdict(text, opts, false, case.code, case.offset)
    if difference or not case.line then return difference end
    local _, _, detail = fleece.valid(text, opts)
    lu.assertEquals({ detail.line, detail.column }, { case.line, case.column })
    return nil
  end
  local ok, v, after = check.decode(text, opts)
  if not ok then return check.shown(text) .. ": " .. tostring(v) end
  if case.canonical then bytes(fleece.encode(v, { canonical = true }), case.canonical, text) end
  if case.out then bytes(v, case.out, text) end
  if case.double then lu.assertTrue(v == check.double(case.double) and 1 / v == 1 / check.double(case.double), text) end
  if case.kind and math.type then lu.assertEquals(math.type(v), case.kind, text) end
  lu.assertEquals(after, case.next, text)
end

function TestConformance.test_decisions()
  local list = {}
  for _, decision in ipairs(check.vectors "decisions.json") do
    for _, case in ipairs(decision.examples) do
      local difference = decision_difference(case)
      if difference then list[#list + 1] = decision.name .. ": " .. difference end
    end
  end
  none_of(list)
end

-- ---- Documents --------------------------------------------------------------------------

local function document_difference(text, canonical)
  local ok, v, offset = check.decode(text)
  if not ok then return string.format("%s: %s at %s", check.shown(text), v, offset) end
  if not fleece.valid(text) then return check.shown(text) .. " is not valid" end
  local out = fleece.encode(v, { canonical = true })
  if out ~= canonical then
    return string.format("%s: expected %s, got %s", check.shown(text), check.shown(canonical), check.shown(out))
  end
  if not judge.is_oracle and pcall(fleece.decode, text, { duplicates = "error" }) then
    bytes(fleece.encode(fleece.raw(text), { canonical = true }), canonical)
  end
  return check.differ(text)
end

function TestDocuments.test_small()
  local list = {}
  for _, case in ipairs(check.vectors "documents/small.json") do
    both(case, function(text) list[#list + 1] = document_difference(text, case.canonical) end)
  end
  none_of(list)
end

for _, name in ipairs(check.documents) do
  TestDocuments["test_" .. name] = function()
    local text = check.file("documents/" .. name .. ".json")
    none_of { document_difference(text, check.file("documents/" .. name .. ".canonical.json")) }
  end
end

-- The same document at every position in a block of 64 bytes.
function TestDocuments.test_every_alignment()
  local text, canonical = check.file "documents/settings.json", check.file "documents/settings.canonical.json"
  local list = {}
  for shift = 0, 66 do
    list[#list + 1] = document_difference((" "):rep(shift) .. text, canonical)
    list[#list + 1] = document_difference(check.padding .. (" "):rep(shift) .. text, canonical)
  end
  none_of(list)
end

-- A whole file of vectors is also a document.
function TestDocuments.test_the_vectors_themselves()
  for _, name in ipairs { "errors.json", "decisions.json", "strings/valid.json", "numbers/doubles.json" } do
    local text = check.file(name)
    lu.assertTrue(fleece.valid(text), name)
    lu.assertNil(check.differ(text))
  end
end

return { TestConformance = TestConformance, TestDocuments = TestDocuments }
