-- closing.lua — encodes in finalizers while the state closes; test_states.lua runs it in a separate
-- process and checks how that process ends.
-- SPDX-License-Identifier: MIT

local here = arg[0]:match("^(.*[/\\])") or "./"
package.path = here .. "../lua/?.lua;" .. package.path

local fleece = require "fleece"

local function at_the_end(f)
  local newproxy = rawget(_G, "newproxy")
  if newproxy then
    local u = newproxy(true)
    getmetatable(u).__gc = f
    return u
  end
  return setmetatable({}, { __gc = f })
end

local own = setmetatable({}, { __tojson = function(_, codec) return codec:encode { "own" } end })

-- Created before and after the first use.  Finalizers run in reverse order, so some run before and some
-- after those of the module's own memory.
local kept = {}
for i = 1, 20 do
  if i == 10 then print("before " .. fleece.encode { "open" }) end
  kept[i] = at_the_end(function()
    local ok, out = pcall(fleece.encode, { i, { "closing", own }, x = { own } })
    if ok then assert(out:find("closing")) end
    pcall(fleece.encode, { print })
    pcall(fleece.encode_to, fleece.buffer(), { 1 })
    if kept[i] and (i == 1 or i == 20) then io.write("closing ", i, "\n") end
  end)
end
