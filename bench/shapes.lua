-- SPDX-License-Identifier: MIT
--
-- Texts that are hard on a decoder in one way each, and the smallest texts. Owns: these texts, the same
-- on every Lua. Must not know: engines, timing.
--
-- A shape: name, title, count and unit (what a time is divided by), text.

local random = require("bench.random")

local shapes = {}

local function word(below, least, most)
  local bytes = {}
  for i = 1, least + below(most - least + 1) do bytes[i] = string.char(97 + below(26)) end
  return table.concat(bytes)
end

local function quoted(text) return '"' .. text .. '"' end

-- The parts one(below, i), i = 1 .. n, as an array, or as an object if they are members.
local function array(n, one)
  local below, parts = random.generator(20110320), {}
  for i = 1, n do parts[i] = one(below, i) end
  return "[" .. table.concat(parts, ",") .. "]"
end

local function object(n, one) return "{" .. array(n, one):sub(2, -2) .. "}" end

local function digits(below, n)
  local list = {}
  for i = 1, n do list[i] = i == 1 and below(9) + 1 or below(10) end
  return table.concat(list)
end

local function hexadecimal(below, n)
  local list = {}
  for i = 1, n do list[i] = string.format("%x", below(16)) end
  return table.concat(list)
end

-- -- Records: ten members ----------------------------------------------------------------------------

local function boolean(below) return below(2) == 0 and "true" or "false" end

local fields = {
  { "id", function(_, i) return string.format("%d", i) end },
  { "name", function(below) return quoted(word(below, 5, 15)) end },
  { "email", function(below) return quoted(word(below, 5, 15)) end },
  { "active", boolean },
  { "score", function(below) return string.format("%d.%03d", below(100), below(1000)) end },
  { "city", function(below) return quoted(word(below, 5, 15)) end },
  { "zip", function(below) return digits(below, 5) end },
  { "tags", function() return '["a","b"]' end },
  { "created", function(below) return quoted(word(below, 5, 15)) end },
  { "balance", function(below) return string.format("%d", below(1000000) + 1) end },
}

local function record(below, i, list, comma, colon)
  local members = {}
  for j, field in ipairs(list) do members[j] = quoted(field[1]) .. colon .. field[2](below, i) end
  return "{" .. table.concat(members, comma) .. "}"
end

local function in_order(below, i) return record(below, i, fields, ",", ":") end

-- The comma and the colon decide whether the text is indented.
local function shuffled(comma, colon)
  local list = {}
  for i, field in ipairs(fields) do list[i] = field end
  return function(below, i) return record(below, i, random.shuffle(list, below), comma, colon) end
end

