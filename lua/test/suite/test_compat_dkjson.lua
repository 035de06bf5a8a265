-- test_compat_dkjson.lua — fleece.compat.dkjson: what dkjson's documentation says, what dkjson
-- actually does, and the same bytes as dkjson for thousands of values and texts.
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"
local rival = require "rival"
local values = require "values"
local dkjson = require "fleece.compat.dkjson"
local bytes = judge.bytes

-- Through the public API, Lua 5.1 has less stack.
local LEVELS = judge.fleece.info().backend == "capi" and 1000 or 10000

local TestDkjson, TestDkjsonState, TestDkjsonDecode, TestDkjsonGrammar, TestDkjsonOriginal = {}, {}, {}, {}, {}

-- ---- Encoding ---------------------------------------------------------------------------

function TestDkjson.test_surface()
  lu.assertStrMatches(dkjson.version, "dkjson 2%.%d")
  for _, name in ipairs { "encode", "decode", "quotestring", "addnewline", "encodeexception", "use_lpeg" } do
    lu.assertIsFunction(dkjson[name], name)
  end
  lu.assertNil(dkjson.using_lpeg)
  bytes(dkjson.encode(dkjson.null), "null")
end

function TestDkjson.test_scalars()
  bytes(dkjson.encode(nil), "null")
  bytes(dkjson.encode(true), "true")
  bytes(dkjson.encode(false), "false")
  bytes(dkjson.encode(12), "12")
  bytes(dkjson.encode(0.1), "0.1")
  for _, n in ipairs { 1e15, 1e100, 1e-7, -0.0, 1 / 3, 123456789012347, 2 ^ 53, 1e14, 0.5, 3.0 } do
    bytes(dkjson.encode(n), tostring(n))
    bytes(dkjson.encode { n }, "[" .. tostring(n) .. "]")
    if n > 20 then
      local t = { [n] = 1 }
      bytes(dkjson.encode(t), '{"' .. tostring(next(t)) .. '":1}')
    end
  end
end

-- A tie: C rounds it to even, and so does Fleece; LuaJIT's own tostring rounds it up.
function TestDkjson.test_ties_of_fourteen_digits()
  local expected = "1.2345678901234e+14"
  if judge.version >= 5.5 then expected = tostring(123456789012345.0) end
  bytes(dkjson.encode { 123456789012344.0 + 1 }, "[" .. expected .. "]")
end

function TestDkjson.test_what_is_no_number_is_null()
  bytes(dkjson.encode { 1 / 0, -1 / 0, 0 / 0 }, "[null,null,null]")
end

function TestDkjson.test_strings()
  bytes(dkjson.quotestring 'a"\\/\b\f\n\r\t\0\31\127', [["a\"\\/\b\f\n\r\t\u0000\u001f\u007f"]])
  bytes(dkjson.encode 'a"\\/\b\f\n\r\t\0\31\127', [["a\"\\/\b\f\n\r\t\u0000\u001f\u007f"]])
  bytes(dkjson.encode { ["\127é"] = "é" }, [[{"\u007fé":"é"}]])
end

-- The ranges that dkjson escapes, and their neighbours.
function TestDkjson.test_characters_that_javascript_mistreats()
  local function utf8(code)
    if code < 0x800 then return string.char(0xC0 + math.floor(code / 64), 0x80 + code % 64) end
    return string.char(0xE0 + math.floor(code / 4096), 0x80 + math.floor(code / 64) % 64, 0x80 + code % 64)
  end
  for _, range in ipairs { { 0x80, 0x9F }, { 0xAD, 0xAD }, { 0x600, 0x604 }, { 0x70F, 0x70F },
    { 0x17B4, 0x17B5 }, { 0x200C, 0x200F }, { 0x2028, 0x202F }, { 0x2060, 0x206F },
    { 0xFEFF, 0xFEFF }, { 0xFFF0, 0xFFFF } } do
    for code = range[1], range[2] do
      bytes(dkjson.encode { "x" .. utf8(code) .. "y" }, ([=[["x\u%04xy"]]=]):format(code))
    end
    for _, code in ipairs { range[1] - 1, range[2] + 1 } do
      if code > 0x80 and code < 0xFFFF then bytes(dkjson.encode(utf8(code)), '"' .. utf8(code) .. '"') end
    end
  end
