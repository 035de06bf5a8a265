-- compat_histories.lua — texts and the drop-ins' ways to decode them, for tests of what one decode
-- leaves behind for the next.
-- Owns: the texts, the drop-ins with their settings, and how an outcome is described.  As a program it
-- prints the outcome of each text in each way, one per line; with FLEECE_BACKEND=capi nothing is
-- remembered in between.
-- SPDX-License-Identifier: MIT

local histories = {}

local cjson = require "fleece.compat.cjson"
local dkjson = require "fleece.compat.dkjson"
local fleece = require "fleece"
local luajson = require "fleece.compat.luajson"
local rapidjson = require "fleece.compat.rapidjson"
local simdjson = require "fleece.compat.simdjson"

-- ---- Ways ---------------------------------------------------------------------------------

local function cjson_with(settings)
  local instance = cjson.new()
  for name, value in pairs(settings) do instance[name](value) end
  return instance.decode
end

local function pointer(path)
  return function(text) return simdjson.open(text):atPointer(path) end
end

local function document(text)
  local doc = rapidjson.Document()
  local ok, problem = doc:parse(text)
  if not ok then return ok, problem end
  return { doc:get "/0", doc:stringify() }
end

histories.ways = {
  { "fleece", fleece.decode },
  { "cjson", cjson.decode },
  { "cjson, comments", cjson_with { decode_allow_comment = true } },
  { "cjson, numbers", cjson_with { decode_invalid_numbers = false, decode_max_depth = 4 } },
  { "cjson, array_mt", cjson_with { decode_array_with_array_mt = true } },
  { "cjson.safe", require("fleece.compat.cjson_safe").decode },
  { "dkjson", dkjson.decode },
  { "dkjson, null", function(text) return dkjson.decode(text, 1, false) end },
  { "dkjson, plain", function(text) return dkjson.decode(text, 1, nil, nil) end },
  { "dkjson, LPeg", dkjson.use_lpeg().decode },
  { "json4", require("fleece.compat.json4").decode },
  { "json4lua", require("fleece.compat.json4lua").decode },
  { "luajson", luajson.decode.getDecoder() },
  { "luajson, strict", luajson.decode.getDecoder(true) },
  { "luajson, simple", luajson.decode.getDecoder(luajson.decode.simple) },
  { "rxi", require("fleece.compat.rxi").decode },
  { "rapidjson", rapidjson.decode },
  { "rapidjson, document", document },
  { "simdjson", simdjson.parse },
  { "simdjson, pointer", pointer "/0" },
}

-- ---- Texts --------------------------------------------------------------------------------

local long = ('{"id":%d,"name":"a","tags":[1,2]},'):rep(60)

histories.texts = {
  '[{"a\\nb":1},{"a\nb":2}]',              -- a control character, escaped and unescaped
  '[{"a\nb":2},{"a\\nb":1}]',
  '[{"k\255":"a string of forty bytes, or a few more"}]',
  '[{"k\\ud800":1},{"k\\ud800":2}]',        -- a lone surrogate
  '[{"k\237\160\128":1},{"k\239\191\189":2}]', -- its bytes, and what replaces it
  '[{"\\ud83d\\ude00":1},{"\240\159\152\128":2}]',
  '[{"\\u00e9":1,"b":2},{"\195\169":3,"b":4}]',
  '[{"a\\"b":1},{"a\\\\":2},{"a\\/":3}]',
  '[{"a":1,"b":[1,2]},{"a":2,"b":[]},{"a":3,"b":{}}]',
  '[{"a":1,"a":2},{"a":null,"a":4}]',
  '[{"a":null,"b":null},{"a":1,"b":null}]',
  '{"a":1,"b":/*c*/2,}',
  '[1,2,3,/*c*/4,]',
  '[{"a":NaN},{"a":-Infinity},{"a":0x10}]',
  '[{"a":12345678901234567890,"b":0.5,"c":-0,"d":1e400}]',
  '{"a":1}\0x',
  "[{'a':1},{b:2}]",
  '[[[[[[{"a":1}]]]]]]',
  "[" .. long:format(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
    26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52,
    53, 54, 55, 56, 57, 58, 59, 60) .. "0]",
  '[{"a":1},{"a":',
  '[{"id":1,"name":"a","tags":[1,2]},{"id":2,"na\\u006de":"b","tags":"\tc"}]',
}

-- ---- Outcomes -----------------------------------------------------------------------------

local MARKS = { [cjson.array_mt] = "array_mt" }

-- The same text for equal values, whatever the order of their members; values without a text are
-- described by their type.
local function told(value, depth)
  local kind = type(value)
  if kind == "number" then
    return (math.type and math.type(value) == "integer" and "i" or "") .. ("%.17g"):format(value)
  end
  if kind == "string" then return ("%q"):format(value) end
  if kind ~= "table" or depth > 20 then return kind == "boolean" and tostring(value) or kind end
  local meta, names, parts = getmetatable(value), {}, {}
  for key, element in pairs(value) do
    local name = told(key, 21)
    names[#names + 1], parts[name] = name, told(element, depth + 1)
  end
  table.sort(names)
  for i, name in ipairs(names) do names[i] = name .. "=" .. parts[name] end
  local mark = meta and (MARKS[meta] or rawget(meta, "__jsontype") or "marked") or ""
  return mark .. "{" .. table.concat(names, ",") .. "}"
end

--- What a way returns for a text, on one line.
function histories.outcome(way, text)
  local results = { pcall(way[2], text) }
  for i = 2, 4 do results[i] = told(results[i], 0) end
  if not results[1] then results[2] = results[2]:gsub("%S-%.lua:%d+: ", "") end
  local line = table.concat({ tostring(results[1]), results[2], results[3], results[4] }, " ")
  return (line:gsub("%c", "?"):gsub("0x%x+", "0x"))
end

if arg and arg[0] and arg[0]:find("compat_histories%.lua$") then
  for _, way in ipairs(histories.ways) do
    for _, text in ipairs(histories.texts) do print(histories.outcome(way, text)) end
  end
end

return histories
