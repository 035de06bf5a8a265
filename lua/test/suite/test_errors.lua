-- test_errors.lua — messages name the fault and the place; the safe module.
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"
local fleece, bytes, fails = judge.fleece, judge.bytes, judge.fails
local encode = fleece.encode

local TestPaths, TestMessages, TestSafe = {}, {}, {}

local function put(path, value)
  local t = value
  for i = #path, 1, -1 do t = { [path[i]] = t } end
  return t
end

function TestPaths.test_paths()
  fails("cannot encode function at $.user.tags[3]", encode,
    { user = { tags = { "a", "b", print } } })
  fails("cannot encode function at $", encode, print)
  fails("at $[1]", encode, { print })
  fails("at $.a", encode, { a = print })
  fails("at $.a.b.c", encode, put({ "a", "b", "c" }, print))
  fails('at $["other key"]', encode, put({ "other key" }, print))
  fails('at $[""]', encode, put({ "" }, print))
  fails('at $["1x"]', encode, put({ "1x" }, print))
  fails('at $["a.b"].c', encode, put({ "a.b", "c" }, print))
  fails('at $["say \\"hi\\""]', encode, put({ 'say "hi"' }, print))
  fails('at $["back\\\\slash"]', encode, put({ "back\\slash" }, print))
  fails("at $._x9", encode, put({ "_x9" }, print))
  fails("at $[2][1].k", encode, { 1, { { k = print } } })
end

-- Every walker must name the same place, the path of the value, whatever the options.
function TestPaths.test_paths_under_every_walk()
  local value = { list = { 1, { deep = { true, print } } } }
  local expected = "cannot encode function at $.list[2].deep[2]"
  for _, opts in ipairs {
    {}, { indent = 2 }, { sort_keys = true }, { canonical = true }, { escape = "ascii" },
    { escape = "E0" }, { utf8 = "pass" }, { float_digits = 3 }, { metamethods = false },
    { sort_keys = { "x" } }, { sort_keys = function(a, b) return a < b end },
  } do
    fails(expected, encode, value, opts)
    fails(expected, fleece.size, value, opts)
    fails(expected, fleece.encode_to, function() end, value, opts)
  end
end

function TestPaths.test_paths_through_metamethods()
  local bad = { x = { print } }
  local by_pairs = setmetatable({}, { __pairs = function() return next, bad, nil end })
  fails("function at $.a.x[1]", encode, { a = by_pairs })
  local by_index = setmetatable({}, {
    __len = function() return 2 end,
    __index = function(_, i) return i == 2 and bad or i end,
  })
  fails("function at $.a[2].x[1]", encode, { a = by_index })
  fails("function at $[1].a[2].x[1]", encode, { { a = by_index } })
end

function TestPaths.test_holes_count()
  fails("at $[3]", encode, { 1, nil, print })
  fails("at $[5]", encode, { [5] = print })
end

