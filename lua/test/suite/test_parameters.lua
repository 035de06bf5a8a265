-- test_parameters.lua — the flags of fleece.json, and what it does with others.
-- SPDX-License-Identifier: MIT

local judge = require "judge"
local fleece, bytes = judge.fleece, judge.bytes

local TestParameters = {}

local text = 'a"b\\c/d\ne'

local expected = {
  [""] = '"a"b\\c/d\ne"',
  E0 = '"a"b\\c/d\ne"',
  E1 = '"a*b*c/d\ne"',
  E2 = '"a\\"b\\\\c/d\ne"',
  E3 = '"a\\"b\\\\c\\/d\ne"',
  E4 = '"a\\"b\\\\c\\/d\\ne"',
  E = '"a\\"b\\\\c\\/d\\ne"',
}

function TestParameters.test_each_flag()
  for flags, out in pairs(expected) do
    bytes(fleece.json(text, flags), out, flags)
    bytes(fleece.json({ text, { text } }, flags), "[" .. out .. ",[" .. out .. "]]", flags)
    bytes(fleece.size(text, flags), #out, flags)
  end
  bytes(fleece.json(text, nil), expected[""])
end

function TestParameters.test_keys_are_escaped_alike()
  for flags, out in pairs(expected) do
    bytes(fleece.json({ [text] = 1 }, flags), "{" .. out .. ":1}", flags)
  end
end

function TestParameters.test_unknown_letters_are_ignored()
  for _, letter in ipairs { "a", "D", "g", "e", "x", "q", "Z", "-", " " } do
    bytes(fleece.json(text, letter), expected.E0, letter)
    bytes(fleece.json(text, letter .. "E2"), expected.E2, letter)
    bytes(fleece.json(text, "E3" .. letter), expected.E3, letter)
    bytes(fleece.json(text, "E" .. letter), expected.E, letter)
  end
  bytes(fleece.json({ 1, 2 }, "aAbBcCdDfgwxhHiIjJ"), "[1,2]")
end

return { TestParameters = TestParameters }
