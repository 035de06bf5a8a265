-- test_parameters.lua — the flags of fleece.json, and what it does with invalid ones.
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

-- Each of these used to give unescaped text, or that of E4.
function TestParameters.test_unknown_flags_are_errors()
  for _, flags in ipairs { "e4", "E9", "E5", "E44", "E4E2", "E-", " E2", "E2 ", "D", "aAbB", "E\0004", "4" } do
    for _, f in ipairs { fleece.json, fleece.size } do
      local message = judge.fails("unknown flags", f, text, flags)
      if not judge.is_oracle then
        for _, valid in ipairs { "'E0'", "'E1'", "'E2'", "'E3'", "'E4'", "'E'" } do judge.contains(message, valid) end
      end
    end
  end
end

return { TestParameters = TestParameters }
