-- test_compat.lua — drop-ins under the original names: install, fleece --as, and what drop-ins are
-- built on (fleece.dialect).
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"
local fleece, bytes = judge.fleece, judge.bytes

local compat = require "fleece.compat"
local dialect = require "fleece.dialect"
local values = require "values"

local TestInstall, TestAs, TestDialect = {}, {}, {}

-- Runs f, then restores package.loaded and package.preload.
local function apart(f)
  local loaded, preload = {}, {}
  for k, v in pairs(package.loaded) do loaded[k] = v end
  for k, v in pairs(package.preload) do preload[k] = v end
  local ok, problem = pcall(f)
  for k in pairs(package.loaded) do package.loaded[k] = loaded[k] end
  for k, v in pairs(loaded) do package.loaded[k] = v end
  for k in pairs(package.preload) do package.preload[k] = preload[k] end
  if not ok then error(problem, 0) end
end

-- ---- install --------------------------------------------------------------------------------

function TestInstall.test_under_the_original_names()
  apart(function()
    local cjson = compat.install("cjson")
    lu.assertIs(require "cjson", cjson)
    bytes(require("cjson").encode { 1, "/" }, '[1,"\\/"]')
    lu.assertEquals(require("cjson.safe").decode "x", nil)
    lu.assertEquals(type(require("cjson.util").compare_values), "function")
    package.loaded.cjson = nil
    lu.assertIs(require "cjson", cjson)
    lu.assertIs(require "fleece.compat.cjson", cjson)
  end)
end

function TestInstall.test_several()
  apart(function()
    local cjson, simdjson = compat.install("cjson", "simdjson")
    lu.assertEquals(cjson._NAME, "cjson")
    lu.assertEquals(simdjson._NAME, "simdjson")
    lu.assertIs(require "simdjson", simdjson)
  end)
end

function TestInstall.test_unknown_names_are_answered_with_the_list()
  judge.fails({ "no drop-in for 'nothing'", "cjson, ", "simdjson" }, compat.install, "nothing")
  judge.fails("no drop-in for '1'", compat.install, 1)
  apart(function()
    package.loaded.cjson = "as it was"
    pcall(compat.install, "cjson", "nothing")
    lu.assertEquals(package.loaded.cjson, "as it was")
  end)
end

