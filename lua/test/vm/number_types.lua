-- number_types.lua [refused]: what Fleece does with the numbers of this Lua, whatever types they have; or,
-- with `refused`, that it refuses to be loaded.  For run-number-types.
-- SPDX-License-Identifier: MIT

if arg[1] == "refused" then
  for _, name in ipairs { "fleece", "fleece.safe", "fleece.dialect" } do
    local open = assert(package.loadlib(package.searchpath("fleece", package.cpath),
      "luaopen_" .. name:gsub("%.", "_")))
    local ok, message = pcall(open)
    assert(not ok and message:find("^fleece was built for a Lua with %d+%-bit integers and %d+%-bit floats"), message)
  end
  return
end

local fleece = require "fleece"
local function equals(a, b)
  if a ~= b or math.type(a) ~= math.type(b) then
    error(("expected %s, got %s"):format(tostring(b), tostring(a)), 2)
  end
end
local function fails(code, ...)
  local ok, _, detail = fleece.valid(...)
  assert(not ok and detail.code == code, detail and detail.code)
  assert(not pcall(fleece.decode, ...))
end

local most, least = math.maxinteger, math.mininteger
equals(fleece.decode(("%d"):format(most)), most)
equals(fleece.decode(("%d"):format(least)), least)
equals(fleece.encode { most, least, 1.5, 0.0, -0.25 }, ("[%d,%d,1.5,0,-0.25]"):format(most, least))

local beyond = most == 2147483647 and "2147483648" or "9223372036854775808"
local below = most == 2147483647 and "-2147483649" or "-9223372036854777856" -- doubles represent these
for _, text in ipairs { beyond, below, "4294967296", "18446744073709551616" } do
  local n = tonumber(text .. ".0")
  if not (text == "4294967296" and most > 2147483647) then
    equals(fleece.decode(text), n)
    equals(fleece.decode("[" .. text .. "]")[1], n)
    equals(fleece.decode(text, { bigint = "string" }), text)
    equals(tostring(fleece.decode(text, { bigint = "raw" })), text)
    fails("BIGINT", text, { bigint = "error" })
  end
end

local is_float = 1e38 * 10 == math.huge
for _, text in ipairs { "1e39", "-3.5e38", "1" .. ("0"):rep(39), "3.4028235677973367e38" } do
  if is_float then
    fails("NUMBER_RANGE", text)
    fails("NUMBER_RANGE", "[" .. text .. "]")
    local d = require("fleece.dialect").new { huge_inf = true }
    equals(d.decode(text:find "[.e]" and text or "1e39"), text:find "^%-" and -math.huge or math.huge)
  else
    equals(("%.15g"):format(fleece.decode(text)), ("%.15g"):format(tonumber(text))) -- a double in a long double
  end
end
assert(fleece.decode "3.4028234e38" < math.huge)
equals(fleece.encode(fleece.decode "[0.5,1e10,1.7014118346046923e38]"), "[0.5,10000000000,1.7014118346046923e+38]")
equals((fleece.encode({ 1, 2, { a = 3 } }, { max_depth = 5, indent = 0 }):gsub("%s", "")), '[1,2,{"a":3}]')
