-- uncompiled.lua — on a beta of LuaJIT 2.1, what judges is left to the interpreter.
-- Owns: a loader of Lua files that keeps the compiler away from them: the betas compile loops
-- over pairs, some of which then miss the last member (see fleece.compat.interpreted), so
-- that originals, oracles and comparisons are now and then wrong, and not Fleece.
-- Must not know: tests.  Fleece's own Lua files are compiled as ever.
-- SPDX-License-Identifier: MIT

local uncompiled = {}

local jit = rawget(_G, "jit")
local wary = jit and jit.version:find("beta", 1, true)

-- The file at a path as a function, which assert can have.
function uncompiled.loadfile(path)
  local chunk, problem = loadfile(path)
  if chunk and wary then jit.off(chunk, true) end
  return chunk, problem
end

if wary then
  table.insert(package.loaders, 2, function(name)
    local path = not name:find("^fleece") and package.searchpath(name, package.path)
    return path and assert(uncompiled.loadfile(path)) or ""
  end)
end

return uncompiled
