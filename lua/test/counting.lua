-- counting.lua — runs the cases of growing.lua under callgrind, each with a text and with one eight
-- times as long, and judges the counts.  run-growth is the command.
-- SPDX-License-Identifier: MIT

local here = arg[0]:match("^(.*[/\\])") or "./"
package.path = here .. "?.lua;" .. here .. "../lua/?.lua;" .. package.path

local directory, what = arg[1], arg[2]
local N, STREAM, TIMES = 4000, 20000, 8
-- Eight times the text is about 8 times the work, and up to 12 where numbers have more digits and tables
-- leave the caches of Lua. Work that grows with the square would be 64 times as much.
local MOST = 16

-- ---- Running ------------------------------------------------------------------------------

local function run()
  local growing = require "growing"
  local names = assert(io.open(directory .. "/names", "w"))
  local jit = rawget(_G, "jit")
  if jit then jit.off() end                    -- valgrind would count the compiler
  growing.each(function(name, call, make, is_stream)
    if not name:find(what, 1, true) then return end
    local n = is_stream and STREAM or N
    call(make(N))                              -- this creates whatever is created only once
    for _, size in ipairs { n, TIMES * n } do
      local argument = make(size)
      collectgarbage()
      collectgarbage("stop")
      os.getenv "before"
      call(argument)
      os.getenv "after"
      collectgarbage("restart")
    end
    names:write((name:gsub("%c", " ")), "\n")
  end)
  names:close()
end

-- ---- Judging ------------------------------------------------------------------------------

-- Part 2k is the k-th call: from the getenv before it to the one after it.
local function count_of(k)
  for line in io.lines(("%s/part.%d"):format(directory, k)) do
    local total = line:match("^summary: (%d+)") or line:match("^totals: (%d+)")
    if total then return tonumber(total) end
  end
  error("there is no count " .. k)
end

-- getenv is also called before the first case, by Lua and by the loader.
local function first_part(cases)
  local last = 0
  repeat
    local file = io.open(("%s/part.%d"):format(directory, last + 1))
    if file then
      file:close()
      last = last + 1
    end
  until not file
  return last - 4 * cases + 1
end

if what ~= "--judge" then
  run()
else
  local names, faults = {}, 0
  for name in io.lines(directory .. "/names") do names[#names + 1] = name end
  local k = first_part(#names)
  for i, name in ipairs(names) do
    local few, many = count_of(k + 1), count_of(k + 3)
    k = k + 4
    local fine = many <= MOST * few
    if not fine then faults = faults + 1 end
    print(("%sok %d - %s: %d, %d, %.1f times"):format(fine and "" or "not ", i, name, few, many, many / few))
  end
  print("1.." .. #names)
  os.exit(faults == 0 and #names > 0 and 0 or 1)
end
