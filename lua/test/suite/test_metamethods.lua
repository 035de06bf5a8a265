-- test_metamethods.lua — __tojson, __jsontype, __pairs, __index, __len; and what Lua code may
-- do during an encoding: raise, yield, change the table that is being walked, collect, recurse.
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"
local reader = require "reader"
local fleece, bytes, fails = judge.fleece, judge.bytes, judge.fails
local encode = fleece.encode

local TestTojson, TestProxies, TestHostile = {}, {}, {}

local function tojson(f) return setmetatable({}, { __tojson = f }) end
local function constant(text) return tojson(function() return text end) end

local walks = {
  {}, { indent = 0 }, { sort_keys = true }, { escape = "ascii" }, { escape = "E0" },
  { unsupported = "skip" }, { max_depth = 50 },
}

local function flat(text) return (text:gsub("%s", "")) end

-- ---- __tojson ---------------------------------------------------------------------------

function TestTojson.test_result_is_spliced()
  for _, opts in ipairs(walks) do
    bytes(encode(constant("[1,2]"), opts), "[1,2]")
    bytes(flat(encode({ constant("1"), 2 }, opts)), "[1,2]")
    bytes(flat(encode({ a = { constant('{"x":1}') } }, opts)), '{"a":[{"x":1}]}')
    bytes(flat(encode({ constant("1"), constant("2"), { constant("3") } }, opts)), "[1,2,[3]]")
  end
end

function TestTojson.test_arguments()
  local self, seen
  local t = tojson(function(a, b, ...)
    lu.assertEquals(select("#", ...), 0)
    self, seen = a, b
    return "1"
  end)
  encode { t }
  lu.assertTrue(rawequal(self, t))
  lu.assertEquals(type(seen), "table")
  lu.assertEquals(type(seen.encode), "function")
end

function TestTojson.test_the_codec_has_the_options_of_the_call()
  local t = setmetatable({ v = { b = 1, a = { } } }, {
    __tojson = function(self, codec) return codec:encode(self.v) end,
  })
  bytes(encode({ t }, { sort_keys = true, empty_table = "array" }), '[{"a":[],"b":1}]')
  bytes(judge.by_codec({ sort_keys = true }, "encode", { t }), '[{"a":{},"b":1}]')
  local codec = fleece.new { sort_keys = true }
  bytes(codec:encode({ t }, { empty_table = "array" }), '[{"a":[],"b":1}]')
end

function TestTojson.test_wins_over_everything_else()
  local t = setmetatable({ 1, 2 }, {
    __tojson = function() return '"mine"' end,
    __pairs = function() error("called") end,
    __len = function() error("called") end,
    __jsontype = "object",
  })
  bytes(encode { t }, '["mine"]')
end

function TestTojson.test_bad_results_are_errors_that_name_the_place()
  for _, bad in ipairs { "", "{", "nope", "[1,]", "1 2", '"\255"', "NaN" } do
    fails({ "__tojson", "$.a[1]" }, encode, { a = { constant(bad) } })
  end
  for _, bad in ipairs { 1, true, {}, print } do
    fails({ "__tojson", "$[1]" }, encode, { tojson(function() return bad end) })
  end
  fails({ "__tojson", "$" }, encode, tojson(function() return nil end))
  fails({ "__tojson", "$" }, encode, tojson(function() end))
end

function TestTojson.test_a_field_that_cannot_be_called()
  local ok, message = pcall(encode, setmetatable({}, { __tojson = 5 }))
  lu.assertFalse(ok)
  lu.assertEquals(type(message), "string")
  local callable = setmetatable({}, { __call = function() return "7" end })
  bytes(encode(setmetatable({}, { __tojson = callable })), "7")
end

function TestTojson.test_metatables_hidden_by_metatable_are_seen()
  bytes(encode(setmetatable({}, { __tojson = function() return "1" end, __metatable = false })), "1")
end

-- Metamethods are fields of the metatable itself, as in Lua.
function TestTojson.test_inherited_fields_do_not_count()
  local mt = setmetatable({}, { __index = { __tojson = function() error("called") end } })
  bytes(encode(setmetatable({ 1 }, mt)), "[1]")
