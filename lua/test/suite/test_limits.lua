-- test_limits.lua — cycles, depth, sparse arrays, sizes: at the limit and one past it.
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"
local fleece, bytes, fails = judge.fleece, judge.bytes, judge.fails
local encode = fleece.encode

local TestDepth, TestCycles, TestSparse, TestLength = {}, {}, {}, {}

local function text_of(depth, inner) return ("["):rep(depth) .. inner .. ("]"):rep(depth) end

function TestDepth.test_default_is_1000()
  bytes(encode(judge.nest(1000, 1)), text_of(1000, "1"))
  bytes(encode(judge.nest(999, {})), text_of(999, "{}"))
  fails("nesting deeper than 1000 at $[1][1]", encode, judge.nest(1001, 1))
  fails("nesting deeper than 1000 at $[1][1]", encode, judge.nest(1000, {}))
end

function TestDepth.test_exactly_and_one_more()
  for _, limit in ipairs { 1, 2, 3, 7, 8, 9, 31, 32, 33, 63, 64, 65, 100, 1023, 1024, 1025, 3000 } do
    local opts = { max_depth = limit }
    bytes(encode(judge.nest(limit, 1), opts), text_of(limit, "1"))
    fails("nesting deeper than " .. limit, encode, judge.nest(limit + 1, 1), opts)
    bytes(encode(1, opts), "1")
  end
end

function TestDepth.test_every_walk_counts_alike()
  for _, opts in ipairs { {}, { indent = 0 }, { sort_keys = true }, { escape = "ascii" },
    { canonical = true }, { unsupported = "skip" } } do
    opts.max_depth = 5
    bytes((encode(judge.nest(5, 1), opts):gsub("%s", "")), text_of(5, "1"))
    fails("nesting deeper than 5", encode, judge.nest(6, 1), opts)
    local t = 1
    for _ = 1, 5 do t = { k = t } end
    lu.assertTrue((pcall(encode, t, opts)))
    fails("nesting deeper than 5 at $.k.k.k.k", encode, { k = t }, opts)
    fails("nesting deeper than 5", fleece.size, { k = t }, opts)
  end
end

function TestDepth.test_proxies_count()
  local function proxy(t)
    return setmetatable({}, { __pairs = function() return next, t, nil end })
  end
  local t = 1
  for i = 1, 10 do t = i % 2 == 0 and proxy { t } or { t } end
  bytes(encode(t, { max_depth = 10 }), text_of(10, "1"))
  fails("nesting deeper than 9", encode, t, { max_depth = 9 })
end

function TestDepth.test_a_table_that_writes_itself_counts()
  local own = setmetatable({}, { __tojson = function() return "[]" end })
  for _, opts in ipairs { {}, { sort_keys = true }, { indent = 1 } } do
    opts.max_depth = 2
    lu.assertTrue((pcall(encode, { own, a = own }, opts)))
    opts.max_depth = 1
    fails("nesting deeper than 1 at $.a", encode, { a = own }, opts)
    fails("nesting deeper than 1 at $[1]", encode, { own }, opts)
  end
end

function TestDepth.test_100000_levels()
  local t = judge.nest(100000, 1)
  fails("nesting deeper than 1000", encode, t)
  if judge.stack_levels < 100000 then
    fails("nesting too deep for this Lua's stack at $[1][1]", encode, t, { max_depth = 100000 })
    fails("nesting too deep for this Lua's stack at $[1][1]", fleece.json, t)
  else
    bytes(encode(t, { max_depth = 100000 }), text_of(100000, "1"))
    fails("nesting deeper than 99999", encode, t, { max_depth = 99999 })
  end
  local ok, out = pcall(fleece.json, t)
  if ok then bytes(out, text_of(100000, "1")) else judge.contains(out, "nesting") end
end

