--[[
fleece.compat.rapidjson_dom — JSON values as RapidJSON's DOM stores them: members in text order,
repeated names included, and doubles distinct from integers on every Lua.

Owns: conversion from text to nodes and back.  Must not know: documents, pointers.
A node is the text of a scalar as it is printed, or a table with `n` nodes: an array, or an object
if it has `names` and their printed forms, `keys`.  Neither direction is recursive, so any depth
that can be decoded works.

SPDX-License-Identifier: MIT
--]]

local values = require("fleece.compat.rapidjson_values")

local dom = {}

local COMPACT = { depth = values.MAX_DEPTH }

local function printed(value) return (values.encode(value, COMPACT)) end

---------------------------------------------------------------------------------------
-- Scalars

-- The shortest digits that identify this double, and its exponent.
local function digits_of(number)
  for precision = 15, 17 do
    local text = ("%." .. precision - 1 .. "e"):format(number)
    if tonumber(text) == number or precision == 17 then
      local digits, exponent = text:gsub(",", "."):match("^([%d.]+)e(.*)$")
      return (digits:gsub("%.", ""):gsub("0+$", "")), tonumber(exponent)
    end
  end
end

-- Fleece writes a double that is a whole number like an integer; here it ends in ".0".
local function double(text, shown)
  if not shown:find("^-?%d+$") then return shown end
  local number = values.decode(text)
  local sign = text:sub(1, 1) == "-" and "-" or ""
  if number == 0 then return sign .. "0.0" end
  local digits, exponent = digits_of(math.abs(number))
  return sign .. digits .. ("0"):rep(exponent + 1 - #digits) .. ".0"
end

local LARGEST = { [""] = "18446744073709551615", ["-"] = "9223372036854775808" }

-- A number made only of digits is printed unchanged if it fits in 64 bits.
local function is_integer(text)
  if #text < 19 then return not text:find("[.eE]") end
  local sign, digits = text:match("^(-?)(%d+)$")
  local most = LARGEST[sign]
  return digits and (#digits < #most or #digits == #most and digits <= most)
end

local function string_end(text, at)
  repeat
    at = text:find('["\\]', at + 1)
    local is_end = text:byte(at) == 34
    if not is_end then at = at + 1 end
  until is_end
  return at
end

-- A string, decoded and as printed; a string without escapes is printed unchanged.
local function string(text)
  if not text:find("\\", 1, true) then return text:sub(2, -2), text end
  local value = values.decode(text)
  return value, printed(value)
end

---------------------------------------------------------------------------------------
-- Texts to nodes

local function add(container, node)
  local n = container.n + 1
  container.n, container[n] = n, node
end

local function add_name(object, token)
  local i = object.n + 1
  object.names[i], object.keys[i] = string(token)
end

-- Doubles are printed together, when all of them are known.
local function new_doubles() return { n = 0, texts = {}, containers = {}, places = {} } end

local function add_double(doubles, container, text)
  local n = doubles.n + 1
  doubles.n, doubles.texts[n], doubles.containers[n], doubles.places[n] = n, text, container, container.n
end

local function print_doubles(doubles)
  if doubles.n == 0 then return end
  local i, all = 0, printed(values.decode("[" .. table.concat(doubles.texts, ",") .. "]"))
  for shown in all:gmatch("[^%[%],]+") do
    i = i + 1
    doubles.containers[i][doubles.places[i]] = double(doubles.texts[i], shown)
  end
end

local function add_scalar(container, word, doubles)
  local is_number = word:find("^[-%d]")
  add(container, word == "-0" and "0" or word)
  if is_number and not is_integer(word) then add_double(doubles, container, word) end
end

--- An empty array, an empty object.
function dom.array() return { n = 0 } end
function dom.object() return { n = 0, names = {}, keys = {} } end

local function open(byte)
  return byte == 123 and dom.object() or byte == 91 and dom.array() or nil
end

--- The node of a text that is known to be valid.
function dom.read(text)
  local root, doubles = { n = 0 }, new_doubles()
  local stack, top, at = {}, root, text:find("%S")
  while at do
    local byte = text:byte(at)
    local container = open(byte)
    if container then
      add(top, container)
      stack[#stack + 1], top = top, container
    elseif byte == 125 or byte == 93 then
      top, stack[#stack] = stack[#stack], nil
    elseif byte == 34 then
      local last = string_end(text, at)
      local token = text:sub(at, last)
      if top.names and #top.names == top.n then
        add_name(top, token)
      else
        add(top, (select(2, string(token))))
      end
      at = last
    else
      local last = (text:find("[%s,%]}]", at) or #text + 1) - 1
      add_scalar(top, text:sub(at, last), doubles)
      at = last
    end
    at = text:find("[^%s,:]", at + 1)
  end
  print_doubles(doubles)
  return root[1]
end

---------------------------------------------------------------------------------------
-- Nodes to texts

-- What precedes element `i`, and what follows the last one.
local function line(pretty, depth) return pretty and "\n" .. ("    "):rep(depth) or "" end

--- The text of a node.
function dom.write(node, pretty)
  if type(node) == "string" then return node end
  local colon = pretty and ": " or ":"
  local out, stack, places = { node.names and "{" or "[" }, { node }, { 0 }
  while #stack > 0 do
    local depth = #stack
    local container, i = stack[depth], places[depth] + 1
    places[depth] = i
    if i > container.n then
      out[#out + 1] = (i > 1 and line(pretty, depth - 1) or "") .. (container.names and "}" or "]")
      stack[depth] = nil
    else
      local child = container[i]
      local name = container.names and container.keys[i] .. colon or ""
      local is_scalar = type(child) == "string"
      out[#out + 1] = (i > 1 and "," or "") .. line(pretty, depth) .. name
        .. (is_scalar and child or child.names and "{" or "[")
      if not is_scalar then stack[depth + 1], places[depth + 1] = child, 0 end
    end
  end
  return table.concat(out)
end

---------------------------------------------------------------------------------------
-- Members

--- Appends a member to an object.
function dom.add_member(object, name, node)
  local i = object.n + 1
  object.n, object.names[i], object.keys[i], object[i] = i, name, printed(name), node
end

--- The position of the first member with this name; nil if there is none.
function dom.find(object, name)
  local names = object.names
  for i = 1, object.n do
    if names[i] == name then return i end
  end
  return nil
end

return dom
