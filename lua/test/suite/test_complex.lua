-- test_complex.lua — nesting depth by length: 37 depths and 37 lengths, 0 to 10102.
-- SPDX-License-Identifier: MIT

local judge = require "judge"
local fleece, bytes = judge.fleece, judge.bytes

local TestComplex = {}

local steps = {}
for n = 0, 10 do steps[#steps + 1] = n end
for _, middle in ipairs { 15, 32, 64, 100, 128, 256, 1000, 1024 } do
  for d = -1, 1 do steps[#steps + 1] = middle + d end
end
steps[#steps + 1] = math.min(10101, judge.stack_levels - 1)
steps[#steps + 1] = math.min(10102, judge.stack_levels)

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
