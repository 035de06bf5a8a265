-- test_pool.lua — programs on fleece.pool(), each in a process of its own: their results, what they
-- keep, and how they end.  lua/test/alloc/pool.lua has the states whose memory runs out.
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"
local fleece = judge.fleece

local TestPool = {}

if judge.is_oracle then
  function TestPool.test_skipped() judge.note("the oracle has no pool") end
  return { TestPool = TestPool }
end

if judge.is_jit then
  function TestPool.test_luajit_keeps_its_allocator()
    for _ = 1, 2 do
      local ok, why = fleece.pool()
      lu.assertNil(ok)
      judge.contains(why, "LuaJIT")
    end
    lu.assertNil(fleece.info().pool)
  end
  return { TestPool = TestPool }
end

local function runs(program)
  -- Lua 5.4 and 5.5 never finalize objects that are created while a state closes: those leaks are Lua's.
  return judge.run("ASAN_OPTIONS=detect_leaks=0", "pooling.lua", program)
end

local function ends_well(program)
  local out, good = runs(program)
  lu.assertTrue(good, out)
  judge.contains(out, "reached the end of " .. program)
end

for _, program in ipairs { "basics", "memory", "before", "coroutine", "inside", "finalizer", "generations",
  "close", "late" } do
  TestPool["test_" .. program] = function() ends_well(program) end
end

function TestPool.test_a_program_that_fails()
  local out, good = runs("fail")
  lu.assertFalse(good)
  lu.assertNotNil(out:find("as it should", 1, true) or out:find("in a finalizer", 1, true), out) -- it depends
  lu.assertNil(out:find("reached", 1, true))
  lu.assertNil(out:lower():find("sanitizer", 1, true), out)
  lu.assertNil(out:find("Segmentation", 1, true), out)
end

function TestPool.test_a_program_that_exits()
  for _, program in ipairs { "exit", "exit_at_once" } do
    local out, good = runs(program)
    lu.assertTrue(good, out)
    lu.assertNil(out:find("reached", 1, true))
  end
end

return { TestPool = TestPool }
