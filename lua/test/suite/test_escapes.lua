-- test_escapes.lua — every byte under every flag of fleece.json, alone and inside other text.
-- SPDX-License-Identifier: MIT

local judge = require "judge"
local fleece, bytes = judge.fleece, judge.bytes

local TestEscapes = {}

local named = { [8] = "\\b", [9] = "\\t", [10] = "\\n", [12] = "\\f", [13] = "\\r" }

-- Written out flag by flag, deliberately unlike the oracle.
local function expected(b, flags)
  local c = string.char(b)
  if flags == "E0" or flags == nil then return c end
  if flags == "E1" then return (c == '"' or c == "\\") and "*" or c end
  if c == '"' or c == "\\" then return "\\" .. c end
  if flags == "E2" then return c end
  if c == "/" then return "\\/" end
  if flags == "E3" then return c end
  if named[b] then return named[b] end
  if b < 32 or b == 127 then return string.format("\\u%04x", b) end
  return c
end

local function every_byte(flags)
  for b = 0, 255 do
    local c, out = string.char(b), expected(b, flags)
    local what = string.format("byte %d, %s", b, tostring(flags))
    bytes(fleece.json(c, flags), '"' .. out .. '"', what)
    bytes(fleece.json("ab" .. c .. "cd", flags), '"ab' .. out .. 'cd"', what)
    bytes(fleece.json(c .. c .. c, flags), '"' .. out:rep(3) .. '"', what)
    bytes(fleece.json({ [c] = c }, flags), '{"' .. out .. '":"' .. out .. '"}', what)
  end
end

function TestEscapes.test_none() every_byte(nil) end
function TestEscapes.test_E0() every_byte("E0") end
function TestEscapes.test_E1() every_byte("E1") end
function TestEscapes.test_E2() every_byte("E2") end
function TestEscapes.test_E3() every_byte("E3") end
function TestEscapes.test_E4() every_byte("E4") end

-- A kernel processes 16, 32 or 64 bytes at once: the interesting byte is put at each position of
-- strings of each length around those.
function TestEscapes.test_every_place_of_every_length()
  for _, flags in ipairs { "E1", "E2", "E3", "E4" } do
    for _, c in ipairs { '"', "\\", "/", "\n", "\1", "\127", "\0" } do
      local out = expected(c:byte(), flags)
      for _, length in ipairs { 1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 130 } do
        for place = 0, length - 1 do
          local before, after = ("a"):rep(place), ("z"):rep(length - 1 - place)
          bytes(fleece.json(before .. c .. after, flags), '"' .. before .. out .. after .. '"')
        end
      end
    end
  end
end

function TestEscapes.test_only_escapes()
  for _, length in ipairs { 1, 16, 33, 64, 1000, 100000 } do
    bytes(fleece.json(("\1"):rep(length), "E4"), '"' .. ("\\u0001"):rep(length) .. '"')
    bytes(fleece.json(('"'):rep(length), "E2"), '"' .. ('\\"'):rep(length) .. '"')
  end
end

return { TestEscapes = TestEscapes }
