-- test_states.lua — coroutines, thousands of codecs, finalizers, the end of a state.
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"
local fleece, bytes = judge.fleece, judge.bytes
local encode = fleece.encode

local TestCoroutines, TestCodecs, TestFinalizers, TestInfo = {}, {}, {}, {}

function TestCoroutines.test_encoding_inside()
  local threads = {}
  for i = 1, 100 do
    threads[i] = coroutine.wrap(function()
      for j = 1, 10 do coroutine.yield(encode { i, j, { ("x"):rep(i) } }) end
    end)
  end
  for j = 1, 10 do
    for i = 1, 100 do
      bytes(threads[i](), string.format('[%d,%d,["%s"]]', i, j, ("x"):rep(i)))
    end
  end
end

function TestCoroutines.test_callbacks_that_run_coroutines()
  local t = setmetatable({}, { __tojson = function(_, codec)
    local co = coroutine.wrap(function()
      coroutine.yield(codec:encode { 1 })
      coroutine.yield(codec:encode { 2 })
    end)
    return "[" .. co() .. "," .. co() .. "]"
  end })
  bytes(encode { t, { t } }, "[[[1],[2]],[[[1],[2]]]]")
end

function TestCoroutines.test_an_encoding_left_in_the_middle()
  for _ = 1, 50 do
    local co = coroutine.create(function()
      return encode { { "deep", setmetatable({}, { __tojson = function()
        coroutine.yield()
        return "1"
      end }) } }
    end)
    coroutine.resume(co)
    bytes(encode { "main" }, '["main"]')
  end
  judge.collect()
  bytes(encode { { "main" } }, '[["main"]]')
end

function TestCoroutines.test_errors_inside()
  for _ = 1, 50 do
    local co = coroutine.create(function() return encode { 1, { print } } end)
    local ok, err = coroutine.resume(co)
    lu.assertFalse(ok)
    judge.contains(err, "$[2][1]")
    bytes(encode { 1 }, "[1]")
  end
end

-- The thread that first used the module is freed.
function TestCoroutines.test_the_thread_of_first_use_dies()
  coroutine.wrap(function() encode { { { 1 } } } end)()
  judge.collect()
  bytes(encode { { { 2 } } }, "[[[2]]]")
  local codec = coroutine.wrap(function() return fleece.new { sort_keys = true } end)()
  judge.collect()
  bytes(codec:encode { b = 1, a = 2 }, '{"a":2,"b":1}')
end

function TestCoroutines.test_deep_stacks()
  local function deep(n)
    if n == 0 then return encode { { "bottom" } } end
    return (deep(n - 1))
  end
  bytes(deep(150), '[["bottom"]]')
  -- Lua 5.4.0 to 5.4.2 have 200 levels for C, and no Lua call can nest deeper.
  local function bare(n) return n == 0 or (bare(n - 1)) end
  local levels = 3000
  while not pcall(coroutine.wrap(function() return bare(levels) end)) do levels = math.floor(levels / 2) end
  lu.assertTrue(levels >= 93)
  bytes(coroutine.wrap(function() return deep(levels - 20) end)(), '[["bottom"]]')
end

function TestCodecs.test_thousands()
  local codecs = {}
  for i = 1, 3000 do codecs[i] = fleece.new { indent = i % 9, sort_keys = i % 2 == 0 } end
  for i = 1, 3000, 7 do
    bytes(codecs[i]:encode { 1 }, "[\n" .. (" "):rep(i % 9) .. "1\n]")
  end
  codecs = nil
  lu.assertNil(codecs)
  judge.collect()
  bytes(encode { 1 }, "[1]")
end

function TestCodecs.test_long_lines_of_inheritance()
  local codec = fleece.new { indent = 1 }
  for i = 1, 500 do codec = codec:new { max_depth = i } end
  bytes(codec:encode { 1 }, "[\n 1\n]")
  judge.fails("nesting deeper than 500", codec.encode, judge.nest(501))
end

function TestCodecs.test_what_options_hold_is_held()
  local codec = fleece.new {
    sort_keys = function(a, b) return a > b end,
    unsupported = function() return "made" end,
    indent = "\t" .. "\t",
  }
  local listed = fleece.new { sort_keys = { "z" .. "z", "y" .. "y" } }
  judge.collect()
  for i = 1, 1000 do assert(tostring(i) .. "waste") end
  bytes(codec:encode { a = 1, b = print }, '{\n\t\t"b": "made",\n\t\t"a": 1\n}')
  bytes(listed:encode { aa = 1, yy = 2, zz = 3 }, '{"zz":3,"yy":2,"aa":1}')
end

-- ---- Finalizers -------------------------------------------------------------------------

-- An object whose finalizer is f: a table where tables have finalizers, otherwise a userdata.
local function finalized(f)
  if not judge.is_jit and judge.version >= 5.2 then return setmetatable({}, { __gc = f }) end
  local u = rawget(_G, "newproxy")(true)
  getmetatable(u).__gc = f
  return u
end

