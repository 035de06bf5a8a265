--[[
fleece.interpreted — for functions that iterate over a table with pairs.

Owns: which LuaJIT versions must not compile them.
Must not know: what they do.

The betas of LuaJIT 2.1 compile such loops, and some of the compiled loops now and then skip the
last member (seen in Debian 12's 2.1.0-beta3 of March 2022, with the same loop in a library that
has nothing to do with Fleece).  Loops that would lose data are left to the interpreter.

SPDX-License-Identifier: MIT
--]]

local jit = rawget(_G, "jit")
local wary = jit and jit.version:find("beta", 1, true) ~= nil

--- Where needed, keeps LuaJIT from compiling these functions and the functions defined in them;
--- returns the first one.  Functions that they call are compiled as usual.
local function interpreted(...)
  if wary then
    for i = 1, select("#", ...) do jit.off((select(i, ...)), true) end
  end
  return (...)
end

return interpreted(interpreted) -- a trace must not continue past jit.off