function TestInstall.test_every_library_can_be_installed()
  lu.assertTrue(#compat.libraries() >= 3)
  for _, name in ipairs(compat.libraries()) do
    apart(function()
      local ok, problem = pcall(compat.install, name)
      -- What needs another library (LPeg) says which one.
      if not ok then
        judge.note("drop-in %s: %s", name, tostring(problem):match("^[^\n]*"))
        lu.assertStrContains(problem, "lpeg")
      end
    end)
  end
end

-- ---- fleece --as ------------------------------------------------------------------------------

local function script(text)
  local name = os.tmpname()
  local file = assert(io.open(name, "wb"))
  file:write(text)
  file:close()
  return name
end

-- Runs the command on this Lua; returns its output, including errors, and whether it succeeded.
local function command(arguments)
  local root = judge.directory .. "../.."
  local pipe = assert(io.popen(("FLEECE_LUA='%s' '%s/lua/bin/fleece' %s 2>&1; echo \"=$?\""):format(
    judge.interpreter(), root, arguments)))
  local out = pipe:read("*a")
  pipe:close()
  return out:match("^(.*)=(%d+)\n$")
end

function TestAs.test_a_program_runs_on_the_drop_in()
  local name = script([[
    local cjson = require "cjson"
    print(require("cjson.safe").decode("[") == nil, cjson.encode({ 1, "/" }), arg[0] ~= nil, arg[1],
      select(2, ...), #arg)]])
  local out, status = command("--as cjson " .. name .. " one --two -l")
  os.remove(name)
  bytes(out, 'true\t[1,"\\/"]\ttrue\tone\t--two\t3\n')
  lu.assertEquals(status, "0")
end

function TestAs.test_failures()
  local name = script("local function f() error('broken') end f()")
  local out, status = command("--as cjson " .. name)
  lu.assertStrContains(out, "broken")
  lu.assertStrContains(out, "traceback")
  lu.assertEquals(status, "1")
  os.remove(name)
  out, status = command("--as cjson " .. name)
  lu.assertStrContains(out, "cannot open")
  lu.assertEquals(status, "3")
  out, status = command("--as nothing x.lua")
  lu.assertStrContains(out, "no drop-in for 'nothing'")
  lu.assertEquals(status, "2")
  out, status = command("--as cjson")
  lu.assertStrContains(out, "--as wants a program to run")
  lu.assertEquals(status, "2")
  out, status = command("-d --as cjson x.lua")
  lu.assertStrContains(out, "--as runs a program")
  lu.assertEquals(status, "2")
end

-- What the interpreter itself and the command print for a program, and their exit status.
local function both_ways(text)
  local name = script(text)
  local pipe = io.popen(("'%s' %s a b 2>&1; echo \"=$?\""):format(judge.interpreter(), name))
  local expected, expected_status = pipe:read("*a"):match("^(.*)=(%d+)\n$")
  pipe:close()
  local out, status = command("--as cjson " .. name .. " a b")
  os.remove(name)
  -- the name of the program that prints, and addresses
  local function plain(s) return (s:gsub("^[^:\n]*: ", "", 1):gsub("0x%x+", "0x")) end
  return { plain(out), status }, { plain(expected), expected_status }
end

function TestAs.test_as_the_interpreter_does()
  for _, text in ipairs { "error()", "error(nil)", "error({})", "error('x')", "error('x', 0)", "error(42)", "error(true)",
    "error(print)", "error(setmetatable({}, { __tostring = function() return 'told' end }))",
    "error(setmetatable({}, { __tostring = function() return 'told' end, __metatable = 1 }))",
    "local function f() error('deep') end\nlocal function g() f() return 1 end\ng()",
    "local x = nil + 1", "x =", "return 7", "os.exit(5)", "os.exit(true)", "os.exit(false)", "os.exit()",
    "io.stderr:write('e') io.write('o')", "print(arg[-1], arg[-2], arg[1], arg[3], ...)",
    "local i = 0 while arg[i - 1] do i = i - 1 end print(i, arg[i])", "#! a line of a shell\nprint(1)",
    "setmetatable({}, { __gc = function() print 'closed' end })", "coroutine.wrap(function() error('inside') end)()",
  } do
    local ours, theirs = both_ways(text)
    lu.assertEquals(ours, theirs, text)
  end
end

-- ---- fleece.dialect -----------------------------------------------------------------------------

function TestDialect.test_hooks_decide_what_a_failure_is()
  local seen
  local d = dialect.new({ sparse = "error" }, {
    encode = function(value, detail)
      seen = { value, detail.code, detail.type, detail.path, detail.nested }
      if detail.code == "SPARSE" then return true, "instead", 2 end
      return false, "raised"
    end,
    decode = function(_, detail) return nil, detail.expected, 1 end,
  })
  lu.assertEquals({ d.encode { 1, nil, 3 } }, { "instead", 2 })
  lu.assertEquals({ seen[2], seen[5] }, { "SPARSE", false })
  judge.fails("raised", d.encode, { a = { print } })
  lu.assertEquals({ seen[2], seen[3], seen[4], seen[5] }, { "TYPE", "function", "$.a[1]", true })
  judge.fails({ "bad argument #1 to", "(ARRAY_NEXT)" }, d.decode, "[1")
  judge.fails({ "bad argument #1 to", "(expected 1 argument)" }, d.encode)
  judge.fails({ "bad argument #1 to", "string" }, d.decode, {})
end

function TestDialect.test_native_functions_raise_like_those_of_c()
  local f = dialect.native(function(how, ...)
    if how == "fine" then return true, ... end
    if how == "raise" then return false, "a message" end
    return nil, "a reason", 2
  end)
  lu.assertEquals({ f("fine", 1, nil, 3) }, { 1, nil, 3 })
  judge.fails("a message", f, "raise")
  judge.fails("bad argument #2 to '", f, "else")
  local _, message = pcall(function() local x = f("raise") return x end)
  lu.assertStrMatches(message, ".*test_compat%.lua:%d+: a message")
end

function TestDialect.test_settings_change_in_place()
  local d = dialect.new {}
  local encode = d.encode
  bytes(encode { 0.1 }, "[0.1]")
  d.set { numbers = "g", float_digits = 2, indent_text = "> " }
  bytes(encode { 1 / 3 }, "[\n> 0.33\n]")
  d.set { indent_text = "", sort_keys = { "z", "a" } }
  bytes(encode { a = 1, z = 2, b = 3 }, '{"z":2,"a":1,"b":3}')
  judge.fails("unknown option 'nonsense'", d.set, { nonsense = 1 })
  bytes(encode { a = 1, z = 2, b = 3 }, '{"z":2,"a":1,"b":3}')
end

function TestDialect.test_the_public_functions_do_not_know_these_options()
  judge.fails("unknown option 'numbers'", fleece.new, { numbers = "g" })
  judge.fails("unknown option 'c_numbers'", fleece.decode, "1", { c_numbers = "all" })
end

function TestDialect.test_numbers()
  local function with(options)
    return dialect.new(options).encode
  end
  bytes(with { numbers = "g", float_digits = 14 } { 1e15, 1e14, 0.1, 1e-5, 1e100 },
    "[1e+15,1e+14,0.1,1e-05,1e+100]")
  bytes(with { numbers = "all_g", float_digits = 3 } { 12345, [3.5] = 1 }:gsub('"1"', "1"),
    '{1:1.23e+04,"3.5":1}')
  for _, n in ipairs { 1.0, 0.1, 1e15, 1e100, -2.5, 2 ^ 53, 1 / 3 } do
    bytes(with { numbers = "tostring" }(n), tostring(n))
  end
  bytes(with { numbers = "wide" } { 1e20, 1e21, 1e-6, 1e-7, -0.0, 2.5 },
    "[100000000000000000000.0,1e21,0.000001,1e-7,0,2.5]")
end

function TestDialect.test_metatables_mean_what_the_dialect_says()
  local v = dialect.verdict
  local list, empty = {}, {}
  local d = dialect.new({ metatables = { [list] = v.array, [empty] = v.empty_array, "__len",
    "__tojson", "__jsontype", __len = v.length, __tojson = v.refuse, __jsontype = v.typed } }, {
    encode = function(_, detail) return true, detail.code end })
  local function with(t, meta) return d.encode(setmetatable(t, meta)) end
  bytes(with({ 1, 2, x = 3 }, list), "[1,2]")
  bytes(with({}, list), "[]")
  bytes(with({}, empty), "[]")
  bytes(with({ a = 1 }, empty), '{"a":1}')
  bytes(with({}, { __len = function() return 2 end, __index = function(_, i) return i * 10 end }),
    "[10,20]")
  bytes(d.encode { { { setmetatable({}, { __tojson = print }) } } }, "REFUSED")
  bytes(with({}, { __jsontype = "array" }), "[]")
  bytes(with({}, { __pairs = error }), "{}")
  bytes(with({ 1 }, { __mode = "k" }), "[1]")
end

function TestDialect.test_settings_change_under_way()
  local mt, d = {}, nil
  local function change()
    d.set { metatables = false }
    collectgarbage()
    return "changed"
  end
  d = dialect.new { metatables = { [mt] = dialect.verdict.array }, unsupported = change }
  lu.assertStrMatches(d.encode { print, setmetatable({}, mt), setmetatable({}, {}) },
    '%["changed",.-,.-%]')
  local empty = setmetatable({}, mt)
  bytes(d.encode { empty }, dialect.new({}).encode { empty })
  local function widen()
    d.set { indent_text = (" "):rep(1000), escape = "ascii" }
    return "é"
  end
  d = dialect.new { indent_text = " ", unsupported = widen }
  bytes(d.encode { print, { 1 } }, '[\n "é",\n [\n  1\n ]\n]')
  lu.assertEquals(#d.encode { "é" }, 1 + 1001 + 8 + 2)
end

function TestDialect.test_refused_keys_and_markers()
  local d = dialect.new({ refuse_key = "n", markers = false }, {
    encode = function(_, detail) return true, detail.code end })
  bytes(d.encode { a = 1 }, '{"a":1}')
  bytes(d.encode { { n = 1 } }, "REFUSED")
  bytes(d.encode { fleece.null }, "TYPE")
  bytes(d.encode { fleece.raw "1" }, "TYPE")
end

local function told(...) return true, "hook", select("#", ...), ... end

function TestDialect.test_decode_at()
  local d = dialect.new({ empty_array = false }, { decode_at = told, marks_field = "kind" })
  local object_mt, array_mt = {}, {}
  local value, next_at = d.decode_at('x {"a":[null]} y', 3, false, object_mt, array_mt)
  lu.assertEquals(next_at, 15)
  lu.assertIs(getmetatable(value), object_mt)
  lu.assertIs(getmetatable(value.a), array_mt)
  lu.assertEquals(value.a[1], false)
  local long = "[" .. ('"0123456789",'):rep(200) .. "null]"
  value, next_at = d.decode_at(long .. " tail", nil, nil, nil)
  lu.assertEquals({ #value, next_at }, { 200, #long + 1 })
  lu.assertNil(getmetatable(value))
  for _, arguments in ipairs { { n = 0 }, { "x", 1, n = 2 }, { "[]", 3, n = 2 }, { "[]", "1", n = 2 },
    { "[]", 0, n = 2 }, { "[]", -1, n = 2 }, { "[]", 1.5, n = 2 }, { "[]", math.huge, n = 2 }, { 12, n = 1 },
    { "[] ", 3, n = 2 }, { "[", n = 1 }, { "[1,]", nil, nil, n = 3 }, { "{}", nil, nil, "", n = 4 },
    { "[]", 1, nil, nil, { __newindex = 1 }, n = 5 } } do
    local results = { d.decode_at((unpack or table.unpack)(arguments, 1, arguments.n)) }
    lu.assertEquals({ results[1], results[2] }, { "hook", arguments.n })
    for i = 1, arguments.n do lu.assertEquals(results[2 + i], arguments[i]) end
  end
  lu.assertEquals({ d.decode_at("[]", nil, nil, "", { __metatable = 1 }) }, { {}, 3 }) -- no object
end

function TestDialect.test_decode_at_makes_metatables()
  local d = dialect.new({}, { decode_at = told, marks_field = "kind" })
  local value = d.decode_at '{"a":[[],{}]}'
  lu.assertEquals(getmetatable(value), { kind = "object" })
  lu.assertEquals(getmetatable(value.a), { kind = "array" })
  lu.assertIs(getmetatable(value.a[1]), getmetatable(value.a))
  lu.assertIs(getmetatable(value.a[2]), getmetatable(value))
  lu.assertNotIs(getmetatable(d.decode_at "[]"), getmetatable(d.decode_at "[]"))
  lu.assertEquals(d.decode_at("[null]", 1, 7), { 7 })
  local bare = dialect.new({ empty_array = false }, { decode_at = told })
  lu.assertEquals({ bare.decode_at("[null,1]", 1, 7, {}, {}) }, { { nil, 1 }, 9 })
  lu.assertNil(getmetatable((bare.decode_at("[]", 1, 7, {}, {}))))
end

-- The value at a position, decoded.
local function at(text, position)
  return position and fleece.decode(text:sub(position, dialect.place_end(text, position)))
end

function TestDialect.test_places()
  local place, text = dialect.place, ' { "a" : [ 1 , [ "]}" , {} ] , "x\\"," ] , "a":2, "\\u0061b" :\t-1.5e3\n, "": { "c": null } } '
  local array = place(text, 1, "a")
  lu.assertEquals({ at(text, array), at(text, place(text, array, 1)), at(text, place(text, array, 2)),
    at(text, place(text, array, 3)), at(text, place(text, 2, "ab")), at(text, place(text, 1, "")) },
    { { 1, { "]}", {} }, 'x",' }, 1, { "]}", {} }, 'x",', -1500, { c = fleece.null } })
  lu.assertEquals(at(text, place(text, place(text, 1, ""), "c")), fleece.null)
  for _, none in ipairs { { 1, "b" }, { 1, "a " }, { 1, "\\u0061b" }, { 1, 1 }, { array, 4 }, { array, 0 }, { array, -1 },
    { array, 1e300 }, { array, 0 / 0 }, { array, "1" }, { 0, "a" }, { #text + 1, "a" }, { -1, "a" }, { 0 / 0, "a" } } do
    lu.assertEquals({ place(text, none[1], none[2]) }, {})
  end
  lu.assertEquals({ place("[]", 1, 1), place("[ ]", 1, 1), place("{ }", 1, "") }, {})
  lu.assertEquals({ dialect.place_end("12", 3), dialect.place_end("12", 0), dialect.place_end("", 1) }, {})
  judge.fails("bad argument #1", place, nil, 1, 1)
  judge.fails("bad argument #2", place, "[]", "x", 1)
  judge.fails("bad argument #3", place, "[]", 1, nil)
end

-- Names with escapes are compared in windows.
function TestDialect.test_places_of_long_names()
  for _, n in ipairs { 1, 63, 64, 127, 128, 255, 256, 257, 1000 } do
    local name = ("\195\169"):rep(n)
    local text = '{"' .. ("\\u00e9"):rep(n) .. 'x":1,"' .. ("\\u00e9"):rep(n) .. '":2}'
    lu.assertEquals({ at(text, dialect.place(text, 1, name)), at(text, dialect.place(text, 1, name .. "x")) }, { 2, 1 })
    lu.assertNil(dialect.place(text, 1, name .. "\195"))
  end
end

-- For a truncated or corrupt text the answer is meaningless, but it is inside the text.
function TestDialect.test_places_in_bad_texts()
  local text = '{"a\\n":[1,"\\"",{"b":true}],"c\\u0064":{"a":"x\\\\"},"e":[[],-1]}'
  local random = values.random(7)
  for i = 0, 3 * #text do
    local bad = text:sub(1, i)
    if i > #text then
      local k = random(#text)
      bad = text:sub(1, k - 1) .. ('"\\{}[],:1 '):sub(random(10)):sub(1, 1) .. text:sub(k + 1)
    end
    for from = 1, #bad do
      local ends = dialect.place_end(bad, from)
      lu.assertTrue(ends >= from - 1 and ends <= #bad)
      for _, name in ipairs { "a", "cd", "a\n", "e", "", 1, 2, 3 } do
        local position = dialect.place(bad, from, name)
        lu.assertTrue(position == nil or (position > from and position <= #bad))
      end
    end
  end
end

-- A hook that recurses endlessly gets an error, even if a deep text has already grown Lua's stack to
-- its limit.
function TestDialect.test_a_hook_after_a_deep_text()
  local function recurse() return 1 + recurse() end
  local d = dialect.new({ max_decode_depth = 2147483647 }, {
    decode_at = function() return true, pcall(recurse) end })
  local ok, message = d.decode_at(("["):rep(1000000))
  lu.assertFalse(ok)
  judge.contains(message, "stack overflow")
end

function TestDialect.test_what_is_left_to_the_hooks()
  local d = dialect.new({ empty_array = false }, { tables_only = true, containers_only = true,
    encode_arguments = told, decode_arguments = told })
  bytes(d.encode { 1 }, "[1]")
  lu.assertEquals({ d.encode(1) }, { "hook", 1, 1 })
  lu.assertEquals({ d.encode({}, 2) }, { "hook", 2, {}, 2 })
  lu.assertEquals(d.decode " \t\r\n[1]", { 1 })
  for _, text in ipairs { "1", "", " ", "\v[1]", '"a"' } do
    lu.assertEquals({ d.decode(text) }, { "hook", 1, text })
  end
  lu.assertEquals({ d.decode(12) }, { "hook", 1, 12 })
  lu.assertEquals({ d.decode() }, { "hook", 0 })
  local strings = dialect.new({}, { strings_only = true, decode_arguments = told })
  lu.assertEquals(strings.decode "12", 12)
  lu.assertEquals({ strings.decode(12) }, { "hook", 1, 12 })
  lu.assertEquals(dialect.new({}).decode(12), 12)
  -- The called object is the first argument.
  local callable = setmetatable({}, { __call = d.call_encode })
  bytes(callable { 1 }, "[1]")
  lu.assertEquals({ callable(1, 2) }, { "hook", 2, 1, 2 })
  callable = setmetatable({}, { __call = d.call_decode })
  lu.assertEquals(callable "[1]", { 1 })
  lu.assertEquals({ callable() }, { "hook", 0 })
end

function TestDialect.test_pairs_of_surrogates_can_be_errors()
  for _, hook in ipairs { "alone", "in pairs" } do
    local d = dialect.new({ lone_error = hook == "alone", pair_error = hook == "in pairs" }, {
      decode = function(_, detail) return true, detail.code end })
    lu.assertEquals(d.decode '["\\ud83d"]', "SURROGATE")
    lu.assertEquals(d.decode '["\\u00e9"]', { "\195\169" })
    lu.assertEquals(d.decode '["\\ud83d\\ude00"]',
      hook == "alone" and { "\240\159\152\128" } or "SURROGATE")
  end
end

function TestDialect.test_comments_as_in_c()
  local function reader(is_c)
    local d = dialect.new({ comments = true, c_comments = is_c }, {
      decode = function(_, detail) return true, detail.code end })
    return d.decode
  end
  local ours, of_c = reader(false), reader(true)
  for text, answers in pairs { ["[1 //\r,2]"] = { { 1, 2 }, "END" }, ["[1 //\r\n,2]"] = { { 1, 2 }, { 1, 2 } },
    ["[1 //\0\n]"] = { { 1 }, "ARRAY_NEXT" }, ["[1 /*\0*/]"] = { { 1 }, "ARRAY_NEXT" } } do
    lu.assertEquals({ ours(text), of_c(text) }, answers, text)
  end
end

function TestDialect.test_a_position_that_is_no_number()
  local d = dialect.new({}, { decode_at = told })
  lu.assertEquals((d.decode_at("[]", 0 / 0)), "hook")
end

function TestDialect.test_upper_case_escapes()
  bytes(dialect.new { escape_more = "upper" }.encode "/\31\b\127", '"/\\u001F\\b\127"')
  bytes(dialect.new { escape_more = "upper_slash" }.encode "/\31\b\127", '"\\/\\u001F\\b\127"')
end

-- Lenient options change nothing about valid texts, whether they are read with an index or not.
function TestDialect.test_lenient_reading_of_long_texts()
  local lenient = dialect.new { comments = true, c_numbers = "all", controls = true, nul_ends = true,
    loose_ends = true, huge_inf = true, utf8_decode = "pass", empty_array = false }
  local filler = ('"0123456789 \\u00e9",'):rep(200)
  for _, case in ipairs { { "1]", 1 }, { "/* c */ 2]", 2 }, { "0x10]", 16 }, { "'\t\255']", nil },
    { "3]\0junk", 3 }, { "1e999]", math.huge }, { '"\t\255"]', "\t\255" } } do
    local value = select(2, pcall(lenient.decode, "[" .. filler .. case[1]))
    lu.assertEquals(type(value) == "table" and value[201] or nil, case[2], case[1])
  end
end

-- ---- Arguments without meaning -----------------------------------------------------------------

function TestDialect.test_no_function_hands_out_memory()
  lu.assertNil(dialect.memory)
  local light, seen = fleece.empty_array, "nothing"
  local hooks = { decode = function(text) seen = text return true, "hook" end }
  judge.fails("expected 1 argument", dialect.new({}, hooks).decode, light, 1)
  hooks.from_memory = true
  lu.assertEquals(dialect.new({}, hooks).decode(light, 0), "hook")
  lu.assertNil(seen)
end

function TestDialect.test_calls_without_arguments()
  local d = dialect.new {}
  for _, name in ipairs { "encode", "decode", "call_encode", "call_decode", "set" } do
    judge.fails("bad argument #1", d[name])
  end
end

-- Values of every kind, in every position: an error or a result, never a crash.
function TestDialect.test_wrong_arguments()
  local seed = 1
  local function random(n)
    seed = (seed * 16807) % 2147483647
    return seed % n + 1
  end
  local kinds = { true, false, 0, -1, 1.5, 1e308, -1e308, 1 / 0, 0 / 0, 2 ^ 53, "", "x", "1", "[1,2]",
    '{"a":[1,{"b', ("["):rep(300), "\0\0", {}, { 1, 2 }, setmetatable({}, { __index = error }), tostring,
    function() end, function() return true end, function() return false, 5 end,
    function() return nil, "m", 1e9 end, error, coroutine.create(function() end), io.stdout, fleece.null,
    fleece.empty_array, dialect.verdict }
  local function some() return kinds[random(#kinds + 1)] end
  local meta = { { ["__x"] = 99 }, { "__len", __len = 7 }, { [{}] = -5, [true] = 1e9 }, { "a", a = 1, b = {} } }
  local names = { "sort_keys", "unsupported", "indent", "array_mt", "object_mt", "null", "numbers", "arrays",
    "objects", "nan", "sparse", "comments", "nul_ends", "loose_ends", "c_numbers", "max_decode_depth" }
  local calls = 0
  local function call(f)
    calls = calls + 1
    local n = random(7) - 1
    return pcall(f, (unpack or table.unpack)({ some(), some(), some(), some(), some(), some() }, 1, n))
  end
  for _ = 1, 400 do
    for _, name in ipairs { "native", "object", "place", "place_end", "new" } do
      local ok, made = call(dialect[name])
      if ok and name == "native" then call(made) end
    end
    local ok, d = pcall(dialect.new, { metatables = meta[random(5)], [names[random(16)]] = some() },
      { decode = kinds[random(4) + 20], decode_at = kinds[random(4) + 20], encode = kinds[random(4) + 20],
        encode_arguments = kinds[random(4) + 20], decode_arguments = kinds[random(4) + 20],
        marks_field = random(2) == 1 and "m" or nil, from_memory = random(2) == 1 })
    for _ = 1, ok and 8 or 0 do
      for _, name in ipairs { "encode", "decode", "call_encode", "call_decode", "decode_at", "set" } do
        call(d[name])
      end
      pcall(d.decode, fleece.null, some())
      pcall(d.decode, fleece.empty_array, some())
      pcall(d.set, { [names[random(16)]] = some(), metatables = meta[random(5)] })
    end
  end
  lu.assertIsTrue(calls > 5000)
end

function TestDialect.test_objects_have_an_identity()
  local meta = { __index = { x = 1 } }
  local a, b = dialect.object(meta), dialect.object(meta)
  lu.assertEquals({ type(a), a.x, a == b }, { "userdata", 1, false })
end

return { TestInstall = TestInstall, TestAs = TestAs, TestDialect = TestDialect }