function TestPaths.test_long_paths_are_shortened()
  local message = fails({ "cannot encode function at $[1][1]", "…" }, encode,
    judge.nest(900, print))
  lu.assertTrue(#message < 500, message)
  local keys = {}
  for i = 1, 500 do keys[i] = "key" .. i end
  message = fails({ "function at $.key1.key2", "…", ".key500" }, encode, put(keys, print))
  lu.assertTrue(#message < 1000, message)
  message = fails("function", encode, put({ ("k"):rep(1e6) }, print))
  lu.assertTrue(#message < 2000)
end

function TestMessages.test_kinds()
  fails("cannot encode function at $", encode, print)
  fails("cannot encode thread at $.t", encode, { t = coroutine.create(function() end) })
  fails("cannot encode userdata at $.u", encode, { u = io.stdout })
  fails("cannot encode NaN at $.x", encode, { x = 0 / 0 })
  fails("cannot encode Infinity at $.x", encode, { x = 1 / 0 })
  fails("cannot encode -Infinity at $.x", encode, { x = -1 / 0 })
end

function TestMessages.test_keys()
  fails({ "key", "boolean", "$" }, encode, { [true] = 1 })
  fails({ "key", "table", "$.a" }, encode, { a = { [{}] = 1 } })
  fails({ "key", "function", "$.a" }, encode, { a = { [print] = 1 } })
  fails({ "key", "userdata" }, encode, { [io.stdout] = 1 })
  fails("key", encode, { [fleece.null] = 1 })
  fails({ "key", "thread" }, encode, { [coroutine.create(function() end)] = 1 })
  fails({ "Infinity", "key" }, encode, { [1 / 0] = 1 })
  fails({ "number key", "$.a" }, encode, { a = { 1, x = 2 } }, { mixed_keys = "error" })
end

-- A bad key is reported before, among and after valid ones, sorted or not.
function TestMessages.test_a_bad_key_among_good_ones()
  for n = 0, 20 do
    local t = { [true] = 1 }
    for i = 1, n do t["k" .. i] = i end
    for i = 1, n % 4 do t[i] = i end
    for _, opts in ipairs { {}, { sort_keys = true }, { canonical = true }, { indent = 1 } } do
      fails({ "key", "boolean", "$.t" }, encode, { t = t }, opts)
    end
  end
end

function TestMessages.test_utf8()
  fails("invalid UTF-8 at byte 5 of string at $.x", encode, { x = "abcd\255" })
  fails("invalid UTF-8 at byte 1 of string at $", encode, "\128")
  fails({ "invalid UTF-8 at byte 5 of", "key", "at $" }, encode, { ["abcd\255"] = 1 })
  fails({ "invalid UTF-8 at byte 1 of", "key", "at $.a" }, encode, { a = { ["\255"] = 1 } })
  local long = ("é"):rep(50000)
  fails("invalid UTF-8 at byte 100001 of string at $[1]", encode, { long .. "\255" .. long })
end

function TestMessages.test_sparse()
  fails({ "sparse array", "1000", "1 element", "$.x" }, encode, { x = { [1000] = 1 } })
  fails({ "sparse array", "100", "3 elements", "$" }, encode, { 1, 2, [100] = 3 })
end

function TestMessages.test_depth_and_cycles()
  fails("nesting deeper than 1000 at $[1][1]", encode, judge.nest(1001))
  local t = { a = {} }
  t.a.b = t
  fails("reference cycle at $.a.b", encode, t)
  t = {}
  t.self = t
  fails("reference cycle at $.self", encode, t)
  t = { 1, 2 }
  t[3] = { t }
  fails("reference cycle at $[3][1]", encode, t)
  fails("reference cycle at $.x[3][1]", encode, { x = t })
end

-- The path leads to the place where a table occurs again, not to where the limit was reached.
function TestMessages.test_cycle_below_a_long_way()
  local loop = {}
  loop.again = loop
  fails({ "reference cycle at $.way", ".again" }, encode,
    { way = { down = { to = loop } } })
end

function TestMessages.test_canonical()
  fails({ "duplicate key", "$.d" }, encode, { d = { x = 0, [1] = 1, ["1"] = 2 } },
    { canonical = true })
  if judge.has_integers then
    local big = math.tointeger(2 ^ 53) + 1
    fails({ "integer", "$[1]" }, encode, { big }, { canonical = true })
  else
    judge.note("numbers here are only doubles: canonical text of 2^53+1")
  end
end

-- "Raised errors are strings with position": the message begins with the place of the call.
function TestMessages.test_messages_begin_with_the_position_of_the_caller()
  local ok, message = pcall(function() return encode(print) .. "" end)
  lu.assertFalse(ok)
  lu.assertStrMatches(message, ".*test_errors%.lua:%d+: .*cannot encode function at %$.*")
end

function TestMessages.test_wrong_arguments()
  fails({ "function", "buffer" }, fleece.encode_to)
  fails({ "function", "buffer" }, fleece.encode_to, nil, 1)
  fails({ "function", "buffer" }, fleece.encode_to, 5, 1)
  fails({ "function", "buffer" }, fleece.encode_to, "name", 1)
  fails("table", fleece.array, 5)
  fails("table", fleece.object, "x")
  fails("string", fleece.raw, {})
  fails("string", fleece.raw)
  fails("table", fleece.new, 5)
end

function TestMessages.test_state_works_after_each_error()
  for _ = 1, 50 do
    for _, bad in ipairs { print, 0 / 0, "\255", { [100] = 1 }, { [true] = 1 }, judge.nest(2000),
      { a = { b = { c = { io.stdout } } } } } do
      lu.assertFalse((pcall(encode, bad)))
      bytes(encode { a = { 1 } }, '{"a":[1]}')
    end
  end
end

-- ---- The safe module --------------------------------------------------------------------

-- The oracle has no safe module, so this suite has nothing to test there.
if not judge.is_oracle then
  local safe = require "fleece.safe"

  function TestSafe.test_success_is_the_same()
    bytes(safe.encode { 1, "x" }, '[1,"x"]')
    bytes(safe.json { 1, nil, 3 }:sub(1, 1), "{")
    bytes(safe.size({ 1 }), 3)
    bytes(safe.encode(nil), "null")
    bytes(safe.encode({ 1 }, { indent = 1 }), "[\n 1\n]")
  end

  function TestSafe.test_failure_is_nil_message_detail()
    local v, message, detail = safe.encode { user = { tags = { 1, 2, print } } }
    lu.assertNil(v)
    judge.contains(message, "cannot encode function at $.user.tags[3]")
    lu.assertEquals(type(detail), "table")
    lu.assertEquals(type(detail.code), "string")
    judge.contains(detail.message, "cannot encode function at $.user.tags[3]")
    lu.assertEquals(type(detail.path), "string")
  end

  function TestSafe.test_each_kind_has_its_code()
    local codes = {}
    local loop = {}
    loop[1] = loop
    for name, case in pairs {
      type = { print }, number = { 0 / 0 }, utf8 = { "\255" }, sparse = { { [100] = 1 } },
      key = { { [true] = 1 } }, cycle = { loop }, depth = { judge.nest(2000) },
      mixed = { { 1, x = 1 }, { mixed_keys = "error" } },
      option = { 1, { foo = 1 } }, value = { 1, { indent = -1 } },
    } do
      local v, message, detail = safe.encode(case[1], case[2])
      lu.assertNil(v)
      lu.assertEquals(type(message), "string", name)
      lu.assertEquals(type(detail and detail.code), "string", name)
      codes[name] = detail.code
    end
    for _, name in ipairs { "number", "utf8", "sparse", "key", "cycle", "depth", "mixed" } do
      lu.assertNotEquals(codes[name], codes.type, name)
    end
    lu.assertNotEquals(codes.option, codes.type)
  end

  function TestSafe.test_all_functions_are_safe()
    local v, message = safe.json(0 / 0)
    lu.assertNil(v)
    judge.contains(message, "NaN")
    v, message = safe.size(print, {})
    lu.assertNil(v)
    judge.contains(message, "function")
    v, message = safe.encode_to(function() return nil, "full" end, { 1 })
    lu.assertNil(v)
    judge.contains(message, "full")
    v, message = safe.raw("{")
    lu.assertNil(v)
    lu.assertEquals(type(message), "string")
    v, message = safe.new { foo = 1 }
    lu.assertNil(v)
    judge.contains(message, "unknown option 'foo'")
  end

  function TestSafe.test_codecs_of_the_safe_module_are_safe()
    local codec = safe.new { sort_keys = true }
    bytes(codec:encode { b = 1, a = 2 }, '{"a":2,"b":1}')
    local v, message = codec:encode(print)
    lu.assertNil(v)
    judge.contains(message, "cannot encode function at $")
    codec = codec:new { indent = 1 }
    v, message = codec:encode { print }
    lu.assertNil(v)
    judge.contains(message, "$[1]")
  end

  function TestSafe.test_errors_of_callbacks()
    local v, message = safe.encode(setmetatable({}, { __tojson = function()
      error("mine")
    end }))
    lu.assertNil(v)
    judge.contains(message, "mine")
  end

  -- Lua code that raises something other than a string: the message is a string, the detail has the value.
  function TestSafe.test_error_values_of_callbacks()
    local values = { {}, setmetatable({}, { __tostring = function() return "my text" end }), 42, true,
      setmetatable({}, { __tostring = function() error "again" end }) }
    local texts = { "(error object is a table value)", "my text", "(error object is a number value)",
      "(error object is a boolean value)", "(error object is a table value)" }
    for i, value in ipairs(values) do
      local tojson = function() error(value, 0) end
      local v, message, detail = safe.encode { setmetatable({}, { __tojson = tojson }) }
      lu.assertNil(v)
      lu.assertEquals(message, texts[i])
      lu.assertEquals({ detail.code, detail.message }, { "CALL", texts[i] })
      lu.assertTrue(rawequal(detail.error, value))
    end
  end

  -- Every function that may fail; none is named '?' in its message.
  function TestSafe.test_wrong_arguments()
    for name, arguments in pairs { array = { 1 }, object = { "x" }, buffer = { {} }, decode = { {} }, valid = { {} },
      encode = { 1, 2 }, encode_to = { 1, 2 }, json = { 1, {} }, new = { 1 }, raw = { {} }, size = { 1, 2 } } do
      local v, message, detail = safe[name]((table.unpack or unpack)(arguments)) -- luacheck: ignore 113
      lu.assertNil(v, name)
      judge.contains(message, "bad argument #", name)
      judge.contains(message, name .. "'", name)
      lu.assertEquals({ detail.code, detail.message, detail.error }, { "CALL", message, nil }, name)
    end
    local v, message = safe.array(setmetatable({}, {}))
    lu.assertNil(v)
    judge.contains(message, "metatable already")
  end

  function TestSafe.test_it_shares_the_markers()
    lu.assertTrue(rawequal(safe.null, fleece.null))
    lu.assertEquals(safe._VERSION, fleece._VERSION)
    bytes(safe.encode(fleece.array {}), "[]")
    bytes(fleece.encode(safe.array {}), "[]")
  end
end

local suite = { TestPaths = TestPaths, TestMessages = TestMessages }
if next(TestSafe) then suite.TestSafe = TestSafe end
return suite
