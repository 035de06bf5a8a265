-- histories.lua — texts and ways to decode them, for tests of what one decode leaves behind for the next.
-- Owns: the texts, the option sets, and how an outcome is described.  As a program it prints the outcome
-- of each text in each way, one per line; with FLEECE_BACKEND=capi nothing is remembered in between.
-- SPDX-License-Identifier: MIT

local histories = {}

local fleece = require "fleece"
local cjson = require "fleece.compat.cjson"
local rapidjson = require "fleece.compat.rapidjson"

-- ---- Ways ---------------------------------------------------------------------------------

local function codec(options) return fleece.new(options).decode end

local careful = codec { max_string = 8, max_keys = 70, max_depth = 6 }

histories.ways = {
  { "strict", fleece.decode },
  { "replace", codec { utf8 = "replace" } },
  { "pass", codec { utf8 = "pass" } },
  { "lenient", codec { comments = true, trailing_commas = true, nan = true, bom = true } },
  { "error", codec { duplicates = "error" } },
  { "first", codec { duplicates = "first", null = fleece.nothing } },
  { "marks", codec { arrays = true, objects = true, null = fleece.nothing } },
  { "limits", careful },
  { "position", function(text) return fleece.decode(text, { position = 1 }) end },
  { "numbers", codec { bigint = "string", integers = false } },
  { "cjson", cjson.decode },
  { "rapidjson", rapidjson.decode },
}

-- ---- Texts --------------------------------------------------------------------------------

local function many(n, member) -- an object of n members
  local out = {}
  for i = 1, n do out[i] = member:format(i, i) end
  return "{" .. table.concat(out, ",") .. "}"
end

local keys = 0
local function in_no_shape(objects) -- because keys before them were all new
  local out = {}
  for i = 1, 300 do
    keys = keys + 1
    out[i] = ('{"new %d":1},'):format(keys)
  end
  return "[" .. table.concat(out) .. objects .. "]"
end

local short = {
  '[{"a\\nb":1},{"a\nb":2}]',              -- a control character, escaped and unescaped
  '[{"a\nb":2},{"a\\nb":1}]',
  '[{"a\\u0000b":1},{"a\\u0000b":[]}]',
  '[{"k\255":"a string of forty bytes, or a few more"}]',
  '[{"k\\ud800":1},{"k\\ud800":2}]',        -- a lone surrogate
  '[{"k\237\160\128":1},{"k\237\160\128":2}]', -- and its bytes
  '[{"k\239\191\189":1},{"k\239\191\189":2}]', -- what replaces it
  '[{"k\\ufffd":1}]',
  '[{"\\u00e9":1,"b":2},{"\195\169":3,"b":4},{"\195\169":5,"b":6}]',
  '[{"a\\"b":1},{"a\\"b":2}]',
  '[{"a\\\\":1},{"a\\\\":2}]',
  '[{"a":1,"b":[1,2]},{"a":2,"b":[]},{"a":3,"b":{}}]',
  '[{"a":1,"a":2},{"a":3,"a":4},{"a":5,"a":6}]',
  '[{"a":1,"b":2,"a":null},{"a":null,"b":2,"a":3}]',
  '[{"a":null,"b":null},{"a":null,"b":null},{"a":1,"b":null}]',
  '[{"b":1,"a":2},{"a":1},{"b":1}]',
  '{"a":1,"b":/*c*/2,}',
  '[1,2,3,/*c*/4,]',
  '[[1,2,3],[4,5,6/*c*/]]',
  '[{"a":NaN},{"a":-Infinity}]',
  '{"a":{"a":{"a":{"a":{"a":{"a":{"a":1}}}}}}}',
  '{"a":1}\0x',
  '{"a":1} x',
  '{"a":1,"b":',
  '{"a":[{"a":1},{"a":2},{"a',
  '[{"a key of thirty-nine bytes, just enough":1},{"a key of thirty-nine bytes, just enough":2}]',
  '[{"a key of forty bytes, which is too long!":1},{"a key of forty bytes, which is too long!":2}]',
  '{"a":12345678901234567890,"b":0.5,"c":-0,"d":1e3}',
  '[{"a\127b":1},{"a\127b":true},{"a\127b":false}]',
  many(70, '"k%d":%d'),
  many(70, '"k%d":null'):gsub('k70"', 'k3"'),
  many(70, '"k":%d'),
  in_no_shape '{"a":1,"b":2},{"b":null,"a":3},{"b":4,"a":null},{"a":5}',
  in_no_shape '{"a":1,"a":2},{"b":null,"a":1,"b":2},{"b":null,"a":1,"b":2}',
  in_no_shape '{"a\\nb":1},{"a\\nb":2},{"a\\nb":3},{"a\nb":4}', -- a control character, as above
  in_no_shape '{"k\255":1},{"k\255":2},{"k\255":3},{"k\255":4}',
  in_no_shape '{"k\237\160\128":1},{"k\\ud800":2},{"k\237\160\128":3}',
}

-- Long texts are read in another way; white space before them changes nothing else.
histories.texts = {}
for i, text in ipairs(short) do
  histories.texts[2 * i - 1] = text
  histories.texts[2 * i] = (" "):rep(1100) .. text
end

-- ---- Outcomes -----------------------------------------------------------------------------

local names = { [fleece.null] = "null", [rapidjson.null] = "null" }
names[getmetatable(fleece.array {})] = "array"
names[getmetatable(fleece.object {})] = "object"

local function told(v)
  local kind = type(v)
  if names[v] then return names[v] end
  if kind == "number" then
    return v ~= v and "nan" or (math.type and math.type(v) or kind) .. ("%.17g"):format(v)
  end
  if kind == "string" then
    return '"' .. v:gsub("[^ -~]", function(c) return ("\\%03d"):format(c:byte()) end) .. '"'
  end
  if kind ~= "table" then return tostring(v) end
  local out = {}
  for key, value in next, v do out[#out + 1] = told(key) .. "=" .. told(value) end
  table.sort(out)
  local mt = getmetatable(v)
  return (mt and (names[mt] or mt.__jsontype or "marked") or "") .. "{" .. table.concat(out, ",") .. "}"
end

-- Everything that a call returned or raised, in one line.
function histories.told(ok, value, more)
  return (ok and "value " or "error ") .. told(value) .. " " .. told(more)
end

function histories.outcome(way, text) return histories.told(pcall(way[2], text)) end

-- Whether two results are identical in every detail: the same answer as comparing `told`, but faster.
function histories.same(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then
    return rawequal(a, b) and (type(a) ~= "number" or not math.type or math.type(a) == math.type(b))
      or a ~= a and b ~= b
  end
  if getmetatable(a) ~= getmetatable(b) then
    local one, other = getmetatable(a) or {}, getmetatable(b) or {} -- the rapidjson drop-in's are new each time
    if not one.__jsontype or one.__jsontype ~= other.__jsontype then return false end
  end
  for key, value in next, a do
    if not histories.same(value, b[key]) then return false end
  end
  for key in next, b do
    if a[key] == nil then return false end
  end
  return true
end

if arg and arg[0] and arg[0]:find("histories.lua", 1, true) then
  for _, way in ipairs(histories.ways) do
    for _, text in ipairs(histories.texts) do print(histories.outcome(way, text)) end
  end
end

return histories
