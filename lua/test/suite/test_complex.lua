-- test_complex.lua — nesting depth against length: 37 depths by 37 lengths, 0 to 10102.
-- SPDX-License-Identifier: MIT

local judge = require "judge"
local fleece, bytes = judge.fleece, judge.bytes

local TestComplex = {}

local steps = {}
for n = 0, 10 do steps[#steps + 1] = n end
for _, middle in ipairs { 15, 32, 64, 100, 128, 256, 1000, 1024 } do
  for d = -1, 1 do steps[#steps + 1] = middle + d end
end
-- Through the public API every level takes room on the stack, of which Lua 5.1 and LuaJIT give a
-- function 8000 slots: a documented error, tested with the limits.
local classic_stack = fleece.info().backend == "capi" and _VERSION == "Lua 5.1"
steps[#steps + 1] = classic_stack and 1101 or 10101
steps[#steps + 1] = classic_stack and 1102 or 10102

local function list(length)
  local t = {}
  for i = 1, length do t[i] = i end
  return t
end

local function list_text(length)
  local t = {}
  for i = 1, length do t[i] = tostring(i) end
  return "[" .. table.concat(t, ",") .. "]"
end

function TestComplex.test_numbers_in_nested_tables()
  bytes(#steps, 37)
  for _, length in ipairs(steps) do
    local inner, text = list(length), list_text(length)
    for _, depth in ipairs(steps) do
      bytes(fleece.json(judge.nest(depth, inner)),
        ("["):rep(depth) .. text .. ("]"):rep(depth),
        string.format("depth %d, length %d", depth, length))
    end
  end
end

function TestComplex.test_strings_in_nested_tables()
  for _, length in ipairs(steps) do
    local inner = ("s"):rep(length)
    for _, depth in ipairs(steps) do
      bytes(fleece.json(judge.nest(depth, inner)),
        ("["):rep(depth) .. '"' .. inner .. '"' .. ("]"):rep(depth),
        string.format("depth %d, length %d", depth, length))
    end
  end
end

function TestComplex.test_nested_objects()
  for _, depth in ipairs(steps) do
    local t = 1
    for _ = 1, depth do t = { key = t } end
    bytes(fleece.json(t), ('{"key":'):rep(depth) .. "1" .. ("}"):rep(depth), "depth " .. depth)
  end
end

return { TestComplex = TestComplex }
