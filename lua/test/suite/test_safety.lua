-- test_safety.lua — Lua code that invalidates memory during an encoding: the encoder must never touch
-- freed memory.  Many of these tests fail only under the address sanitizer or valgrind; each also
-- states the result that a safe encoder gives.
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"
local fleece, bytes, fails = judge.fleece, judge.bytes, judge.fails
local encode = fleece.encode

local TestParked, TestNested, TestFinalizers, TestStack = {}, {}, {}, {}

local function tojson(f) return setmetatable({}, { __tojson = f }) end

-- Fills t with enough keys to reallocate its vectors.
local function grow(t, n)
  for i = 1, n or 100 do t["grown" .. i] = i end
end

local function collect()
  collectgarbage()
  collectgarbage()
end

-- A string with no other reference.
local function fresh(n) return ("fresh"):rep(20) .. n end

-- ---- Parked tables that changed -----------------------------------------------------------

-- The path of an error names keys of every table on the way down, including tables that have new
-- vectors since they were parked.
function TestParked.test_path_through_a_table_that_was_rehashed()
  for _, opts in ipairs { {}, { sort_keys = true }, { indent = 1 } } do
    local root = { inner = { tojson(function() return "1" end), print } }
    local paths = {}
    opts.unsupported = function(_, path)
      paths[#paths + 1] = path
      return 1
    end
    root.inner[1] = tojson(function()
      grow(root, 1000)
      collect()
      return "1"
    end)
    if fleece.info().backend == "capi" then
      -- Lua's own next continues through a table that has grown, or raises an error.
      local ok, result = pcall(encode, root, opts)
      judge.contains(result, ok and '"inner":' or "next")
      bytes(encode { root.inner[2] and 1 }, "[1]")
    else
      fails("changed", encode, root, opts)
    end
    lu.assertEquals(#paths, 1)
    judge.contains(paths[1], "[2]")
  end
end

function TestParked.test_error_path_through_a_table_that_was_rehashed()
  local root = { inner = {} }
  root.inner[1] = tojson(function()
    grow(root, 1000)
    collect()
    return "nonsense"
  end)
  fails({ "__tojson", "[1]" }, encode, root)
end

function TestParked.test_path_through_a_table_that_was_emptied()
  for _, opts in ipairs { {}, { sort_keys = true } } do
    local root = {}
    for i = 1, 20 do root[fresh(i)] = tojson(function() return "1" end) end
    local n = 0
    for k in pairs(root) do
      local held = k -- luacheck: ignore
      root[k] = tojson(function()
        for other in pairs(root) do root[other] = nil end
        held = nil -- luacheck: ignore
        collect()
        n = n + 1
        return "nonsense"
      end)
    end
    fails("__tojson", encode, root, opts)
    lu.assertEquals(n, 1)
  end
end

-- ---- Holes ----------------------------------------------------------------------------------

-- Holes are treated as if they had been counted first, whatever precedes them.
function TestParked.test_holes_behind_a_special_value()
  local function holes()
    local t = {}
    for i = 1, 40 do t[i] = i end
    t[1] = tojson(function() return "1" end)
    for i = 2, 39 do t[i] = nil end
    return t
  end
  fails({ "$", "sparse" }, encode, holes())
  fails({ "$", "sparse" }, encode, holes(), { sparse = "error" })
  fails({ "$.a", "sparse" }, encode, { a = holes() }, { sparse = "error" })
  bytes(encode(holes(), { sparse = "object" }), '{"1":1,"40":40}')
  bytes(encode({ { holes() } }, { sparse = "object" }), '[[{"1":1,"40":40}]]')
end

function TestParked.test_holes_around_an_inner_special_value()
  local function outer(inner)
    local t = {}
    for i = 1, 40 do t[i] = i end
    for i = 2, 39 do t[i] = nil end
    t[1] = inner
    return t
  end
  local inner = { tojson(function() return "7" end) }
  bytes(encode(outer(inner), { sparse = "object" }), '{"1":[7],"40":40}')
  bytes(encode(outer { a = outer(inner) }, { sparse = "object" }),
    '{"1":{"a":{"1":[7],"40":40}},"40":40}')
  fails("sparse", encode, outer(inner))
  local called = 0
  local silent = tojson(function()
    called = called + 1
    return "1"
  end)
  fails("sparse", encode, outer { silent })
  lu.assertEquals(called, 0)
  fails("sparse", encode, outer { 0 / 0 })
end

-- An array is written at most twice, however deep the holes are; otherwise this would take 2^60
-- steps.
function TestParked.test_nested_holes_take_no_exponential_time()
  local t = 1
  for _ = 1, 60 do t = { t, nil, 3 } end
  bytes(encode(t), ("["):rep(60) .. "1" .. (",null,3]"):rep(60))
  bytes(fleece.json(t), ('{"1":'):rep(60) .. "1" .. (',"3":3}'):rep(60))
  bytes(encode(t, { sparse = "object", sort_keys = true }),
    ('{"1":'):rep(60) .. "1" .. (',"3":3}'):rep(60))
  lu.assertEquals(fleece.size(t), #fleece.json(t))
end

-- ---- Keys, values and metatables that are freed -----------------------------------------------

-- tostring of a cdata runs Lua code during the walk.
function TestParked.test_skipping_a_cdata_that_removes_itself()
  local found, ffi = pcall(require, "ffi")
  if not found then
    judge.note("no LuaJIT FFI here: a cdata whose __tostring changes the table")
    return
  end
  local action = {}
  local kind = ffi.metatype("struct { int fleece_safety; }", {
    __tostring = function() return action.run() end,
  })
  for _, opts in ipairs { {}, { sort_keys = true }, { indent = 2 } } do
    opts.unsupported = "skip"
    for _, result in ipairs { "12LL", "other" } do
      local t = { keep = 1 }
      for i = 1, 20 do t[fresh(i)] = kind() end
      action.run = function()
        for k in pairs(t) do if k ~= "keep" then t[k] = nil end end
        collect()
        return result
      end
      local ok, text = pcall(encode, { t }, opts)
      if ok then
        judge.contains(text, '"keep"')
      else
        judge.contains(text, "cdata")
      end
      local list = {}
      for i = 1, 20 do list[i] = kind() end
      action.run = function()
        for i = 1, 20 do list[i] = nil end
        collect()
        return result
      end
      lu.assertNotNil((select(2, pcall(encode, list, opts))))
    end
  end
end

-- The metatable that a proxy's __index discards may reappear as another table's at the same
-- address.
function TestParked.test_metatables_that_come_and_go()
  local n, length = 0, judge.long and 400 or 80
  local proxy = setmetatable({}, {
    __len = function() return length end,
    __index = function(_, i)
      collect()
      n = n + 1
      return setmetatable({ 1 }, { __jsontype = i % 2 == 0 and "object" or "array" })
    end,
  })
  local pieces = {}
  for i = 1, length do pieces[i] = i % 2 == 0 and '{"1":1}' or "[1]" end
  bytes(encode(proxy), "[" .. table.concat(pieces, ",") .. "]")
  lu.assertEquals(n, length)
end

-- Indices that __pairs yields twice: the first of each counts.
function TestParked.test_pairs_that_repeats_indices()
  local order = { 1, 1, 2, 2, 3 }
  local t = setmetatable({}, {
    __pairs = function()
      local i = 0
      return function()
        i = i + 1
        if order[i] then return order[i], i * 10 end
      end
    end,
  })
  bytes(encode(t, { sparse = "null" }), "[10,30,50]")
end

-- Number keys of a table whose first key in memory is a string; another table has used the same frame
-- before.
function TestParked.test_mixed_keys_are_an_error_in_any_order()
  for i = 1, 40 do
    local t = { ["key" .. i] = 1, [i + 0.5] = 2 }
    fails("a number key", encode, { { fleece.object { 1 } }, t },
      { mixed_keys = "error", sort_keys = true })
  end
end

-- ---- Nested calls ---------------------------------------------------------------------------

-- Every level of nesting parks its own tables; all of them are still there afterwards.
function TestNested.test_same_function_nested_with_parked_tables()
  local function build(depth)
    return { keep = { fresh(depth) }, tojson(function()
      collect()
      return depth == 0 and "0" or encode(build(depth - 1))
    end), last = { fresh(depth) } }
  end
  for _ = 1, 5 do
    local text = encode(build(6))
    for depth = 0, 6 do
      local _, count = text:gsub('"' .. fresh(depth) .. '"', "")
      lu.assertEquals(count, 2)
    end
  end
end

function TestNested.test_errors_through_leave_no_memory_behind()
  local bad = { ("x"):rep(100), tojson(function() error("through", 0) end) }
  local function used()
    collect()
    return collectgarbage("count")
  end
  for _ = 1, 50 do pcall(encode, bad) end
  local before = used()
  for _ = 1, 500 do lu.assertFalse((pcall(encode, bad))) end
  lu.assertTrue(used() < before + 64)
  bytes(encode { 1 }, "[1]")
end

function TestNested.test_coroutines_take_turns()
  local inside
  local t = { { fresh(1) }, tojson(function()
    local co = coroutine.create(function() return encode { { fresh(2) }, inside } end)
    local ok, text = coroutine.resume(co)
    collect()
    return ok and text or error(text, 0)
  end), { fresh(3) } }
  inside = tojson(function() return "5" end)
  bytes(encode(t), '[["' .. fresh(1) .. '"],[["' .. fresh(2) .. '"],5],["' .. fresh(3) .. '"]]')
end

function TestNested.test_a_coroutine_that_dies_in_the_middle()
  for _ = 1, 20 do
    local co = coroutine.wrap(function()
      return encode { { 1 }, tojson(function() return coroutine.yield() end) }
    end)
    lu.assertFalse((pcall(co)))
    co = nil -- luacheck: ignore
    collect()
    bytes(encode { { 2 } }, "[[2]]")
  end
end

-- ---- Finalizers -------------------------------------------------------------------------------

-- Calls f whenever a collection reaches a garbage object, until f returns a truthy value.
local function on_collection(f)
  local again
  function again()
    if f() then return end
    if newproxy then -- luacheck: ignore
      local p = newproxy(true) -- luacheck: ignore
      getmetatable(p).__gc = again
    else
      setmetatable({}, { __gc = again })
    end
  end
  again()
end

-- Runs f with a collector that starts its next cycle immediately.
local function eagerly(f)
  local function set_pause(n)
    if judge.version >= 5.5 then return collectgarbage("param", "pause", n) end
    return collectgarbage("setpause", n)
  end
  local old = set_pause(1)
  local ok, err = pcall(f)
  set_pause(old)
  if not ok then error(err, 0) end
end

function TestFinalizers.test_encode_within_allocations_of_encode()
  local done, busy, calls, texts = false, false, 0, 0
  on_collection(function()
    if not busy then
      busy = true
      calls = calls + 1
      local inner = { { fresh(calls) }, tojson(function() return '"in"' end), { 1 } }
      if encode(inner) == '[["' .. fresh(calls) .. '"],"in",[1]]' then texts = texts + 1 end
      busy = false
    end
    return done
  end)
  eagerly(function()
    for i = 1, 300 do
      local outer = { { fresh(i) }, tojson(function()
        return encode { { fresh(-i) }, tojson(function() return '"deep"' end) }
      end), { fresh(i) } }
      bytes(encode(outer), '[["' .. fresh(i) .. '"],[["' .. fresh(-i) .. '"],"deep"],["' ..
        fresh(i) .. '"]]')
    end
  end)
  done = true
  lu.assertTrue(calls > 0)
  lu.assertEquals(texts, calls)
end

-- The text of a buffer is never a mixture, whoever writes to the buffer meanwhile.
function TestFinalizers.test_buffer_that_grows_while_it_becomes_a_string()
  local done, calls = false, 0
  local b = fleece.buffer(("x"):rep(5000))
  on_collection(function()
    if not done then
      calls = calls + 1
      b:reset():put(("y"):rep(2000 + calls % 7 * 4000))
    end
    return done
  end)
  eagerly(function()
    for _ = 1, 500 do
      local s = b:tostring()
      lu.assertTrue(s:find("^x+$") ~= nil or s:find("^y+$") ~= nil)
    end
  end)
  done = true
  lu.assertTrue(calls > 0)
end

-- A finalizer that releases the buffer's memory, makes strings of it and raises errors.
function TestFinalizers.test_buffer_that_is_released_while_it_becomes_a_string()
  local done, calls = false, 0
  local b = fleece.buffer()
  on_collection(function()
    if not done then
      calls = calls + 1
      if calls % 3 == 0 then getmetatable(b).__gc(b) end
      local s = b:put(("y"):rep(3000)):tostring()
      lu.assertTrue(s:find("^[xy]*y$") ~= nil)
      if calls % 5 == 0 then error("finalizer") end
    end
    return done
  end)
  -- before 5.4, an error of the finalizer is raised by whatever allocates
  local function step()
    pcall(b.reset, b)
    pcall(b.put, b, ("x"):rep(5000))
    return b:tostring():find("^[xy]*$") ~= nil
  end
  eagerly(function()
    for _ = 1, 300 do
      local ok, right = pcall(step)
      lu.assertTrue(not ok or right)
    end
  end)
  done = true
  repeat until pcall(judge.collect)
  lu.assertTrue(calls > 0)
end

function TestFinalizers.test_pairs_that_goes_away()
  local done, mt = false, nil
  on_collection(function()
    if mt then mt.__pairs = nil end
    return done
  end)
  eagerly(function()
    for _ = 1, 300 do
      mt = { __pairs = function(t) return next, t end }
      local ok, text = pcall(encode, { setmetatable({ a = 1 }, mt) })
      lu.assertTrue(ok, text)
      bytes(text, '[{"a":1}]')
    end
  end)
  done = true
end

-- ---- The Lua stack ------------------------------------------------------------------------------

-- Lists and proxies keep values on the Lua stack: if it overflows, that is an error with a place.
local function deep_pairs(n, innermost)
  local t = innermost or 1
  for _ = 1, n do
    local inner = t
    t = setmetatable({}, { __pairs = function() return next, { k = inner } end })
  end
  return t
end

function TestStack.test_deep_pairs()
  for _, n in ipairs { 900, 1990, 1995, 2000, 2500, 5000 } do
    local ok, text = pcall(encode, deep_pairs(n), { max_depth = 10000 })
    if ok then
      lu.assertEquals(#text, n * 6 + 1)
    else
      judge.contains(text, "$.k.k")
    end
  end
end

-- Other uses of the stack shift the point at which it ends: a proxy takes one slot per level.
function TestStack.test_stack_ends_at_every_offset()
  local function proxy(inner)
    return setmetatable({}, { __len = function() return 1 end,
      __index = function() return inner end })
  end
  local deep = deep_pairs(4000)
  for shift = 0, 30 do
    local t = deep
    for _ = 1, shift do t = proxy(t) end
    local ok, text = pcall(encode, t, { max_depth = 100000 })
    if not ok then judge.contains(text, "$" .. ("[1]"):rep(math.min(shift, 8))) end
  end
end

function TestStack.test_handler_that_feeds_itself()
  local opts
  opts = { max_depth = 100000, unsupported = function() return { print } end }
  fails("$[1][1]", encode, { print }, opts)
  opts.max_depth = 300
  fails({ "300", "$[1][1]" }, encode, { print }, opts)
end

return { TestParked = TestParked, TestNested = TestNested, TestFinalizers = TestFinalizers,
  TestStack = TestStack }
