--[[
definitions — reads the LuaLS definitions of lua/types.

Owns: the part of the annotations that the definitions use.  An unknown annotation is an
error, so that nothing is silently left out of the page.
Must not know: what is made of it.

SPDX-License-Identifier: MIT
--]]

local definitions = {}

local FILES = { "fleece.d.lua", "fleece.safe.d.lua", "fleece.luadata.d.lua", "fleece.compat.d.lua" }

local function new_item() return { text = {}, params = {}, returns = {}, fields = {} } end

-- The type at the start of a text: up to a space outside of brackets and quotes.
-- A comma or a colon that is part of fun(): a, b continues it.
local function type_of(text)
  local depth, quote, i = 0, false, 1
  while i <= #text do
    local c = text:sub(i, i)
    if c == '"' then quote = not quote end
    if not quote then
      if c:match("[%(%[{<]") then depth = depth + 1 end
      if c:match("[%)%]}>]") then depth = depth - 1 end
      if c == " " and depth == 0 and not text:sub(i - 1, i - 1):match("[,:]") then break end
    end
    i = i + 1
  end
  return text:sub(1, i - 1), (text:sub(i + 1):gsub("^%s+", ""))
end

local tags = {}

function tags.meta() end
function tags.generic() end
function tags.operator() end

function tags.class(item, rest)
  local parent
  item.kind = "class"
  item.name, parent = rest:match("^([%w_.]+):?%s*([%w_.]*)")
  item.parent = parent ~= "" and parent or nil
end

function tags.alias(item, rest)
  item.kind = "alias"
  item.name, item.type = rest:match("^(%S+)%s+(.*)$")
end

function tags.field(item, rest)
  local name, after = rest:match("^(%S+)%s+(.*)$")
  local kind, text = type_of(after)
  item.fields[#item.fields + 1] = {
    name = name:gsub("%?$", ""), optional = name:sub(-1) == "?", type = kind, text = text,
  }
end

function tags.param(item, rest)
  local name, after = rest:match("^(%S+)%s+(.*)$")
  local kind, text = type_of(after)
  item.params[#item.params + 1] = {
    name = name:gsub("%?$", ""), optional = name:sub(-1) == "?", type = kind, text = text,
  }
end

tags["return"] = function(item, rest)
  local kind, after = type_of(rest)
  local name, text = after:match("^([%a_][%w_]*)%s*(.*)$")
  item.returns[#item.returns + 1] = { type = kind, name = name, text = text or "" }
end

local function read_comment(item, line, where)
  local tag, rest = line:match("^@(%a+)%s*(.*)$")
  if not tag then
    item.text[#item.text + 1] = line
  elseif tags[tag] then
    tags[tag](item, rest)
  else
    error(where .. ": an annotation that is not known: @" .. tag, 0)
  end
end

local function read_file(path, module, items)
  local item, number, aliases = new_item(), 0, {}
  local function finish()
    if item.kind then items[#items + 1] = item end
    item = new_item()
  end
  for line in io.lines(path) do
    number = number + 1
    local comment = line:match("^%-%-%-(.*)$")
    local object, method = line:match("^function ([%w_]+)[.:]([%w_]+)%(.*%) end$")
    local variable = line:match("^local ([%w_]+) = {}$")
    if comment then
      read_comment(item, comment, path .. ":" .. number)
    elseif method then
      item.kind, item.object, item.method = "function", aliases[object], method
      item.name = item.object .. "." .. method
      finish()
    else
      if variable then aliases[variable] = item.name end
      item.is_module = item.name == module and item.kind == "class"
      finish()
    end
  end
end

--- Every class, alias and function, in the order of the files.
function definitions.read(directory)
  local items = {}
  for _, file in ipairs(FILES) do
    read_file(directory .. "/" .. file, file:gsub("%.d%.lua$", ""), items)
  end
  return items
end

return definitions
