--[[
fleece.compat.rapidjson_dom — JSON values as RapidJSON's DOM keeps them: members in the order of
the text, with each of several of one name, and doubles apart from integers on every Lua.

Owns: texts to nodes and back.  Must not know: documents, pointers.
A node is the text of a scalar as it is printed, or a table with `n` nodes: an array, or, with
`names`, an object.  Neither way is recursive, so any depth that is decoded will do.

SPDX-License-Identifier: MIT
--]]

local values = require("fleece.compat.rapidjson_values")

local dom = {}

---------------------------------------------------------------------------------------
-- Scalars

-- The shortest digits that mean this double, and its exponent.
local function digits_of(number)
  for precision = 15, 17 do
    local text = ("%." .. precision - 1 .. "e"):format(number)
    if tonumber(text) == number or precision == 17 then
      local digits, exponent = text:gsub(",", "."):match("^([%d.]+)e(.*)$")
      return (digits:gsub("%.", ""):gsub("0+$", "")), tonumber(exponent)
    end
  end
end

-- A double that is a whole number looks like an integer; here it ends in ".0".
local function double(text)
  local number = values.decode(text)
  local shown = values.encode(number, { depth = 0 })
  if not shown:find("^-?%d+$") then return shown end
  local sign = text:sub(1, 1) == "-" and "-" or ""
  if number == 0 then return sign .. "0.0" end
  local digits, exponent = digits_of(math.abs(number))
  return sign .. digits .. ("0"):rep(exponent + 1 - #digits) .. ".0"
end

local LARGEST = { [""] = "18446744073709551615", ["-"] = "9223372036854775808" }

local function number(text)
  local sign, digits = text:match("^(-?)(%d+)$")
  if not digits then return double(text) end
  local most = LARGEST[sign]
  if #digits > #most or #digits == #most and digits > most then return double(text) end
  return text == "-0" and "0" or text
end

local function string_end(text, at)
  repeat
    at = text:find('["\\]', at + 1)
    local is_end = text:byte(at) == 34
    if not is_end then at = at + 1 end
  until is_end
  return at
end

-- A string as it is printed; one without escapes is that already.
local function string(text)
  if not text:find("\\", 1, true) then return text end
  return (values.encode(values.decode(text), { depth = 0 }))
end

local function name_of(text)
  return text:find("\\", 1, true) and values.decode(text) or text:sub(2, -2)
end

---------------------------------------------------------------------------------------
-- Texts to nodes

local function add(container, node)
  container.n = container.n + 1
  container[container.n] = node
end

-- Where the token that begins at `at` ends, and what it is as a node; nothing of a bracket.
local function token(text, at, byte)
  if byte == 34 then
    local last = string_end(text, at)
    return last, text:sub(at, last)
  end
  local last = text:find("[%s,%]}]", at)
  last = last and last - 1 or #text
  local word = text:sub(at, last)
  return last, word:find("^[tfn]") and word or number(word)
end

local function open(byte)
  return byte == 123 and { n = 0, names = {} } or byte == 91 and { n = 0 } or nil
end

--- The node of a text that has been found to be valid.
function dom.read(text)
  local root = { n = 0 }
  local stack, top, at = {}, root, 1
  while true do
    at = text:find("[^%s,:]", at)
    if not at then return root[1] end
    local byte = text:byte(at)
    local container = open(byte)
    if container then
      add(top, container)
      stack[#stack + 1], top = top, container
    elseif byte == 125 or byte == 93 then
      top, stack[#stack] = stack[#stack], nil
    else
      local last, node = token(text, at, byte)
      if top.names and #top.names == top.n then
        top.names[top.n + 1] = name_of(node)
      else
        add(top, byte == 34 and string(node) or node)
      end
      at = last
    end
    at = at + 1
  end
end

---------------------------------------------------------------------------------------
-- Nodes to texts

local function quoted(name) return (values.encode(name, { depth = 0 })) end

-- What stands before element `i`, and behind the last one.
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
      local name = container.names and quoted(container.names[i]) .. colon or ""
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

--- The position of the first member of this name; nil if there is none.
function dom.find(object, name)
  local names = object.names
  for i = 1, object.n do
    if names[i] == name then return i end
  end
  return nil
end

return dom