local function some(below, i)
  local list = {}
  for _, field in ipairs(fields) do
    if below(10) < 6 then list[#list + 1] = field end
  end
  return record(below, i, list, ",", ":")
end

-- An array of records, at least as many bytes as asked.
function shapes.records_text(bytes)
  local below, parts, size = random.generator(20110320), {}, 2
  while size < bytes do
    parts[#parts + 1] = in_order(below, #parts + 1)
    size = size + #parts[#parts] + 1
  end
  return "[" .. table.concat(parts, ",") .. "]"
end

-- -- The list -----------------------------------------------------------------------------------------

local function escaped() return [["ab\ncd\tef\"gh\\ij\/kl\bmn\fop\rqr\nstuvwxyz"]] end

local function new_keys(below, i)
  return string.format('{"%s%d":1,"%s%d":"v"}', word(below, 6, 14), i, word(below, 6, 14), i)
end

-- Short enough that some keys are there twice.
local function short_member(below) return quoted(word(below, 1, 20)) .. ":" .. quoted(word(below, 1, 20)) end

local function uuid_member(below, i)
  return string.format('"%s-%s-4%s-a%s-%s":%d', hexadecimal(below, 8), hexadecimal(below, 4), hexadecimal(below, 3),
    hexadecimal(below, 3), hexadecimal(below, 12), i)
end

local function one_of_100()
  local below, list = random.generator(100), {}
  for i = 1, 100 do list[i] = quoted(word(below, 4, 20)) end
  return function(choose) return list[choose(100) + 1] end
end

local function unicode_escapes(below)
  local list = {}
  for i = 1, 10 do list[i] = string.format("\\u%04x", 0x20 + below(0xd7e0)) end
  return quoted(table.concat(list))
end

local function number(below)
  local kind = below(3)
  if kind == 0 then return string.format("%d", below(1000)) end
  if kind == 1 then return string.format("-%s", digits(below, 9)) end
  return string.format("%s.%se%d", digits(below, 1), digits(below, 15), below(40) - 20)
end

-- name, title, elements for each thousand of `elements`, the text of n elements
local hard = {
  { "escapes9", "9 escapes in 45 bytes", 1000, function(n) return array(n, escaped) end },
  { "shuffled", "records, keys shuffled", 1000, function(n) return array(n, shuffled(",", ":")) end },
  { "shuffled_indented", "shuffled and indented", 1000, function(n) return array(n, shuffled(",\n    ", ": ")) end },
  { "optional", "records, optional members", 1000, function(n) return array(n, some) end },
  { "new_keys", "objects, every key new", 1000, function(n) return array(n, new_keys) end },
  { "uuid_keys", "20,000 UUID keys", 20000, function(n) return object(n, uuid_member) end },
  { "repeated_keys", "string pairs, some keys twice", 1000, function(n) return object(n, short_member) end },
  { "long_strings", "strings of 1 to 5 kB", 300,
    function(n) return array(n, function(below) return quoted(word(below, 1000, 5000)) end) end },
  { "long_unicode", "strings of 1 to 5 kB, not ASCII", 300, function(n)
    return array(n, function(below) return quoted(("äöü日本語"):rep(70 + below(260))) end)
  end },
  { "distinct100", "strings, 100 different", 5000, function(n) return array(n, one_of_100()) end },
  { "literals", "true, false, null", 5000,
    function(n) return array(n, function(below) return ({ "true", "false", "null" })[below(3) + 1] end) end },
  { "unicode_escapes", "strings of `\\uXXXX`", 1000, function(n) return array(n, unicode_escapes) end },
  { "small_ints", "integers below 100", 5000,
    function(n) return array(n, function(below) return string.format("%d", below(100)) end) end },
  { "ints18", "integers of 18 digits", 2000,
    function(n) return array(n, function(below) return digits(below, 18) end) end },
  { "numbers", "integers and doubles", 2000, function(n) return array(n, number) end },
}

local tiny = {
  { "tiny_object", "{}" }, { "tiny_array", "[]" }, { "tiny_string", '"x"' }, { "tiny_integer", "1" },
  { "tiny_null", "null" }, { "tiny_member", '{"a":1}' },
}

shapes.hard, shapes.tiny, shapes.titles = {}, {}, {}
for _, shape in ipairs(hard) do
  table.insert(shapes.hard, shape[1])
  shapes.titles[shape[1]] = shape[2]
end
for _, shape in ipairs(tiny) do
  table.insert(shapes.tiny, shape[1])
  shapes.titles[shape[1]] = "`" .. shape[2] .. "`"
end

-- Returns nil if there is no such shape. elements: 1000 unless a test asks for fewer.
function shapes.open(name, elements)
  for _, shape in ipairs(hard) do
    if shape[1] == name then
      local n = math.ceil(shape[3] * (elements or 1000) / 1000)
      return { name = name, title = shape[2], count = n, unit = "element", text = shape[4](n) }
    end
  end
  for _, shape in ipairs(tiny) do
    if shape[1] == name then return { name = name, title = shape[2], count = 1, unit = "text", text = shape[2] } end
  end
  return nil
end

return shapes
