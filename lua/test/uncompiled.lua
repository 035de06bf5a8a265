-- uncompiled.lua — on a LuaJIT that compiles pairs incorrectly, the code that judges is interpreted.
-- Owns: a loader of Lua files that keeps the compiler away from them where it loses members
-- (fleece.interpreted says where).  Otherwise originals, oracles and comparisons would now and then be
-- wrong although Fleece is right.
-- Must not know: tests, LuaJIT's releases.  Fleece's own Lua files are compiled as usual.
-- SPDX-License-Identifier: MIT

local interpreted = require("fleece.interpreted")

local uncompiled = {}

-- The file at a path as a function, in a form for assert.
function uncompiled.loadfile(path)
  local chunk, problem = loadfile(path)
  return chunk and interpreted(chunk), problem
end

-- The function that calls this, a script's main function, is part of the code that judges.
function uncompiled.this() interpreted(debug.getinfo(2, "f").func) end

if rawget(_G, "jit") then
  table.insert(package.loaders, 2, function(name)
    local path = not name:find("^fleece") and package.searchpath(name, package.path)
    return path and assert(uncompiled.loadfile(path)) or ""
  end)
end

return uncompiled