-- The greatest depth that memory allows by default; 10 million levels only on request.
function TestDepth.test_millions_of_levels()
  local depth = judge.long and 10000000 or 1000000
  if not judge.long then judge.note("10 million levels only with FJ_LONG=1; tried 1 million") end
  local t = judge.nest(depth, 1)
  fails("nesting deeper than 1000", encode, t)
  for _, f in ipairs { function() return fleece.json(t) end,
    function() return encode(t, { max_depth = 2 ^ 30 }) end } do
    local ok, out = pcall(f)
    if ok then
      bytes(#out, 2 * depth + 1)
      bytes(out:sub(depth - 1, depth + 3), "[[1]]")
    else
      lu.assertNotNil(out:find("nesting") or out:find("not enough memory"), out)
    end
  end
  bytes(encode { 1 }, "[1]")
end

function TestDepth.test_deep_proxies_do_not_overflow_the_stack_of_c()
  local function deep(n)
    return setmetatable({}, { __pairs = function() return next, { n > 0 and deep(n - 1) or 1 }, nil end })
  end
  local ok, out = pcall(encode, deep(100000), { max_depth = 1000000 })
  if ok then
    bytes(#out, 2 * 100001 + 1)
  else
    lu.assertNotNil(out:find("nesting") or out:find("stack") or out:find("memory"), out)
  end
  bytes(encode { 1 }, "[1]")
end

-- ---- Cycles -----------------------------------------------------------------------------

function TestCycles.test_cycles_of_every_length()
  for _, length in ipairs { 1, 2, 3, 10, 100, 999, 1000, 1001, 5000 } do
    local first = {}
    local t = first
    for _ = 2, length do
      t.k = {}
      t = t.k
    end
    t.k = first
    fails(length <= 1000 and "reference cycle" or "nesting", encode, first)
    local found = length <= judge.stack_levels and "reference cycle" or "nesting too deep"
    fails(found, encode, first, { max_depth = 100000 })
    fails(found, fleece.json, first)
    fails(found, fleece.size, first)
  end
end

function TestCycles.test_cycles_in_arrays()
  local t = { 1, { 2 }, 3 }
  t[2][2] = t
  fails("reference cycle at $[2][2]", encode, t)
  fails("reference cycle at $[2][2]", encode, t, { sort_keys = true })
  fails("reference cycle at $[2][2]", fleece.json, t)
end

function TestCycles.test_diamonds_are_no_cycles()
  local bottom = { "b" }
  local t = { bottom, bottom, { bottom, { bottom } } }
  bytes(encode(t), '[["b"],["b"],[["b"],[["b"]]]]')
  local deep = judge.nest(900, bottom)
  bytes(encode { deep, bottom, deep }, "[" .. text_of(900, '["b"]') .. ',["b"],'
    .. text_of(900, '["b"]') .. "]")
end

function TestCycles.test_cycle_through_proxies()
  local t = {}
  t.a = setmetatable({}, { __pairs = function() return next, { b = t }, nil end })
  fails("reference cycle", encode, t)
  local self
  self = setmetatable({}, { __len = function() return 1 end, __index = function() return self end })
  fails("reference cycle at $[1]", encode, self)
end

-- ---- Sparse -----------------------------------------------------------------------------

function TestSparse.test_at_the_limits()
  for safe = 0, 12 do
    for ratio = 1, 4 do
      for max = 1, 14 do
        for count = 1, max do
          local t, parts = {}, {}
          for i = 1, count - 1 do t[i] = 0 end
          t[max] = 0
          for i = 1, max do parts[i] = t[i] and "0" or "null" end
          local opts = { sparse_safe = safe, sparse_ratio = ratio }
          if max == count or max <= safe or max <= ratio * count then
            bytes(encode(t, opts), "[" .. table.concat(parts, ",") .. "]")
          else
            fails("sparse array", encode, t, opts)
          end
        end
      end
    end
  end
end

function TestSparse.test_enormous_indexes()
  for e = 4, 53 do
    local index = 2.0 ^ e
    fails({ "sparse array", string.format("%.0f", index), "$.x" }, encode, { x = { [index] = 1 } })
    bytes(encode({ [index] = 1 }, { sparse = "object" }), string.format('{"%.0f":1}', index))
    bytes(fleece.json { [index] = 1 }, string.format('{"%.0f":1}', index))
    fails("sparse array", encode, { 1, 2, [index] = 1 })
  end
end

function TestSparse.test_a_filled_array_far_out()
  local t = {}
  for i = 1, 1000 do t[i] = i end
  for i = 1002, 2000 do t[i] = i end
  local text = encode(t)
  judge.contains(text, "1000,null,1002")
  bytes(select(2, text:gsub(",", "")), 1999)
  t[5000] = 1
  fails("sparse array", encode, t)
end

-- Endless nulls are refused, not written: the table has two elements.
function TestSparse.test_ratio_bounds_the_work()
  fails("sparse array", encode, { 1, [2 ^ 40] = 1 }, { sparse_ratio = 1e6 })
end

-- ---- Length -----------------------------------------------------------------------------

function TestLength.test_long_strings()
  local n = judge.long and 1000000000 or 20000000
  if not judge.long then judge.note("strings of 1 GB only with FJ_LONG=1; tried 20 MB") end
  local ok, s = pcall(string.rep, "x", n)
  if not ok then
    judge.note("a string of %d bytes cannot be created here", n)
    s = ("x"):rep(1000000)
  end
  for _, f in ipairs { function() return encode(s) end, function() return fleece.json(s) end } do
    local good, out = pcall(f)
    if good then
      lu.assertEquals(#out, #s + 2)
    else
      judge.contains(out, "not enough memory")
    end
  end
  lu.assertEquals(fleece.size(s, {}), #s + 2)
  s = nil
  lu.assertNil(s)
  judge.collect()
  bytes(encode { 1 }, "[1]")
end

-- Each byte becomes six.
function TestLength.test_long_strings_that_grow()
  local n = judge.long and 200000000 or 3000000
  local s = ("\1"):rep(n)
  lu.assertEquals(fleece.size(s, {}), 6 * n + 2)
  local total = 0
  fleece.encode_to(function(piece) total = total + #piece end, { s })
  lu.assertEquals(total, 6 * n + 4)
end

function TestLength.test_wide_tables()
  local n = judge.long and 20000000 or 1000000
  local t = {}
  for i = 1, n do t[i] = true end
  lu.assertEquals(#encode(t), 5 * n + 1)
  t[n + 1] = print
  fails("cannot encode function at $[" .. string.format("%.0f", n + 1) .. "]", encode, t)
end

-- In memory that is used for the first time, as in a nested call: there a long key with escapes does
-- not fit.
function TestLength.test_long_keys_in_fresh_memory()
  for _, n in ipairs { 63, 64, 65, 500, 5000, 65000, 70000 } do
    local key, wanted = ("\1"):rep(n), '{"' .. ("\\u0001"):rep(n) .. '":1}'
    local inner
    encode { setmetatable({}, { __tojson = function(_, codec)
      inner = codec:encode { [key] = 1 }
      return "1"
    end }) }
    lu.assertTrue(inner == wanted, n .. " bytes")
  end
end

function TestSparse.test_a_hole_anywhere()
  for n = 2, 9 do
    for hole = 1, n - 1 do
      local t, members = {}, {}
      for i = 1, n do t[i] = i end
      t[hole] = nil
      for i = 1, n do
        if i ~= hole then members[#members + 1] = ('"%d":%d'):format(i, i) end
      end
      fails("sparse array", encode, t, { sparse = "error" })
      fails("sparse array", encode, { { 1, t } }, { sparse = "error" })
      bytes(encode(t, { sparse = "object", sort_keys = true }), "{" .. table.concat(members, ",") .. "}")
    end
  end
end

return { TestDepth = TestDepth, TestCycles = TestCycles, TestSparse = TestSparse,
  TestLength = TestLength }
