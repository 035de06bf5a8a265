--[[
fleece.compat.luajson_state — reads tokens as LuaJSON does: what may follow what, and which table
a value goes to.

Owns: open arrays, objects and calls; the messages about misplaced values.
Must not know: text.
Invariant: `open` is the innermost open table; a value waits in `last` (has_last) until a comma, a
colon or a bracket determines its role.

SPDX-License-Identifier: MIT
--]]

local util = require "fleece.compat.luajson_util"

local assert, error, next, setmetatable, type = assert, error, next, setmetatable, type
local unpack = table.unpack or unpack

local State = {}
State.__index = State

-- Opens a table; the one that was open waits below it.  count: elements so far, or "object".
local function open(self, t, count)
  self.below = { t = self.open, count = self.count, key = self.key, below = self.below }
  self.depth = self.depth + 1
  self.open, self.count, self.key = t, count, nil
  self.has_last, self.last = false, nil
end

-- Closes it: it becomes a value of the enclosing table.
local function close(self, value)
  local below = self.below
  self.open, self.count, self.key, self.below = below.t, below.count, below.key, below.below
  self.depth = self.depth - 1
  self.has_last, self.last = true, value
end

local function take_last(self, may_be_empty)
  if not self.has_last and may_be_empty then return self.empty end
  assert(self.has_last, "Previous value not set")
  self.has_last = false
  return self.last
end

local function put_member(self, at_end)
  local o = self.options.object
  if at_end and o.trailingComma and not self.key then return end
  assert(self.key, "Missing key value")
  o.setObjectKey(self.open, self.key, take_last(self, o.allowEmptyElement))
  self.key = nil
end

local function put_element(self, at_end, o)
  if at_end and not self.has_last and o.trailingComma then return end
  self.count = self.count + 1
  self.open[self.count] = take_last(self, o.allowEmptyElement)
end

-- Puts the waiting value, if there is one, into the open table.
local function put(self, at_end)
  if self.open == nil then error("Value outside of an array or object") end
  if self.count == "object" then return put_member(self, at_end) end
  put_element(self, at_end, self.open.func and self.options.calls or self.options.array)
end

-- Keeps the length of a table with nils, which # does not give.
local function keep_length(self)
  if self.count ~= #self.open then self.open.n = self.count end
end

function State:value(value)
  assert(not self.has_last, "Value set when one already in slot")
  self.has_last, self.last = true, value
end

function State:begin_array() open(self, util.InitArray({}), 0) end

function State:begin_object() open(self, {}, "object") end

function State:call(name, f)
  if f == false then error("Function call on '" .. name .. "' not permitted") end
  open(self, { name = name, func = f }, 0)
end

function State:next_value() put(self, false) end

function State:set_key()
  assert(self.count == "object", "Cannot set key on array")
  local key = take_last(self)
  local kind = type(key)
  if self.options.object.number then
    assert(kind == "string" or kind == "number",
      "As configured, a key must be a number or string")
  else
    assert(kind == "string", "As configured, a key must be a string")
  end
  self.key = key
end

function State:end_array()
  if self.has_last or self.count ~= 0 then put(self, true) end
  if not self.options.array.ignoreLength then keep_length(self) end
  close(self, self.open)
end

function State:end_object()
  if self.open == nil then error("Value outside of an array or object") end
  if self.key or self.has_last or next(self.open) then put(self, true) end
  close(self, self.open)
end

function State:end_call()
  if self.has_last or self.count ~= 0 then put(self, true) end
  local call = self.open
  if not call.func then error("Call ended that was not begun") end
  keep_length(self)
  local f = call.func
  if f == true then f = util.buildCall end
  close(self, f(call.name, unpack(call, 1, call.n or #call)))
end

--- The value that the tokens gave.
function State:result()
  if self.options.initialObject then
    assert(type(self.last) == "table", "Initial value not an object or array")
  end
  assert(self.depth == 0, "Unclosed elements present")
  return self.last
end

local state = {}

--- A reader of tokens with a decoder's options.
function state.create(options)
  local others, empty = options.others
  if others.allowUndefined then empty = others.undefined or nil else empty = others.null or nil end
  return setmetatable({ options = options, depth = 0, has_last = false, empty = empty }, State)
end

return state
