--[[
fleece.interpreted — for functions that go through a table with pairs.

Owns: which LuaJITs must not compile them.
Must not know: what they do.

The betas of LuaJIT 2.1 compile such loops, and some of the compiled ones (seen in that of Debian
12: 2.1.0-beta3 of March 2022, with the same loop in a library that has nothing to do with
Fleece) now and then miss the last member.  What would lose data there is left to the interpreter.

SPDX-License-Identifier: MIT
--]]

local jit = rawget(_G, "jit")
local wary = jit and jit.version:find("beta", 1, true) ~= nil

--- Keeps LuaJIT's compiler away from functions, and from those that stand in them, where that is
--- needed; returns the first one.  Functions that they call are compiled as ever.
local function interpreted(...)
  if wary then
    for i = 1, select("#", ...) do jit.off((select(i, ...)), true) end
  end
  return (...)
end

return interpreted(interpreted) -- a trace must not go on behind jit.off