function TestFinalizers.test_fleece_in_a_finalizer()
  local results = {}
  for i = 1, 50 do
    finalized(function()
      results[#results + 1] = encode({ i, { "gc" } }, { sort_keys = true })
      pcall(encode, { print })
    end)
  end
  judge.collect()
  lu.assertEquals(#results, 50)
  for _, text in ipairs(results) do lu.assertNotNil(text:find('^%[%d+,%["gc"%]%]$')) end
end

-- The finalizer runs during an encoding.
function TestFinalizers.test_fleece_in_a_finalizer_during_an_encoding()
  local results = {}
  local t = setmetatable({}, { __tojson = function()
    finalized(function() results[#results + 1] = encode { "finalizer", { 1 } } end)
    collectgarbage()
    collectgarbage()
    return '"t"'
  end })
  for _ = 1, 20 do bytes(encode { { "a", t }, "b", { t } }, '[["a","t"],"b",["t"]]') end
  judge.collect()
  lu.assertEquals(#results, 40)
  for _, text in ipairs(results) do bytes(text, '["finalizer",[1]]') end
end

-- A large string is built while the allocator is observed; code that runs meanwhile may do the same,
-- and may fail.
function TestFinalizers.test_large_results_with_finalizers()
  local large = ("x"):rep(5e6)
  local text, seen, made = '["' .. large .. '"]', 0, 0
  -- LuaJIT does not handle errors in finalizers well: 2.1.0-beta3 crashes if one is raised
  -- under a trace, with no module loaded.
  if judge.is_jit then judge.note("LuaJIT: no finalizer fails while a large result is built") end
  local caught = false -- before Lua 5.4 a finalizer's error is raised wherever it happens to run
  local function large_text()
    made = made + 1
    return encode { large }
  end
  local function catch(f)
    caught = true
    local good, out = pcall(f)
    caught = false
    return good, out
  end
  for round = 1, 8 do
    for i = 1, 3 do
      finalized(function()
        seen = seen + 1
        if seen < 20 then lu.assertEquals(#large_text(), #text) end
        if i == 3 and caught and not judge.is_jit then error("from a finalizer", 0) end
      end)
    end
    for _ = 1, 4 do
      local good, out = catch(large_text)
      if good then lu.assertTrue(out == text) else judge.contains(out, "from a finalizer") end
    end
    if round % 2 == 0 then for _ = 1, 4 do catch(collectgarbage) end end
  end
  lu.assertTrue(seen > 0 and made > 32)
  bytes(encode { large:sub(1, 3) }, '["xxx"]')
end

if not judge.is_oracle then
  function TestFinalizers.test_fleece_while_the_state_closes()
    -- Lua 5.4 and 5.5 never finalize objects that are created while a state closes: those leaks are Lua's.
    local out, good = judge.run("ASAN_OPTIONS=detect_leaks=0", "closing.lua")
    lu.assertTrue(good, out)
    judge.contains(out, 'before ["open"]')
    judge.contains(out, "closing")
  end
end

-- ---- Information ------------------------------------------------------------------------

function TestInfo.test_info()
  local info = fleece.info()
  lu.assertEquals(type(info.version), "string")
  lu.assertEquals(info.version, fleece._VERSION)
  judge.contains(info.lua, "Lua")
  judge.one_of(info.backend, { "lua51", "lua52", "lua53", "lua54", "lua55", "luajit64",
    "luajit32", "capi" })
  judge.one_of(info.kernel, { "avx512", "avx2", "sse2", "neon", "scalar" })
  lu.assertFalse(rawequal(info, fleece.info()))
end

if not judge.is_oracle then
  -- If a layout is known, it must be in use: falling back is not an error that a user would see.
  function TestInfo.test_the_fast_backend_is_in_use()
    if os.getenv("FLEECE_BACKEND") and os.getenv("FLEECE_BACKEND") ~= "" then
      judge.note("FLEECE_BACKEND=%s is set", os.getenv("FLEECE_BACKEND"))
      bytes(fleece.info().backend, os.getenv("FLEECE_BACKEND"))
      return
    end
    if os.getenv("EXPECTED_BACKEND") then -- for a release whose layout is known to differ
      bytes(fleece.info().backend, os.getenv("EXPECTED_BACKEND"))
      judge.contains(fleece.info().reason, "differ")
      return
    end
    local expected = judge.is_jit and "luajit" or "lua" .. _VERSION:gsub("[^%d]", "")
    bytes(fleece.info().backend:sub(1, #expected), expected)
  end

  function TestInfo.test_forcing()
    local out = judge.run("FLEECE_BACKEND=capi", "differ.lua", "1", "1")
    judge.contains(out, "backend capi")
    out = judge.run("FLEECE_KERNEL=scalar", "differ.lua", "1", "1")
    judge.contains(out, "kernel scalar")
    out = judge.run("FLEECE_KERNEL=nonsense FLEECE_BACKEND=nonsense", "differ.lua", "1", "1")
    judge.contains(out, "backend")
  end

  function TestInfo.test_loading_again_gives_the_same_marks()
    local marked = fleece.array {}
    package.loaded.fleece = nil
    local again = require "fleece"
    package.loaded.fleece = fleece
    bytes(again.encode { marked, again.null, fleece.null, again.raw "1", fleece.raw "2" },
      "[[],null,null,1,2]")
    bytes(encode { again.array {}, again.raw "1" }, "[[],1]")
  end
end

return { TestCoroutines = TestCoroutines, TestCodecs = TestCodecs, TestFinalizers = TestFinalizers,
  TestInfo = TestInfo }