end

function TestDkjson.test_bytes_that_are_no_utf8_pass()
  for _, s in ipairs { "\128", "\194", "\226\128", "\255", "a\194b", "\237\160\128", "\240\144\128" } do
    bytes(dkjson.encode { s }, '["' .. s .. '"]')
  end
end

function TestDkjson.test_arrays_and_objects()
  bytes(dkjson.encode {}, "[]")
  bytes(dkjson.encode { 1, nil, 3 }, "[1,null,3]")
  bytes(dkjson.encode { [10] = 1 }, "[null,null,null,null,null,null,null,null,null,1]")
  bytes(dkjson.encode { [11] = 1 }, '{"11":1}')
  bytes(dkjson.encode { n = 3 }, "[null,null,null]")
  bytes(dkjson.encode { 1, n = 2 }, "[1,null]")
  bytes(dkjson.encode { 1, 2, n = 1 }, "[1,2]")
  bytes(dkjson.encode { n = "x" }, '{"n":"x"}')
  bytes(dkjson.encode { [0] = 1 }, '{"0":1}')
  bytes(dkjson.encode { [1.5] = 1 }, '{"1.5":1}')
end

function TestDkjson.test_jsontype_matters_for_empty_tables_only()
  bytes(dkjson.encode(setmetatable({}, { __jsontype = "object" })), "{}")
  bytes(dkjson.encode(setmetatable({}, { __jsontype = "array" })), "[]")
  bytes(dkjson.encode(setmetatable({ 1 }, { __jsontype = "object" })), "[1]")
  bytes(dkjson.encode(setmetatable({ a = 1 }, { __jsontype = "array" })), '{"a":1}')
end

function TestDkjson.test_messages()
  judge.fails("type 'function' is not supported by JSON.", dkjson.encode, { print })
  judge.fails("type 'boolean' is not supported as a key by JSON.", dkjson.encode, { [true] = 1 })
  judge.fails("type 'userdata' is not supported by JSON.", dkjson.encode, { a = io.stdout })
  judge.fails("type 'userdata' is not supported by JSON.", dkjson.encode, { require("fleece").null })
  local cycle = {}
  cycle.a = { cycle }
  judge.fails("reference cycle", dkjson.encode, cycle)
  local _, message = pcall(function() dkjson.encode(print) end)
  lu.assertStrContains(message, "test_compat_dkjson.lua:")          -- the caller's place
end

function TestDkjson.test_the_same_table_twice_is_no_cycle()
  local t = { 1 }
  bytes(dkjson.encode { t, t }, "[[1],[1]]")
end

function TestDkjson.test_a_length_that_is_none_is_a_member()
  bytes(dkjson.encode { n = 1 / 0 }, '{"n":null}')                    -- dkjson never returns
  bytes(dkjson.encode { n = 1.5 }, '{"n":1.5}')                       -- dkjson writes [null,]
end

function TestDkjson.test_ten_thousand_levels()
  local text = dkjson.encode(judge.nest(LEVELS))
  bytes(text, ("["):rep(LEVELS - 1) .. "[]" .. ("]"):rep(LEVELS - 1))
  lu.assertIsTable(dkjson.decode(text))
end

-- ---- State, hooks -----------------------------------------------------------------------

function TestDkjsonState.test_indent()
  bytes(dkjson.encode({ a = { 1, 2, { b = true } } }, { indent = true }),
    '{\n  "a":[1,2,{\n      "b":true\n    }]\n}')
  bytes(dkjson.encode({ a = 1 }, { indent = true, level = 2 }), '{\n      "a":1\n    }')
  bytes(dkjson.encode(setmetatable({}, { __jsontype = "object" }), { indent = true }), "{\n}")
end

function TestDkjsonState.test_keyorder()
  local t = { c = 3, a = 1, b = false, d = 4 }
  local text = dkjson.encode(t, { keyorder = { "b", "x", "c" } })
  lu.assertStrMatches(text, '{"b":false,"c":3,"[ad]":%d,"[ad]":%d}')
  text = dkjson.encode(setmetatable(t, { __jsonorder = { "d", "a" } }), { keyorder = { "b" } })
  lu.assertStrMatches(text, '{"d":4,"a":1,"[bc]":%w+,"[bc]":%w+}')
