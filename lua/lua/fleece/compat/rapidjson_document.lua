--[[
fleece.compat.rapidjson_document — lua-rapidjson's Document: a JSON value that is read and changed
through pointers.
Owns: its methods, and how RapidJSON reads pointers.  Until it is printed or changed, a document is
its text, and pointers are followed in the text.  From then on it is the nodes of rapidjson_dom,
which hold more information and are slower to build.  Values are copied on the way in and out.

SPDX-License-Identifier: MIT
--]]

local arguments = require("fleece.compat.arguments")
local dialect = require("fleece.dialect")
local dom = require("fleece.compat.rapidjson_dom")
local fleece = require("fleece")
local values = require("fleece.compat.rapidjson_values")

local native = dialect.native
local document = {}
local states = setmetatable({}, { __mode = "k" })

local Document = { __name = "rapidjson.Document" }
Document.__index = Document

-- A method: its first argument is a document; the function receives the document's state instead.
local function method(f)
  return native(function(...)
    local self = ...
    local state = type(self) == "userdata" and states[self]
    if not state then return arguments.missing("rapidjson.Document", 1, ...) end
    return f(state, select(2, ...))
  end)
end

local function is_text(value) return type(value) == "string" or type(value) == "number" end

-- Argument 2 of a method, as a C string: up to the first NUL.
local function path_of(path)
  return (tostring(path):gsub("%z.*", ""))
end

-- What luaL_typename calls it: ignores __name.
local function wrong(expected, value, n)
  return nil, expected .. " expected, got " .. type(value), n
end

---------------------------------------------------------------------------------------
-- In and out

local DEPTH = 1024

-- A value as text, or nil and a message.
local function text_of(value)
  local text, problem = values.encode(value, { depth = DEPTH })
  if text then return text end
  return nil, (problem:gsub("^unsupported value type : (.*)$", "value type %1 is not a valid json value"))
end

local function root_of(state)
  if not state.root then
    state.root = dom.read(state.text)
    state.text = nil
  end
  return state.root
end