end

-- Lua code that runs before a hole must not change what the hole becomes.
function TestTojson.test_holes_after_a_call()
  for _, v in ipairs { constant("1"), setmetatable({}, { __pairs = function() return next, { 1 }, nil end }) } do
    local text = encode(v)
    fails("sparse array", encode, { v, nil, 3 }, { sparse = "error" })
    fails("sparse array", encode, { v, nil, nil, nil, 5 }, { sparse_safe = 2 })
    bytes(encode({ v, nil, 3 }, { sparse = "object", sort_keys = true }),
      '{"1":' .. text .. ',"3":3}')
    bytes(#encode({ v, nil, 3 }, { sparse = "object" }), #text + 12)
    bytes(encode { v, nil, 3 }, "[" .. text .. ",null,3]")
    bytes(encode { { a = v }, nil, v }, '[{"a":' .. text .. "},null," .. text .. "]")
  end
  local opts = { sparse = "object", sort_keys = function(a, b) return a > b end }
  bytes(encode({ { a = 1, b = 1 }, nil, 6 }, opts), '{"3":6,"1":{"b":1,"a":1}}')
  opts = { sparse = "error", unsupported = function() return 1 end }
  fails("sparse array", encode, { print, nil, 6 }, opts)
end

-- ---- Proxies ----------------------------------------------------------------------------

local function by_pairs(t)
  return setmetatable({}, { __pairs = function() return next, t, nil end })
end

local function by_index(t)
  return setmetatable({}, {
    __index = function(_, k) return t[k] end,
    __len = function() return #t end,
  })
end

function TestProxies.test_pairs()
  for _, opts in ipairs(walks) do
    bytes(flat(encode(by_pairs { a = 1 }, opts)), '{"a":1}')
    bytes(flat(encode({ by_pairs { 1, 2, 3 } }, opts)), "[[1,2,3]]")
    bytes(flat(encode({ by_pairs {}, 1 }, opts)), "[{},1]")
    bytes(flat(encode(by_pairs { by_pairs { x = by_pairs { 1 } } }, opts)), '[{"x":[1]}]')
    bytes(flat(encode(by_pairs { 1, nil, 3 }, opts)), "[1,null,3]")
  end
  bytes(encode(by_pairs { b = 1, a = 2, [3] = 3 }, { sort_keys = true }), '{"3":3,"a":2,"b":1}')
  bytes(encode(by_pairs { b = print, a = 2 }, { unsupported = "skip" }), '{"a":2}')
  bytes(encode(by_pairs {}, { empty_table = "array" }), "[]")
end

function TestProxies.test_pairs_in_an_order_of_its_own()
  local ordered = setmetatable({}, { __pairs = function()
    local keys, i = { "z", "a", "m" }, 0
    return function()
      i = i + 1
      if keys[i] then return keys[i], i end
      return nil
    end
  end })
  bytes(encode(ordered), '{"z":1,"a":2,"m":3}')
  bytes(encode(ordered, { sort_keys = true }), '{"a":2,"m":3,"z":1}')
  bytes(encode({ ordered }, { indent = 1 }):gsub("%s", ""), '[{"z":1,"a":2,"m":3}]')
end

function TestProxies.test_pairs_with_marks()
  local function marked(t, kind)
    return setmetatable({}, { __pairs = function() return next, t, nil end, __jsontype = kind })
  end
  bytes(encode(marked({}, "array")), "[]")
  bytes(encode(marked({}, "object"), { empty_table = "array" }), "{}")
  bytes(encode(marked({ 5 }, "object")), '{"1":5}')
end

function TestProxies.test_len_and_index()
  for _, opts in ipairs(walks) do
    bytes(flat(encode(by_index { 1, 2, 3 }, opts)), "[1,2,3]")
    bytes(flat(encode({ a = by_index { by_index { "x" } } }, opts)), '{"a":[["x"]]}')
    bytes(flat(encode({ by_index {} }, opts)), "[[]]")
  end
  bytes(encode(by_index { print, 1 }, { unsupported = "skip" }), "[1]")
  local holes = setmetatable({}, {
    __index = function(_, i) return i % 2 == 0 and i or nil end,
    __len = function() return 4 end,
  })
  bytes(encode(holes), "[null,2,null,4]")
end

function TestProxies.test_index_table()
  local t = setmetatable({}, { __index = { 1, 2, 3 }, __len = function() return 2 end })
  bytes(encode(t), "[1,2]")
end

-- A class instance: its methods are not data.
function TestProxies.test_index_alone_is_not_a_proxy()
  local Class = { method = print }
  Class.__index = Class
  bytes(encode(setmetatable({ x = 1 }, Class)), '{"x":1}')
  bytes(encode { setmetatable({}, Class) }, "[{}]")
  bytes(encode { setmetatable({ 1, 2 }, Class) }, "[[1,2]]")
end

function TestProxies.test_a_table_with_len_and_members_of_its_own()
  local mt = { __len = function() return 1 end }
  bytes(encode(setmetatable({ x = 1 }, mt)), '{"x":1}')
  bytes(encode(setmetatable({ 1, 2 }, mt)), "[1,2]")
end

function TestProxies.test_read_only_object_with_all_three()
  local data = { a = 1 }
  local t = setmetatable({}, {
    __index = data, __len = function() return #data end,
    __pairs = function() return next, data, nil end,
  })
  bytes(encode(t), '{"a":1}')
end

function TestProxies.test_endless_proxies_end()
  local endless
  endless = setmetatable({}, {
    __index = function() return endless end,
    __len = function() return 1 end,
  })
  fails({ "cycle", "$[1]" }, encode, endless)
  local function fresh()
    return setmetatable({}, { __index = function() return fresh() end, __len = function() return 1 end })
  end
  fails("nesting deeper than 1000", encode, fresh())
  local function fresh_pairs()
    return setmetatable({}, { __pairs = function() return next, { k = fresh_pairs() }, nil end })
  end
  fails("nesting deeper than 1000", encode, fresh_pairs())
end

function TestProxies.test_weak_tables()
  local t = setmetatable({ {}, {}, {}, { 1 } }, { __mode = "v" })
  local text = encode(t)
  lu.assertTrue(reader.valid(text))
  local keep = { {}, "x" }
  bytes(encode(setmetatable({ keep[1], "x" }, { __mode = "v" })), '[{},"x"]')
end

-- ---- What callbacks may do --------------------------------------------------------------

-- Every kind of callback, as a function that creates a value (and options) which call f.
local callbacks = {
  tojson = function(f)
    return tojson(function() f() return '"c"' end), {}
  end,
  pairs = function(f)
    return setmetatable({}, { __pairs = function() f() return next, { 1 }, nil end }), {}
  end,
  iterator = function(f)
    return setmetatable({}, { __pairs = function(t)
      return function(_, k) f() return next({ a = 1, b = 2 }, k) end, t, nil
    end }), {}
  end,
  len = function(f)
    return setmetatable({}, { __len = function() f() return 1 end, __index = { 1 } }), {}
  end,
  index = function(f)
    return setmetatable({}, { __len = function() return 2 end, __index = function(_, i)
      f()
      return i
    end }), {}
  end,
  handler = function(f) return print, { unsupported = function() f() return 1 end } end,
  order = function(f)
    return { a = 1, b = 2 }, { sort_keys = function(a, b) f() return a < b end }
  end,
}

-- 5.1 and LuaJIT can create userdata whose tostring is Lua code.
if rawget(_G, "newproxy") then
  function callbacks.tostring(f)
    local u = rawget(_G, "newproxy")(true)
    getmetatable(u).__tostring = function() f() return "u" end
    return u, { unsupported = "tostring" }
  end
else
  judge.note("userdata with a custom __tostring cannot be created in Lua here")
end

local function each_callback(f)
  local names = {}
  for name in pairs(callbacks) do names[#names + 1] = name end
  table.sort(names)
  for _, name in ipairs(names) do f(name, callbacks[name]) end
end

local function surroundings(v)
  return { v, { v }, { a = v }, { 1, 2, v, 3 }, { a = 1, b = { v, "x" }, c = "y" } }
end

function TestHostile.test_errors_pass_through()
  each_callback(function(name, make)
    local v, opts = make(function() error("raised by " .. name) end)
    for _, value in ipairs(surroundings(v)) do
      fails("raised by " .. name, encode, value, opts)
      fails("raised by " .. name, fleece.size, value, opts)
      bytes(encode { a = { 1 } }, '{"a":[1]}')
    end
  end)
end

function TestHostile.test_error_values_pass_through_unchanged()
  each_callback(function(name, make)
    local mark = { name }
    local v, opts = make(function() error(mark, 0) end)
    local ok, err = pcall(encode, { v }, opts)
    lu.assertFalse(ok, name)
    lu.assertTrue(rawequal(err, mark), name)
  end)
end

function TestHostile.test_yields()
  each_callback(function(name, make)
    local v, opts = make(function() coroutine.yield("yielded") end)
    local co = coroutine.create(function() return encode({ v }, opts) end)
    local ok, out = coroutine.resume(co)
    while ok and coroutine.status(co) == "suspended" do ok, out = coroutine.resume(co) end
    if ok then
      lu.assertTrue(reader.valid(out), name)
    else
      judge.contains(tostring(out), "yield", name)
    end
    bytes(encode { 1, { a = 2 } }, '[1,{"a":2}]')
  end)
end

-- How the message refers to them, and the place that it names.
local yielders = {
  tojson = "__tojson at $.a[1]",
  pairs = "__pairs at $.a[1]",
  iterator = "the iterator of __pairs at $.a[1]",
  len = "__len at $.a[1]",
  index = "__index at $.a[1][1]",
  handler = "the function of unsupported at $.a[1]",
  order = "the function of sort_keys at $.a[1]",
  tostring = "__tostring at $.a[1]",
}

function TestHostile.test_the_message_says_what_yielded()
  each_callback(function(name, make)
    local v, opts = make(function() coroutine.yield("yielded") end)
    for _, safe in ipairs { false, true } do
      local co = coroutine.wrap(function()
        if safe then return require("fleece.safe").encode({ a = { v } }, opts) end
        return pcall(encode, { a = { v } }, opts)
      end)
      local _, message, detail = co()
      judge.contains(message, "cannot yield inside " .. yielders[name], name)
      if safe then lu.assertEquals(detail.code, "YIELD", name) end
    end
    bytes(encode { 1, { a = 2 } }, '[1,{"a":2}]')
  end)
end

-- Everything else that a callback does works the same in a coroutine.
function TestHostile.test_errors_in_a_coroutine()
  each_callback(function(name, make)
    local mark = { name }
    for _, value in ipairs { mark, "attempt to yield", "text" } do
      local v, opts = make(function() error(value, 0) end)
      local ok, err = coroutine.wrap(function() return pcall(encode, { v }, opts) end)()
      lu.assertFalse(ok, name)
      lu.assertTrue(rawequal(err, value), name)
    end
    local v, opts = make(function() end)
    local expected = encode({ v, { v } }, opts)
    local co = coroutine.wrap(function() return encode({ v, { v } }, opts) end)
    bytes(co(), expected, name)
  end)
end

-- A callback may run its own coroutines.
function TestHostile.test_coroutines_within_callbacks()
  each_callback(function(name, make)
    local v, opts = make(function()
      local inner = coroutine.wrap(function() coroutine.yield(1) return 2 end)
      lu.assertEquals(inner(), 1)
      lu.assertEquals(inner(), 2)
    end)
    local expected = encode({ v }, opts)
    bytes(coroutine.wrap(function() return encode({ v }, opts) end)(), expected, name)
  end)
end

function TestHostile.test_collecting()
  each_callback(function(name, make)
    local v, opts = make(function() collectgarbage() end)
    local plain = make(function() end)
    for i, value in ipairs(surroundings(v)) do
      local expected = encode(surroundings(plain)[i], opts)
      for _ = 1, 3 do bytes(encode(value, opts), expected, name) end
    end
  end)
end

function TestHostile.test_garbage_in_callbacks()
  each_callback(function(name, make)
    local v, opts = make(function()
      local waste = {}
      for i = 1, 200 do waste[i] = { tostring(i) .. "waste", { i, waste } } end
    end)
    local list = {}
    for i = 1, 50 do list[i] = { x = v, y = { "text " .. i } } end
    lu.assertTrue(reader.valid(encode(list, opts)), name)
  end)
end

function TestHostile.test_recursion()
  each_callback(function(name, make)
    local inner = {}
    local v, opts = make(function()
      inner[#inner + 1] = encode({ "in", { deep = { 1, 2, 3 } } }, { indent = 1 })
      inner[#inner + 1] = fleece.json { 1, nil, 3 }
      pcall(encode, { print })
      fleece.encode_to(function() end, { 1 })
    end)
    local text = encode({ "before", v, { "after", ("x"):rep(5000) } }, opts)
    lu.assertTrue(reader.valid(text), name)
    judge.contains(text, '"after","' .. ("x"):rep(5000))
    lu.assertTrue(#inner >= 2, name)
    for i = 1, #inner, 2 do
      bytes(inner[i]:gsub("%s", ""), '["in",{"deep":[1,2,3]}]', name)
    end
  end)
end

-- Nested encoding, three levels deep.
function TestHostile.test_deep_recursion_of_calls()
  local function nested(n)
    return setmetatable({}, { __tojson = function(_, codec)
      return n == 0 and "0" or codec:encode { nested(n - 1) }
    end })
  end
  bytes(encode(nested(50)), ("["):rep(50) .. "0" .. ("]"):rep(50))
  local function endless()
    return setmetatable({}, { __tojson = function(_, codec) return codec:encode(endless()) end })
  end
  local ok, message = pcall(encode, endless())
  lu.assertFalse(ok)
  lu.assertEquals(type(message), "string")
  bytes(encode { 1 }, "[1]")
end

-- What a callback may do to the table that contains it, and to the enclosing tables.
local changes = {
  add_members = function(t) for i = 1, 50 do t["new" .. i] = i end end,
  add_elements = function(t) for i = 100, 200 do t[i] = i end end,
  remove_others = function(t, v)
    for k, x in pairs(t) do if x ~= v then t[k] = nil end end
  end,
  remove_all = function(t) for k in pairs(t) do t[k] = nil end end,
  replace = function(t) for k in pairs(t) do t[k] = { "replaced", k } end end,
  remove_and_collect = function(t)
    for k in pairs(t) do t[k] = nil end
    collectgarbage()
    collectgarbage()
  end,
  clear_and_refill = function(t)
    for k in pairs(t) do t[k] = nil end
    collectgarbage()
    for i = 1, 40 do t["k" .. i] = { i } end
  end,
  shrink = function(t)
    for k in pairs(t) do t[k] = nil end
    t.x = 1
    for i = 1, 30 do t[i] = i end
    for i = 30, 1, -1 do t[i] = nil end
  end,
  change_metatable = function(t) setmetatable(t, { __pairs = function() return next, {}, nil end }) end,
}

local function containers()
  return {
    function(v) return { v, 1, 2, 3 } end,
    function(v) return { 1, 2, 3, v } end,
    function(v) return { 1, nil, v, nil, 5 } end,
    function(v) return { a = v } end,
    function(v) return { a = 1, b = v, c = { 2 }, d = "x", e = { f = 1 } } end,
    function(v) return { 1, 2, x = v, y = 2 } end,
    function(v)
      local t = {}
      for i = 1, 40 do t["k" .. i] = i % 3 == 0 and v or { i } end
      return t
    end,
    function(v) return setmetatable({ 1, v, 3 }, { __jsontype = "object" }) end,
    function(v) return setmetatable({ v, { 1 }, v }, { __mode = "k" }) end,
  }
end

-- Valid JSON and an error message are both acceptable; crashing, hanging and broken text are not.
-- A table that is being walked with next may also raise Lua's own error.
function TestHostile.test_changing_what_is_being_walked()
  local option_sets = { {}, { sort_keys = true }, { indent = 1 }, { escape = "ascii" },
    { unsupported = "skip" }, { sparse = "object" } }
  for name, change in pairs(changes) do
    for where = 0, 2 do
      for number, make in ipairs(containers()) do
        for _, opts in ipairs(option_sets) do
          local target
          local done = false
          local v
          v = tojson(function()
            if not done then
              done = true
              change(target, v)
            end
            return "7"
          end)
          local inner = make(v)
          local middle = { "m", inner, { k = 1 } }
          local outer = { o = middle, p = { 1, 2 } }
          target = where == 0 and inner or where == 1 and middle or outer
          local ok, out = pcall(encode, outer, opts)
          local what = string.format("%s, level %d, container %d", name, where, number)
          if ok then
            local good, why, at = reader.valid(out)
            lu.assertTrue(good, string.format("%s: %s at %s of %s", what, tostring(why),
              tostring(at), out))
          else
            lu.assertEquals(type(out), "string", what)
            lu.assertNotNil(out:find("changed") or out:find("next") or out:find("sparse")
              or out:find("array"), what .. ": " .. out)
          end
          bytes(encode { 1, { a = 2 } }, '[1,{"a":2}]')
        end
      end
    end
  end
end

-- The same through the other callbacks, for every member.
function TestHostile.test_changing_from_every_callback()
  each_callback(function(name, make)
    for change_name, change in pairs(changes) do
      local target
      local n = 0
      local v, opts = make(function()
        n = n + 1
        if n == 2 then change(target, nil) end
      end)
      target = { v, { a = v, b = { v, 1 } }, "s", { v } }
      local ok, out = pcall(encode, { target, target }, opts)
      local what = name .. ", " .. change_name
      if ok then
        lu.assertTrue(reader.valid(out), what)
      else
        lu.assertEquals(type(out), "string", what)
      end
      bytes(encode { 1 }, "[1]")
    end
  end)
end

-- The value itself is freed while it is being encoded.
function TestHostile.test_dropping_what_is_being_walked()
  local holder = {}
  holder.list = { 1, { tojson(function()
    holder.list = nil
    collectgarbage()
    collectgarbage()
    for i = 1, 1000 do fleece.json { i, { "x" .. i } } end
    return '"gone"'
  end), "still", { "here", { "deep" } } }, "end" }
  local function run() return encode(holder.list) end
  bytes(run(), '[1,["gone","still",["here",["deep"]]],"end"]')
end

-- Only the parent references the table that is being walked, and the callback removes that reference.
function TestHostile.test_cutting_the_way_up()
  for _, opts in ipairs(walks) do
    local root = { { { {} } } }
    local level2 = root[1][1]
    level2[1] = { tojson(function()
      root[1] = { "other" }
      for i = 1, 100 do root["k" .. i] = { i } end
      collectgarbage()
      return "1"
    end), "tail", { "of", "it" } }
    level2 = nil
    local ok, out = pcall(encode, root, opts)
    lu.assertNil(level2)
    if ok then
      lu.assertTrue(reader.valid(out), out)
      judge.contains(flat(out), '1,"tail",["of","it"]')
    else
      judge.contains(out, "changed")
    end
  end
end

function TestHostile.test_metatables_that_change()
  local mt = {}
  local list = {}
  for i = 1, 20 do list[i] = setmetatable({ i }, mt) end
  table.insert(list, 5, tojson(function()
    mt.__jsontype = "object"
    return "0"
  end))
  local text = encode(list)
  lu.assertTrue(reader.valid(text))
  judge.contains(text, '[4],0,{"1":5}')
end

return { TestTojson = TestTojson, TestProxies = TestProxies, TestHostile = TestHostile }
