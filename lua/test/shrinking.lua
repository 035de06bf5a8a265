-- shrinking.lua — a program that prints how many bytes its process has grown by after huge values and
-- then some small ones, that is, what Fleece's scratch memory keeps.  Garbage of other tests would
-- distort the figure, so it is a separate process.
-- usage: lua shrinking.lua encode|decode
-- SPDX-License-Identifier: MIT

local here = arg[0]:match("^(.*[/\\])") or "./"
package.path = here .. "?.lua;" .. here .. "../lua/?.lua;" .. package.path

local judge = require "judge"
local fleece = judge.fleece

local function resident()
  local f = io.open("/proc/self/statm")
  if not f then
    print("the resident size of a process cannot be read here")
    os.exit(0)
  end
  local pages = select(2, f:read("*n", "*n"))
  f:close()
  return pages * 4096
end

local huge = {
  encode = function()
    local value = {}
    for i = 1, 60 do value[i] = ("x"):rep(1000000) end
    return function() assert(#fleece.encode(value) == 60 * 1000003 + 1) end
  end,
  decode = function()
    local escapes, brackets = '["' .. ("\\n"):rep(20000000) .. '"]', ("["):rep(1000000)
    return function()
      assert(#fleece.decode(escapes)[1] == 20000000)
      assert(not pcall(fleece.decode, brackets, { max_depth = 2000000 }))
    end
  end,
}
local small = {
  encode = function() fleece.encode { 1 } end,
  decode = function() fleece.decode "[1]" end,
}

-- First a million ordinary Lua tables: the allocator keeps the memory of small freed blocks, and
-- decoding through the public API creates as many.
do
  local deep = {}
  for _ = 1, 1100000 do deep = { deep } end
  assert(#deep == 1)
end
judge.collect()

local what = arg[1]
local large = huge[what]()
for _ = 1, 3 do small[what]() end
judge.collect()
local before = resident()
for _, times in ipairs { 1, 8 } do
  for _ = 1, times do
    large()
    judge.collect()
  end
  for _ = 1, 100 do small[what]() end
  judge.collect()
  print(("kept %d bytes after %d"):format(math.max(0, resident() - before), times))
end