-- Invalid text leaves the document unchanged.
local function parse(state, text, mark)
  text = text:sub(#mark + 1)
  local problem = values.problem(text)
  if problem then
    return true, nil, (problem:gsub("%((%d+)%)$", function(offset)
      return ("(at Offset %d)"):format(offset + #mark)
    end))
  end
  state.root, state.text, state.skipped = nil, text, 0
  return true, true
end

-- The bytes of a byte order mark; RapidJSON skips them one by one.
local function mark_of(text) return text:match("^\239?\187?\191?") end

Document.parse = method(function(state, ...)
  local text = ...
  if not is_text(text) then return arguments.missing("string", 2, nil, ...) end
  text = tostring(text)
  return parse(state, text, mark_of(text))
end)

Document.parseFile = method(function(state, ...)
  local name = ...
  if not is_text(name) then return arguments.missing("string", 2, nil, ...) end
  local file = io.open(name, "rb")
  local text = file and file:read("*a") or ""
  if file then file:close() end
  return parse(state, text, "")
end)

local function stringify(state, options)
  return dom.write(root_of(state), options and options.pretty)
end

Document.stringify = method(function(state, ...)
  local options = ...
  if select("#", ...) > 0 and type(options) ~= "table" then return wrong("table", options, 2) end
  return true, stringify(state, options)
end)

Document.save = method(function(state, ...)
  local name, options = ...
  if not is_text(name) then return arguments.missing("string", 2, nil, ...) end
  if select("#", ...) > 1 and type(options) ~= "table" then return wrong("table", options, 3) end
  local file = io.open(name, "wb")
  if not file then return false, "error while open file: " .. name end
  file:write(stringify(state, options))
  file:close()
  return true
end)

---------------------------------------------------------------------------------------
-- Pointers

-- A token in the form of a URI fragment, with %XX; nil if it has characters that are not allowed.
local function unescaped(token)
  if token:gsub("%%%x%x", ""):find("[^%w%-._~]") then return nil end
  token = token:gsub("%%(%x%x)", function(hex) return string.char(tonumber(hex, 16)) end)
  local safe = '"' .. token:gsub('[%z\1-\31"\\]', "?") .. '"'
  return fleece.valid(safe) and token or nil
end

-- The tokens of a pointer; nil if it is invalid.
local function tokens_of(path)
  local tokens, fragment = {}, path:sub(1, 1) == "#"
  if fragment then path = path:sub(2) end
  if path == "" then return tokens end
  if path:sub(1, 1) ~= "/" then return nil end
  for written in path:gmatch("/([^/]*)") do
    local token = written
    if fragment then token = unescaped(written) end
    if not token or (token .. "x"):find("~[^01]") then return nil end
    tokens[#tokens + 1] = (token:gsub("~1", "/"):gsub("~0", "~"))
  end
  return tokens
end

-- The position, from 1, that a token names in an array; nil if it names none.  A number beyond 2^32
-- names none if the overflow shows after a digit: the number is then less than before.
local function index_of(token)
  if token ~= "0" and not token:find("^[1-9]%d*$") then return nil end
  local n = 0
  for digit in token:gmatch("%d") do
    local m = (n * 10 + tonumber(digit)) % 4294967296
    if m < n then return nil end
    n = m
  end
  return n < 4294967295 and n + 1 or nil
end

local function step(node, token)
  if type(node) ~= "table" then return nil end
  local i
  if node.names then i = dom.find(node, token) else i = index_of(token) end
  return i and i <= node.n and node[i] or nil
end

-- The text of the value that the tokens lead to; nil if there is none.
local function in_nodes(node, tokens)
  for _, token in ipairs(tokens) do
    node = step(node, token)
    if not node then return nil end
  end
  return dom.write(node)
end

local function in_text(text, tokens)
  local at = text:find("%S")
  for _, token in ipairs(tokens) do
    local name = token
    if text:byte(at) == 91 then name = index_of(token) end
    at = name and dialect.place(text, at, name)
    if not at then return nil, #text end
  end
  return text:sub(at, dialect.place_end(text, at)), at
end

-- Every pointer skips the text before its value; building the nodes takes as long as skipping about
-- fifty texts.
local PATIENCE = 50

local function get(state, tokens)
  local text, skipped
  if not state.root and state.skipped > PATIENCE * #state.text then root_of(state) end
  if state.root then
    text = in_nodes(state.root, tokens)
  else
    text, skipped = in_text(state.text, tokens)
    state.skipped = state.skipped + skipped
  end
  return text and values.decode(text)
end

Document.get = method(function(state, ...)
  local path, default = ...
  if not is_text(path) then return arguments.missing("string", 2, nil, ...) end
  local tokens = tokens_of(path_of(path))
  local value
  if tokens then value = get(state, tokens) end
  if value == nil then return true, default end
  return true, value
end)

-- The container for a token.  If the node is no container, it becomes an array for an index, else an
-- object.
local function container_for(node, index)
  if type(node) == "table" and (index or node.names) then return node end
  return index and dom.array() or dom.object()
end

-- The position of the member or element that a token names; creates it if it does not exist.
local function make_room(container, token, index)
  if not container.names then
    for i = container.n + 1, index do container[i] = "null" end
    container.n = math.max(container.n, index)
    return index
  end
  local i = dom.find(container, token)
  if i then return i end
  dom.add_member(container, token, "null")
  return container.n
end

local function set_at(node, tokens, value)
  local root = { n = 1, node }
  local container, place = root, 1
  for _, token in ipairs(tokens) do
    node = container[place]
    local is_array = type(node) == "table" and not node.names
    local index = index_of(token)
    if is_array and token == "-" then index = node.n + 1 end
    node = container_for(node, index)
    container[place] = node
    container, place = node, make_room(node, token, index)
  end
  container[place] = value
  return root[1]
end

Document.set = method(function(state, ...)
  local path, value = ...
  if not is_text(path) then return arguments.missing("string", 2, nil, ...) end
  if select("#", ...) < 2 then return false, "value type no value is not a valid json value" end
  local text, problem = text_of(value)
  if not text then return false, problem end
  local tokens = tokens_of(path_of(path))
  if tokens then state.root = set_at(root_of(state), tokens, dom.read(text)) end
  return true
end)

Document.__tostring = native(function(self)
  return true, ("rapidjson.Document (%s)"):format(
    tostring(states[self]):match("0x%x+") or "at rest")
end)

--- Document([table or text]) -> document; tells dialect.native what to do.
function document.new(...)
  local source = ...
  local kind = type(source)
  if select("#", ...) > 0 and kind ~= "string" and kind ~= "table" then
    return wrong("none, string or table", source, 1)
  end
  local state = { root = "null" }
  if kind == "string" then
    parse(state, source, mark_of(source))
  elseif kind == "table" then
    local text, problem = text_of(source)
    if not text then return false, problem end
    state.root = dom.read(text)
  end
  local object = dialect.object(Document)
  states[object] = state
  return true, object
end

return document