end

function TestDkjsonState.test_keyorder_with_what_is_no_key()
  judge.fails("type 'boolean' is not supported as a key by JSON.", dkjson.encode, { [true] = 1 },
    { keyorder = { true } })
end

function TestDkjsonState.test_buffer()
  local state = { buffer = { "x" }, bufferlen = 1 }
  lu.assertTrue(dkjson.encode({ 1 }, state))
  bytes(table.concat(state.buffer), "x[1]")
  lu.assertEquals(state.bufferlen, #state.buffer)
  state = {}
  bytes(dkjson.encode({ 1 }, state), "[1]")
  lu.assertNil(next(state))
end

function TestDkjsonState.test_tables_of_the_caller()
  local inner = {}
  judge.fails("reference cycle", dkjson.encode, { inner }, { tables = { [inner] = true } })
end

function TestDkjsonState.test_tojson()
  local mt = { __tojson = function(self, state)
    lu.assertIsTable(state.buffer)
    return "<" .. self.x .. ">"
  end }
  bytes(dkjson.encode { setmetatable({ x = 5 }, mt), { a = setmetatable({ x = 6 }, mt) } }, '[<5>,{"a":<6>}]')
  mt.__metatable = "locked"
  bytes(dkjson.encode(setmetatable({ x = 7 }, mt)), "<7>")
end

function TestDkjsonState.test_tojson_gets_the_state_of_the_caller()
  local state, seen = {}, nil
  dkjson.encode(setmetatable({}, { __tojson = function(_, given)
    seen = given
    return "1"
  end }), state)
  lu.assertTrue(rawequal(seen, state))
end

function TestDkjsonState.test_tojson_that_writes_itself()
  local mt = { __tojson = function(self, state)
    dkjson.addnewline(state)
    return dkjson.encode(self[1], state)
  end }
  bytes(dkjson.encode({ 1, setmetatable({ { 2 } }, mt), 3 }, { indent = true }), "[1,\n[2],3]")
  bytes(dkjson.encode { 1, setmetatable({ { 2 } }, mt), 3 }, "[1,[2],3]")
end

function TestDkjsonState.test_tojson_that_fails()
  local failing = setmetatable({}, { __tojson = function() return nil, "no wool" end })
  judge.fails("no wool", dkjson.encode, { failing })
  judge.fails("custom encoder failed", dkjson.encode, setmetatable({}, { __tojson = function() end }))
  local itself = setmetatable({}, { __tojson = function(self, state) return dkjson.encode({ self }, state) end })
  bytes(dkjson.encode(itself, { tables = {}, exception = dkjson.encodeexception }), '["<reference cycle>"]')
end

function TestDkjsonState.test_exception()
  bytes(dkjson.encode({ print }, { exception = dkjson.encodeexception }),
    [==[["<type 'function' is not supported by JSON.>"]]==])
  local seen = {}
  local text = dkjson.encode({ print }, { exception = function(reason, value, state, message)
    seen = { reason, value, state.bufferlen, message }
    return "0"
  end })
  bytes(text, "[0]")
  lu.assertEquals(seen, { "unsupported type", print, 1, "type 'function' is not supported by JSON." })
  judge.fails("mine", dkjson.encode, { print }, { exception = function() return nil, "mine" end })
  judge.fails("is not supported by JSON.", dkjson.encode, { print }, { exception = function() end })
end

function TestDkjsonState.test_pairs_and_index()
  local proxy = setmetatable({}, {
    __index = function(_, i) return i == 1 and "a" or nil end,
    __pairs = function() return next, { x = 1 } end,
  })
  local has_pairs = judge.version >= 5.2 or pairs(proxy) == next and next((select(2, pairs(proxy)))) == "x"
  bytes(dkjson.encode(proxy), has_pairs and '{"x":1}' or "[]")
  local backed = setmetatable({ nil, 2 }, { __index = { "first" } })
  bytes(dkjson.encode(backed), '["first",2]')
end

-- dkjson looks for it in every call; here only calls with a state do.
function TestDkjsonState.test_tojson_of_all_strings()
  local mt = getmetatable ""
  mt.__tojson = function() return "S" end
  local plain, hooked = dkjson.encode { "a" }, dkjson.encode({ "a" }, { level = 0 })
  mt.__tojson = nil
  bytes(plain, '["a"]')
  bytes(hooked, "[S]")
end

-- ---- Decoding ---------------------------------------------------------------------------

local function decoded(text, ...) return rival.outcome(nil, dkjson.decode, text, ...) end

function TestDkjsonDecode.test_results()
  local t, next_at, message = dkjson.decode '{"a":[1,2.5,"x",null,true]} rest'
  lu.assertEquals({ t.a[1], t.a[2], t.a[3], t.a[4], t.a[5] }, { 1, 2.5, "x", nil, true })
  lu.assertEquals({ next_at, message }, { 28 })
  lu.assertEquals({ dkjson.decode("xx[1]", 3) }, { { 1 }, 6 })
  lu.assertEquals({ dkjson.decode("[null]", 1, "N") }, { { "N" }, 7 })
  lu.assertEquals({ dkjson.decode " 5 " }, { 5, 3 })
end

function TestDkjsonDecode.test_metatables()
  local a, b = dkjson.decode "[{}]", dkjson.decode "[]"
  lu.assertEquals(getmetatable(a).__jsontype, "array")
  lu.assertEquals(getmetatable(a[1]).__jsontype, "object")
  lu.assertFalse(rawequal(getmetatable(a), getmetatable(b)))             -- new ones for each call
  lu.assertNil(getmetatable((dkjson.decode("[]", 1, nil, nil))))
  local object, array = {}, {}
  local t = dkjson.decode("[{}]", 1, nil, object, array)
  lu.assertTrue(rawequal(getmetatable(t), array) and rawequal(getmetatable(t[1]), object))
  bytes(dkjson.encode((dkjson.decode "[{},[],{}]")), "[{},[],{}]")
end

-- A table has its metatable before its members; a metatable for a kind that the text lacks is unused.
function TestDkjsonDecode.test_metatables_with_fields_that_count()
  local seen = {}
  local watching = { __newindex = function(t, k, v) seen[#seen + 1] = k; rawset(t, k, v) end }
  lu.assertEquals(dkjson.decode('{"a":[1]}', 1, nil, watching, watching).a[1], 1)
  lu.assertEquals(seen, { 1, "a" })
  lu.assertEquals(dkjson.decode("[[2]]", 1, nil, watching, nil), { { 2 } })
  local locked = { __metatable = "locked" }
  lu.assertEquals(getmetatable(dkjson.decode("[{}]", 1, nil, locked, nil)[1]), "locked")
  lu.assertEquals(getmetatable((dkjson.decode("[]", 1, nil, nil, locked))), "locked")
  lu.assertEquals(dkjson.decode("[3]", 1, nil, 4), { 3 })
  lu.assertError(dkjson.decode, "[3]", 1, nil, nil, 4)
end

function TestDkjsonDecode.test_failures()
  for text, expected in pairs {
    ["[1,2"] = { 5, "unterminated array at line 1, column 1" },
    ['\n {"a":1'] = { 9, "unterminated object at line 2, column 2" },
    ['["abc'] = { 6, "unterminated string at line 1, column 2" },
    ["[1,\n ?]"] = { 6, "no valid JSON value at line 2, column 2" },
    [""] = { 1, "no valid JSON value (reached the end)" },
    ["  "] = { 3, "no valid JSON value (reached the end)" },
    ["{null:1}"] = { 6, "cannot use nil as table index (at line 1, column 6)" },
    ["[truex]"] = { 2, "no valid JSON value at line 1, column 2" },
    ["1-2"] = { 1, "no valid JSON value at line 1, column 1" },
  } do
    local value, at, message = dkjson.decode(text)
    lu.assertNil(value)
    lu.assertEquals({ at, message }, expected, text)
  end
end

function TestDkjsonDecode.test_leniency()
  lu.assertEquals(dkjson.decode "[1 2,3,]", { 1, 2, 3 })
  lu.assertEquals(dkjson.decode '{"a":1 "b":2,}', { a = 1, b = 2 })
  lu.assertEquals(dkjson.decode "\239\187\191// c\n/* d */[01,.5]", { 1, 0.5 })
  lu.assertEquals(dkjson.decode '"\\x\\u12"', "xu12")
  lu.assertEquals(dkjson.decode '"\\ud800"', "\237\160\128")
  lu.assertEquals(dkjson.decode '"\\ud83d\\ude00"', "\240\159\152\128")
  lu.assertEquals(dkjson.decode '"a\nb"', "a\nb")
  lu.assertEquals(dkjson.decode "[1e400]", { 1 / 0 })
  lu.assertEquals(dkjson.decode '{"a":1,"a":null}', {})
end

function TestDkjsonDecode.test_integers_and_floats()
  if not judge.has_integers then
    lu.assertEquals(1 / dkjson.decode("[-0]")[1], -1 / 0)
    return
  end
  local t = dkjson.decode "[1,1.0,-0,-0.0,9223372036854775807,9223372036854775808]"
  local kinds = {}
  for i = 1, 6 do kinds[i] = math.type(t[i]) end
  lu.assertEquals(kinds, { "integer", "float", "integer", "float", "integer", "float" })
end

function TestDkjsonDecode.test_a_hundred_thousand_levels()
  local deep = ("["):rep(100000)
  lu.assertIsTable(dkjson.decode(deep .. ("]"):rep(100000)))
  lu.assertEquals({ dkjson.decode(deep) }, { nil, 100001, "unterminated array at line 1, column 100000" })
end

-- ---- The grammar of use_lpeg ------------------------------------------------------------

local strict = dkjson.use_lpeg()

function TestDkjsonGrammar.test_surface()
  lu.assertTrue(strict.using_lpeg)
  lu.assertFalse(rawequal(strict, dkjson))
  lu.assertTrue(rawequal(strict, strict.use_lpeg()))
  bytes(strict.encode { 1 }, "[1]")
end

function TestDkjsonGrammar.test_failures()
  for text, expected in pairs {
    ["[1 2]"] = { 4, "invalid JSON at line 1, column 4" },
    ['{"a" 1}'] = { 6, "colon expected at line 1, column 6" },
    ["{a:1}"] = { 2, "key expected at line 1, column 2" },
    ['["\\x"]'] = { 4, "unsupported escape sequence at line 1, column 4" },
    ['["abc\n"]'] = { 2, "unterminated string at line 1, column 2" },
    ["[1"] = { 1, "unterminated array at line 1, column 1" },
    ['{"a":1'] = { 1, "unterminated object at line 1, column 1" },
    ["{"] = { 1, "value expected at line 1, column 1" },
    ["-"] = { 1, "value expected at line 1, column 1" },
    [""] = { 1, "value expected at line 1, column 1" },
    ["[1, ]"] = { 4, "invalid JSON at line 1, column 4" },
  } do
    local value, at, message = strict.decode(text)
    lu.assertNil(value)
    lu.assertEquals({ at, message }, expected, text)
  end
end

function TestDkjsonGrammar.test_white_space_in_what_is_empty()
  lu.assertEquals(strict.decode "[ ]", {})                              -- dkjson rejects both
  lu.assertEquals(strict.decode "{ }", {})
end

function TestDkjsonGrammar.test_a_hundred_thousand_levels()
  lu.assertIsTable(strict.decode(("["):rep(100000) .. ("]"):rep(100000)))
end

-- ---- Comparison with the original -------------------------------------------------------

local original = rival.load "dkjson"

local tokens = { "[", "]", "{", "}", ",", ":", '"a"', '"b\\n"', '"\\u00e9\\ud83d\\ude00\\ud800"', "1", "-2.5", "1e5",
  "true", "false", "null", " ", "\n", "//x\n", "/* c */", "\239\187\191", '"\\x"', '"\\u12"', '"open', "-", "1.", "01",
  "nullx", "\\", "'", "1e400", ".5", "-0", "-0.0", "/*", "\v", '"\n"', '"\\u-001"', '"\200\127"', "9223372036854775808",
  "12345678901234567", '"\\"\\\\\\/\\b"', '{"k":1,"k":2}', "[[],{}]", '{"n":null}' }

local rounds = judge.long and 200000 or 4000

if original then
  function TestDkjsonOriginal.test_texts()
    local random = values.random(7)
    local object, array = { __jsontype = "o" }, { __jsontype = "a" }
    for _ = 1, rounds do
      local text = rival.text(random, tokens, 15, 10)
      local what = ("%q"):format(text)
      rival.same(rival.outcome(nil, original.decode, text), decoded(text), what)
      local pos = random(3)
      rival.same(rival.outcome(nil, original.decode, text, pos, 7, object, array),
        decoded(text, pos, 7, object, array), what)
      rival.same(rival.outcome(nil, original.decode, text, nil, nil, nil, array),
        decoded(text, nil, nil, nil, array), what)
    end
  end

  local function random_value(random, depth)
    local kind = random(depth > 0 and 15 or 8)
    if kind == 1 then return values.double(random) end
    if kind == 2 then return random(100000) - 50000 end
    if kind == 3 then return ({ 1e14, 1e15, -0.0, 1e100, 1e-7, 1 / 3, 2 ^ 53, 1 / 0, 0 / 0 })[random(9)] end
    if kind <= 5 then return values.text(random) .. ({ "", "\127", "\226\128\168", "\194\160", "\200" })[random(5)] end
    if kind == 6 then return random(2) == 1 end
    if kind == 7 then return random(6) == 1 and print or "s" end
    if kind == 8 then return "" end
    local t = {}
    if kind <= 11 then
      for i = 1, random(5) - 1 do t[i] = random_value(random, depth - 1) end
      if random(8) == 1 then t[random(14)] = 1 end
      if random(10) == 1 then t.n = random(16) - 1 end
    else
      for _ = 1, random(5) - 1 do
        t[({ "a", "b", "n\n", 3, 1.5, 1e15, "é" })[random(7)]] = random_value(random, depth - 1)
      end
      if random(60) == 1 then t[true] = 1 end
    end
    local mark = random(12)
    if mark == 1 then setmetatable(t, { __jsontype = "object" }) end
    if mark == 2 then setmetatable(t, { __jsontype = "array", __jsonorder = { "b", "a" } }) end
    if mark == 3 then setmetatable(t, { __tojson = function(_, state) return state.indent and '"I"' or '"T"' end }) end
    return t
  end

  function TestDkjsonOriginal.test_values()
    local random = values.random(8)
    for _ = 1, rounds / 2 do
      local value = random_value(random, 4)
      for _, state in ipairs { {}, { indent = true }, { keyorder = { "b", 3 } }, { exception = "" } } do
        local a, b = {}, {}
        for k, v in pairs(state) do a[k], b[k] = v, v end
        if state.exception then a.exception, b.exception = original.encodeexception, dkjson.encodeexception end
        rival.same(rival.outcome(nil, original.encode, value, a), rival.outcome(nil, dkjson.encode, value, b), "a value")
      end
      rival.same(rival.outcome(nil, original.encode, value), rival.outcome(nil, dkjson.encode, value), "a value")
    end
  end

  local has_lpeg = pcall(require, "lpeg")
  if not has_lpeg then judge.note("lpeg is not installed: use_lpeg was not compared with dkjson's") end
  local original_strict = has_lpeg and original.use_lpeg()

  if has_lpeg then
    -- White space in empty arrays and objects is a documented difference.
    function TestDkjsonOriginal.test_texts_by_the_grammar()
      local random, compared = values.random(9), 0
      for _ = 1, rounds do
        local text = rival.text(random, tokens, 15, 10)
        if not text:find("[%[{][ \n\239/]") then
          compared = compared + 1
          rival.same(rival.outcome(nil, original_strict.decode, text), rival.outcome(nil, strict.decode, text),
            ("%q"):format(text))
        end
      end
      lu.assertTrue(compared > rounds / 2)
    end
  end
end

return { TestDkjson = TestDkjson, TestDkjsonState = TestDkjsonState, TestDkjsonDecode = TestDkjsonDecode,
  TestDkjsonGrammar = TestDkjsonGrammar, TestDkjsonOriginal = original and TestDkjsonOriginal or nil }
