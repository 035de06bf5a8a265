--[[
fleece.compat.rapidjson_document — lua-rapidjson's Document: a JSON value that is read and changed
by pointers.

Owns: its methods.  A document keeps a decoded value; what goes in and out is copied.

SPDX-License-Identifier: MIT
--]]

local arguments = require("fleece.compat.arguments")
local dialect = require("fleece.dialect")
local fleece = require("fleece")
local pointer = require("fleece.compat.pointer")
local values = require("fleece.compat.rapidjson_values")

local native = dialect.native
local document = {}
local states = setmetatable({}, { __mode = "k" })

local Document = { __name = "rapidjson.Document" }
Document.__index = Document

-- A method: its first argument is a document, whose state it gets instead.
local function method(f)
  return native(function(self, ...)
    local state = type(self) == "userdata" and states[self]
    if not state then return arguments.wrong("rapidjson.Document", self, 1) end
    return f(state, ...)
  end)
end

local function is_text(value) return type(value) == "string" or type(value) == "number" end

---------------------------------------------------------------------------------------
-- In and out

-- A value as it is kept: every table is marked as an array or as an object.
local function kept(value)
  local text, problem = values.encode(value, { depth = values.MAX_DEPTH })
  if not text then return nil, problem end
  return values.decode(text)
end

local function parse(state, text)
  local value, problem = values.decode(text)
  if problem then
    state.value = fleece.null
    return true, nil, (problem:gsub("%((%d+)%)$", "(at Offset %1)"))
  end
  state.value = value
  return true, true
end

Document.parse = method(function(state, text)
  if not is_text(text) then return arguments.wrong("string", text, 2) end
  return parse(state, text)
end)

Document.parseFile = method(function(state, name)
  if not is_text(name) then return arguments.wrong("string", name, 2) end
  local file = io.open(name, "rb")
  local text = file and file:read("*a") or ""
  if file then file:close() end
  return parse(state, text)
end)

local function stringify(state, options)
  return values.encode(state.value, { pretty = options and options.pretty and true or false,
    depth = 2147483647 })
end

Document.stringify = method(function(state, ...)
  local options = ...
  if select("#", ...) > 0 and type(options) ~= "table" then
    return arguments.wrong("table", options, 2)
  end
  return true, (stringify(state, options))
end)

Document.save = method(function(state, name, ...)
  local options = ...
  if not is_text(name) then return arguments.wrong("string", name, 2) end
  if select("#", ...) > 0 and type(options) ~= "table" then
    return arguments.wrong("table", options, 3)
  end
  local file = io.open(name, "wb")
  if not file then return false, "error while open file: " .. name end
  file:write((stringify(state, options)))
  file:close()
  return true
end)

---------------------------------------------------------------------------------------
-- By pointer

local function step(value, token)
  if type(value) ~= "table" then return nil end
  if not pointer.is_array(value) then return rawget(value, token) end
  local index = pointer.index(token)
  return index and rawget(value, index)
end

Document.get = method(function(state, path, default)
  if not is_text(path) then return arguments.wrong("string", path, 2) end
  local tokens, value = pointer.tokens(tostring(path)), state.value
  for _, token in ipairs(tokens or {}) do
    value = step(value, token)
    if value == nil then break end
  end
  if not tokens or value == nil then return true, default end
  return true, pointer.copy(value)
end)

-- The key of the member or element that a token names, made if it is not there; the container
-- becomes an object, or an array for an index, where it is neither.
local function make_room(container, token)
  local index = pointer.index(token)
  if pointer.is_array(container) then
    if token == "-" then index = #container + 1 end
    if index then
      for i = #container + 1, index do container[i] = fleece.null end
      return container, index
    end
  elseif type(container) == "table" then
    return container, token
  elseif index then
    container = setmetatable({}, values.Array)
    for i = 1, index do container[i] = fleece.null end
    return container, index
  end
  return setmetatable({}, values.Object), token
end

local function set_at(container, tokens, i, value)
  if i > #tokens then return value end
  local key
  container, key = make_room(container, tokens[i])
  container[key] = set_at(container[key], tokens, i + 1, value)
  return container
end

Document.set = method(function(state, path, value)
  if not is_text(path) then return arguments.wrong("string", path, 2) end
  local copy, problem = kept(value)
  if copy == nil then return false, problem end
  local tokens = pointer.tokens(tostring(path))
  if tokens then state.value = set_at(state.value, tokens, 1, copy) end
  return true
end)

Document.__tostring = native(function(self)
  return true, ("rapidjson.Document (%s)"):format(
    tostring(states[self]):match("0x%x+") or "at rest")
end)

--- Document([table or text]) -> document; hands dialect.native what to do.
function document.new(...)
  local source = ...
  local kind = type(source)
  if select("#", ...) > 0 and kind ~= "string" and kind ~= "table" then
    return arguments.wrong("none, string or table", source, 1)
  end
  local state = { value = fleece.null }
  if kind == "string" then
    parse(state, source)
  elseif kind == "table" then
    local value, problem = kept(source)
    if value == nil then return false, problem end
    state.value = value
  end
  local object = dialect.object(Document)
  states[object] = state
  return true, object
end

return document
