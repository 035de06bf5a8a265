-- test_luadata.lua — the reader of Lua data by itself: what it reads, what it refuses and where,
-- and that it agrees with Lua's own load() on everything that is data.
-- SPDX-License-Identifier: MIT

local lu = require("luaunit")
local luadata = require("fleece.luadata")

local loadstring = loadstring or load -- luacheck: ignore
local HAS_INTEGERS = math.type ~= nil
local MODERN_ESCAPES = loadstring("return '\\x41\\z  '")() == "A"
local UTF8_ESCAPES = (loadstring("return '\\u{41}'") or function() end)() == "A"
local HEX_FLOATS = loadstring("return 0x1.8p-1") ~= nil

-- Equal texts for equal values: keys are sorted, and integers are distinguished from floats.
local function canon(value)
  if type(value) == "table" then
    local items = {}
    for k, v in pairs(value) do items[#items + 1] = "[" .. canon(k) .. "]=" .. canon(v) end
    table.sort(items)
    return "{" .. table.concat(items, ",") .. "}"
  elseif type(value) == "number" then
    local kind = HAS_INTEGERS and math.type(value) == "integer" and "i" or "f"
    return kind .. (kind == "i" and tostring(value) or ("%.17g"):format(value == 0 and 0 or value))
  end
  return type(value) .. ":" .. tostring(value)
end

local function reads(text, expected)
  local value, message = luadata.read(text)
  lu.assertNil(message)
  lu.assertEquals(canon(value), canon(expected))
end

local function refuses(text, line, column, pattern, code)
  local value, message, detail = luadata.read(text)
  lu.assertNil(value)
  lu.assertStrContains(message, pattern)
  lu.assertEquals({ detail.line, detail.column }, { line, column })
  if code then lu.assertEquals(detail.code, code) end
  return detail
end

-- ---- What it reads --------------------------------------------------------------------

local TestLuadataRead = {}

function TestLuadataRead.test_scalars()
  reads("true", true)
  reads("false", false)
  reads("nil", nil)
  reads("return nil", nil)
  reads("'x'", "x")
  reads(" \t\r\n\v\f7 ", 7)
  reads("return 7;", 7)
end

function TestLuadataRead.test_numbers()
  reads("0", 0)
  reads("-12", -12)
  reads("- 12", -12)
  reads("- -12", 12)
  reads("1.5", 1.5)
  reads("5.", loadstring("return 5.")())
  reads(".5", 0.5)
  reads("1e3", loadstring("return 1e3")())
  reads("1E+3", loadstring("return 1E+3")())
  reads("25e-1", 2.5)
  reads("0x10", 16)
  reads("0XfF", 255)
  reads("0x.8p1", loadstring("return 1.0")())
  reads("0xA.8", 10.5)
  reads("-0x1p-2", -0.25)
  reads("1e999", math.huge)
  reads("-1e999", -math.huge)
end

function TestLuadataRead.test_integers_beyond_the_range_are_what_lua_makes_of_them()
  for _, numeral in ipairs({ "9223372036854775807", "9223372036854775808", "-9223372036854775808",
    "18446744073709551616", "0x7fffffffffffffff", "0xffffffffffffffff", "9007199254740993" }) do
    reads(numeral, loadstring("return " .. numeral)())
    reads("{" .. numeral .. "}", { loadstring("return " .. numeral)() })
  end
end

function TestLuadataRead.test_a_float_stays_a_float()
  if not HAS_INTEGERS then return lu.success() end
  lu.assertEquals(math.type((luadata.read("1.0"))), "float")
  lu.assertEquals(math.type((luadata.read("{1e0}"))[1]), "float")
  lu.assertEquals(math.type((luadata.read("{1}"))[1]), "integer")
end

function TestLuadataRead.test_minus_zero()
  lu.assertEquals(1 / luadata.read("-0.0"), -math.huge)
  lu.assertEquals(1 / luadata.read("{-0.0}")[1], -math.huge)
end

function TestLuadataRead.test_string_escapes()
  reads([["\a\b\f\n\r\t\v\\\"\'"]], "\a\b\f\n\r\t\v\\\"'")
  reads([['\a\b\f\n\r\t\v\\\"\'']], "\a\b\f\n\r\t\v\\\"'")
  reads([["\0\00\000\65\0659\255"]], "\0\0\0AA9\255")
  reads([["\x00\x41\xfF"]], "\0A\255")
  reads('"a\\z  \n\t b"', "ab")
  reads('"a\\z"', "a")
  reads('"a\\\nb\\\r\nc\\\rd\\\n\re"', "a\nb\nc\nd\ne")
  reads([['"' ]], '"')
  reads([["'"]], "'")
  reads('""', "")
  reads('"\0"', "\0")
end

function TestLuadataRead.test_utf8_escapes()
  reads([["\u{0}\u{41}\u{7F}"]], "\0A\127")
  reads([["\u{80}\u{7FF}"]], "\194\128\223\191")
  reads([["\u{800}\u{20AC}\u{FFFF}"]], "\224\160\128\226\130\172\239\191\191")
  reads([["\u{10000}\u{10FFFF}\u{0000000001F422}"]],
    "\240\144\128\128\244\143\191\191\240\159\144\162")
  reads([["\u{1FFFFF}\u{200000}"]], "\247\191\191\191\248\136\128\128\128")
  reads([["\u{3FFFFFF}\u{4000000}"]], "\251\191\191\191\191\252\132\128\128\128\128")
  reads([["\u{7FFFFFFF}"]], "\253\191\191\191\191\191")
end

function TestLuadataRead.test_long_strings()
  reads("[[a]]", "a")
  reads("[[\na\n]]", "a\n")
  reads("[[\n\na]]", "\na")
  reads("[[\r\na\r\nb\n\rc\rd\n]]", "a\nb\nc\nd\n")
  reads("[==[a]]b]=]c]==]", "a]]b]=]c")
  reads("[=[]]=]", "]")
  reads("[[\\n]]", "\\n")
  reads("{[[a]], [=[b]=], x = [[c]]}", { "a", "b", x = "c" })
  reads("{[ [[k]] ] = 1, [ [=[l]=] ] = 2}", { k = 1, l = 2 })
end

function TestLuadataRead.test_tables()
  reads("{}", {})
  reads("{ }", {})
  reads("{--\n}", {})
  reads("{1,2,3}", { 1, 2, 3 })
  reads("{1;2;3;}", { 1, 2, 3 })
  reads("{1,nil,3,}", { 1, nil, 3 })
  reads("{a=1,b=2}", { a = 1, b = 2 })
  reads("{a = 1, ['b c'] = 2, [3] = 4, [-5] = 6, [1.5] = 7, [true] = 8}",
    { a = 1, ["b c"] = 2, [3] = 4, [-5] = 6, [1.5] = 7, [true] = 8 })
  reads("{[ 'a' ]=1,[\n\"b\"--c\n]--d\n=--e\n2}", { a = 1, b = 2 })
  reads("{{{}},{{},{}}}", { { {} }, { {}, {} } })
  reads("{a={b={c={}}}}", { a = { b = { c = {} } } })
  reads("{x=nil,y=false}", { y = false })
  reads("{[1]=1,[2]=2}", { 1, 2 })
  reads("{_a1=1, Zz=2, nilx=3, return_=4}", { _a1 = 1, Zz = 2, nilx = 3, return_ = 4 })
  reads("{a=-1,b=- 1,c=--c\n1}", { a = -1, b = -1, c = 1 })
end

function TestLuadataRead.test_tables_as_keys()
  reads("{[{1}]=2}", { [{ 1 }] = 2 })
  reads("{[{[{}]={}}]={3},4}", { [{ [{}] = {} }] = { 3 }, 4 })
  reads("{a=1,[{}]=true}", { a = 1, [{}] = true })
end

function TestLuadataRead.test_names_that_only_some_versions_reserve()
  reads("{goto=1,global=2}", { ["goto"] = 1, ["global"] = 2 })
end

function TestLuadataRead.test_comments()
  reads("#!/usr/bin/env fleece\nreturn 1", 1)
  reads("# first line\n--[[ long\n]] --[==[ ]] ]==] -- short\n1 -- end", 1)
  reads("\239\187\191{1}", { 1 })
  reads("\239\187\191#!x\n{1}", { 1 })
  reads("{--a\n1--[[b]],--[=[c]=]2--d\r,x--e\n=--f\n3--g\n;--h\n}--i", { 1, 2, x = 3 })
  reads("--\r1", 1)
end

function TestLuadataRead.test_return_is_optional()
  reads("return{1}", { 1 })
  reads("return--c\n'x'", "x")
  reads("return-1", -1)
end

-- ---- What it refuses, and where ----------------------------------------------------------

local TestLuadataRefuse = {}

function TestLuadataRefuse.test_nothing()
  refuses("", 1, 1, "no value", "empty")
  refuses(" -- only a comment\n", 2, 1, "no value", "empty")
  refuses("return", 1, 7, "end of the text", "unfinished")
end

function TestLuadataRefuse.test_code()
  refuses("{a = foo}", 1, 6, "'foo' is a name", "not_data")
  refuses("{a = math.huge}", 1, 6, "'math' is a name", "not_data")
  refuses("{os.exit()}", 1, 2, "'os' is a name", "not_data")
  refuses("{f'x'}", 1, 2, "'f' is a name", "not_data")
  refuses("{function() end}", 1, 2, "'function'", "not_data")
  refuses("{1 + 1}", 1, 4, "'+' after a value", "not_data")
  refuses("{'a' .. 'b'}", 1, 6, "'.' after a value", "not_data")
  refuses("{'a' 'b'}", 1, 6, "''' after a value", "not_data")
  refuses("{(1)}", 1, 2, "'(' where a value", "not_data")
  refuses("{#'x'}", 1, 2, "'#' where a value")
  refuses("{not true}", 1, 2, "'not'", "not_data")
  refuses("{...}", 1, 2, "'.' where a value", "not_data")
  refuses("local x = 1 return x", 1, 1, "'local'", "not_data")
  refuses("x = {}", 1, 1, "'x' is a name", "not_data")
  refuses("{}()", 1, 3, "'(' after the value", "not_data")
  refuses("{}.x", 1, 3, "'.' after the value", "not_data")
  refuses("1 + 1", 1, 3, "'+' after the value", "not_data")
  refuses("--[[x]] -- \n -x", 2, 2, "'-'", "not_data")
end

function TestLuadataRefuse.test_syntax()
  refuses("{1,,2}", 1, 4, "',' where a value", "syntax")
  refuses("{,}", 1, 2, "',' where a value", "syntax")
  refuses("{;}", 1, 2, "';' where a value", "syntax")
  refuses("{1 2}", 1, 4, "expected ',' or '}'", "syntax")
  refuses("{a = }", 1, 6, "'}' where a value", "syntax")
  refuses("{a = 1 b = 2}", 1, 8, "expected ',' or '}'", "syntax")
  refuses("{[1 = 2}", 1, 5, "']' should close", "syntax")
  refuses("{[1] 2}", 1, 6, "'=' should follow", "syntax")
  refuses("{[] = 2}", 1, 3, "']' where a value", "syntax")
  refuses("{'a' = 2}", 1, 6, "'=' after a value", "syntax")
  refuses("{end = 1}", 1, 2, "'end' is reserved", "syntax")
  refuses("{nil = 1}", 1, 2, "'nil' is reserved", "syntax")
  refuses("{[nil] = 1}", 1, 3, "nil cannot be a key", "key")
  refuses("{} {}", 1, 4, "more text", "more")
  refuses("{}}", 1, 3, "more text", "more")
  refuses("}", 1, 1, "'}' where a value", "syntax")
  refuses('{"a": 1}', 1, 5, "JSON", "syntax")
  refuses("{\1}", 1, 2, "byte 0x01", "syntax")
  refuses("{1,\0}", 1, 4, "byte 0x00", "syntax")
  refuses("{\195\164 = 1}", 1, 2, "byte 0xC3", "syntax")
end

function TestLuadataRefuse.test_unfinished()
  refuses("{", 1, 2, "end of the text", "unfinished")
  refuses("{1", 1, 3, "inside a table", "unfinished")
  refuses("{a", 1, 2, "'a' is a name", "not_data")
  refuses("{a =", 1, 5, "end of the text", "unfinished")
  refuses("{[", 1, 3, "end of the text", "unfinished")
  refuses("{[1", 1, 4, "']' should close", "syntax")
  refuses("{[{}", 1, 5, "']' should close", "syntax")
  refuses("{'a", 1, 2, "not closed", "unfinished")
  refuses("{'a\n'}", 1, 2, "not closed", "unfinished")
  refuses("{'a\\", 1, 4, "not closed", "unfinished")
  refuses("[==[ ]=]", 1, 1, "long string that is not closed", "unfinished")
  refuses("1 --[[ ", 1, 3, "long comment that is not closed", "unfinished")
end

function TestLuadataRefuse.test_escapes()
  refuses([["\q"]], 1, 2, "unknown escape", "escape")
  refuses([["ab\256"]], 1, 4, "beyond \\255", "escape")
  refuses([["\xg1"]], 1, 2, "two hexadecimal digits", "escape")
  refuses([["\x1"]], 1, 2, "two hexadecimal digits", "escape")
  refuses([["\u41"]], 1, 2, "in braces", "escape")
  refuses([["\u{}"]], 1, 2, "in braces", "escape")
  refuses([["\u{80000000}"]], 1, 2, "beyond 7FFFFFFF", "escape")
  refuses([["\u{100000000000}"]], 1, 2, "beyond 7FFFFFFF", "escape")
end

function TestLuadataRefuse.test_numbers()
  for _, numeral in ipairs({ "1e", "1e+", "1..2", "1.2.3", "0x", "0xg", "0x1p", "0x1p+", "3x",
    "1_000", "0b1", "1LL", "08_", ".5.", "0x1.8.p1", "1e5.0", "1ee5" }) do
    refuses(numeral, 1, 1, "malformed number", "number")
    refuses("{a = " .. numeral .. "}", 1, 6, "malformed number", "number")
  end
end

function TestLuadataRefuse.test_binary()
  refuses("\27Lua\84\0\25\147", 1, 1, "compiled Lua code", "binary")
  refuses("\27LJ\2", 1, 1, "compiled Lua code", "binary")
  refuses("\255\254{\0}\0", 1, 1, "UTF-16", "binary")
  refuses("\0\0\0", 1, 1, "byte 0x00", "syntax")
  refuses("\137PNG\r\n\26\n", 1, 1, "byte 0x89", "syntax")
end

function TestLuadataRefuse.test_nesting_without_end()
  refuses(("{"):rep(10000000), 1, 1001, "deeper than 1000", "depth")
  refuses(("{a="):rep(100000), 1, 3001, "deeper than 1000", "depth")
  refuses(("{[{"):rep(100000), 1, 1501, "deeper than 1000", "depth")
  refuses(("{[{}]="):rep(100000), 1, 6000 - 5 + 2, "deeper than 1000", "depth")
end

function TestLuadataRefuse.test_nesting_that_is_allowed()
  local text = ("{"):rep(200000) .. ("}"):rep(200000)
  local value, message = luadata.read(text, { max_depth = 200000 })
  lu.assertNil(message)
  local depth = 0
  while value do depth, value = depth + 1, value[1] end
  lu.assertEquals(depth, 200000)
  lu.assertNil((luadata.read(text, { max_depth = 199999 })))
end

function TestLuadataRefuse.test_runs_of_minus_and_comments_do_not_recur()
  refuses(("- "):rep(1000000), 1, 1, "not followed by a number", "not_data")
  reads(("--\n"):rep(1000000) .. "1", 1)
end

function TestLuadataRefuse.test_the_place()
  local detail = refuses("{\n  1,\r\n  2,\n\r  \"\195\164\195\182\", x,\n}", 4, 9, "'x' is a name")
  lu.assertEquals(detail.offset, 25)
  lu.assertEquals(detail.excerpt, '  "\195\164\195\182", x,')
  lu.assertEquals(detail.caret, 8)
  lu.assertStrContains(detail.message, "at line 4 column 9 (byte 25)")
  lu.assertEquals(luadata.caret(detail), '    "\195\164\195\182", x,\n          ^')
end

function TestLuadataRefuse.test_the_excerpt_of_a_long_line()
  local detail = refuses("{" .. ("1,"):rep(500) .. "?" .. (",2"):rep(500) .. "}", 1, 1002, "'?'")
  lu.assertEquals(detail.excerpt:sub(1, 5), "...1,")
  lu.assertEquals(detail.excerpt:sub(-4), "2...")
  lu.assertEquals(detail.excerpt:sub(detail.caret + 1, detail.caret + 1), "?")
end

function TestLuadataRefuse.test_control_bytes_do_not_reach_the_terminal()
  local detail = refuses("{'\27[31m\127',\t?}", 1, 12, "'?'")
  lu.assertEquals(detail.excerpt, "{'?[31m?', ?}")
end

-- ---- Several values ---------------------------------------------------------------------

local TestLuadataStream = {}

local function all(text)
  local values = {}
  for n, value in luadata.values(text) do
    if value == nil then value = "(nil)" end
    values[n] = value
  end
  return values
end

function TestLuadataStream.test_values()
  lu.assertEquals(all(""), {})
  lu.assertEquals(all("  -- nothing\n"), {})
  lu.assertEquals(all("{1}\n{2}\n"), { { 1 }, { 2 } })
  lu.assertEquals(all("return {1}\nreturn {2};\n;"), { { 1 }, { 2 } })
  lu.assertEquals(all("1 2 'a' nil true{}{a=1}"), { 1, 2, "a", "(nil)", true, {}, { a = 1 } })
  lu.assertEquals(all("# head\n-- c\n1--c\n--[[c]]2"), { 1, 2 })
  lu.assertEquals(all("1 -2"), { 1, -2 })
end

function TestLuadataStream.test_an_error_in_the_stream()
  local got = {}
  local ok, message = pcall(function()
    for _, value in luadata.values("1\n2\nx\n4") do got[#got + 1] = value end
  end)
  lu.assertFalse(ok)
  lu.assertStrContains(message, "'x' is a name, and data refers to nothing at line 3 column 1")
  lu.assertEquals(got, { 1, 2 })
end

function TestLuadataStream.test_next()
  local p, value = luadata.next("{1} 'b'")
  lu.assertEquals(value, { 1 })
  p, value = luadata.next("{1} 'b'", p)
  lu.assertEquals({ p, value }, { 8, "b" })
  lu.assertNil((luadata.next("{1} 'b'", p)))
  local nothing, message, detail = luadata.next("{1} b", 4)
  lu.assertNil(nothing)
  lu.assertStrContains(message, "'b' is a name")
  lu.assertEquals(detail.offset, 5)
end

function TestLuadataStream.test_reader()
  local read = luadata.reader("{1} 'b' nil x")
  local _, value = read()
  lu.assertEquals(value, { 1 })
  _, value = read()
  lu.assertEquals(value, "b")
  local after, nothing, detail = read()
  lu.assertEquals({ type(after), nothing, detail }, { "number" })
  for _ = 1, 2 do
    after, value, detail = read()
    lu.assertNil(after)
    lu.assertStrContains(value, "'x' is a name")
    lu.assertEquals(detail.offset, 13)
  end
  lu.assertNil((luadata.reader("")()))
end

-- ---- Options and progress ----------------------------------------------------------------

local TestLuadataOptions = {}

function TestLuadataOptions.test_wrong_arguments()
  lu.assertErrorMsgContains("the text must be a string, not a nil", luadata.read, nil)
  lu.assertErrorMsgContains("the text must be a string, not a table", luadata.next, {})
  lu.assertErrorMsgContains("unknown option 'depth'", luadata.read, "1", { depth = 1 })
  lu.assertErrorMsgContains("'max_depth' must be a number", luadata.values, "1",
    { max_depth = "1" })
end

function TestLuadataOptions.test_progress_is_told()
  local text = "{" .. ("123456789,"):rep(350000) .. "}"
  local seen, total = {}, nil
  local value = luadata.read(text, { progress = function(p, all_of_it)
    seen[#seen + 1], total = p, all_of_it
  end })
  lu.assertEquals(#value, 350000)
  lu.assertEquals(total, #text)
  lu.assertEquals(#seen, 3)
  lu.assertTrue(seen[1] < seen[2] and seen[2] < seen[3] and seen[3] <= #text)
end

function TestLuadataOptions.test_an_error_in_the_progress_function_passes_through()
  local text = "{" .. ("123456789,"):rep(350000) .. "}"
  local ok, raised = pcall(luadata.read, text, { progress = function() error("stop here", 0) end })
  lu.assertEquals({ ok, raised }, { false, "stop here" })
end

-- ---- Against Lua's own reader ---------------------------------------------------------------

local TestLuadataDifferential = {}

-- The minimal standard generator: the same texts on every Lua.
local state
local function random(n)
  state = state * 16807 % 2147483647
  return state % n + 1
end
local function one_of(list) return list[random(#list)] end

local SPACES = { "", "", "", " ", "\n", "\t ", "  ", " --c\n", "--[[c]]", "--[=[\n]]]=]", "\r\n" }
local function space() return one_of(SPACES) end

local function digits(set, n)
  local out = {}
  for i = 1, random(n) do
    local k = random(#set)
    out[i] = set:sub(k, k)
  end
  return table.concat(out)
end

local NUMERALS = {
  function() return digits("0123456789", 5) end,
  function() return digits("123456789", 1) .. digits("0123456789", 22) end,
  function() return digits("0123456789", 4) .. "." .. digits("0123456789", 18) end,
  function() return digits("0123456789", 3) .. "." end,
  function() return "." .. digits("0123456789", 9) end,
  function()
    return digits("0123456789", 9) .. one_of({ "e", "E", "e+", "E-" }) .. digits("0123456789", 3)
  end,
  function()
    return digits("123", 1) .. "." .. digits("0123456789", 17) .. "e" .. digits("12", 2)
  end,
  function() return one_of({ "0x", "0X" }) .. digits("0123456789abcdefABCDEF", 12) end,
  function()
    if not HEX_FLOATS then return "7" end
    return "0x" .. digits("0123456789abcdef", 6) .. "." .. digits("0123456789abcdef", 5) ..
      one_of({ "", "p1", "P-7", "p+40" })
  end,
}

local function numeral()
  local text = one_of(NUMERALS)()
  return random(3) == 1 and "-" .. text or text
end

local PIECES = { "a", "Z", " ", "0", "9", "\195\164", "\240\159\144\157", "--", "[[", "{", "}", ",",
  "=", "\\n", "\\t", "\\\\", "\\\"", "\\'", "\\a", "\\b", "\\f", "\\r", "\\v",
  "\\000", "\\065", "\\127",
  "\\200", "\\\n", "\\\r\n", "\255", "\127", "\1" }
if MODERN_ESCAPES then
  for _, piece in ipairs({ "\\x41", "\\xfe", "\\z", "\\z \n\t", "\\x00" }) do
    PIECES[#PIECES + 1] = piece
  end
end
if UTF8_ESCAPES then
  for _, piece in ipairs({ "\\u{0}", "\\u{7F}", "\\u{80}", "\\u{20ac}", "\\u{10FFFF}" }) do
    PIECES[#PIECES + 1] = piece
  end
end

local function quoted()
  local out, quote = {}, one_of({ '"', "'" })
  for i = 1, random(9) - 1 do out[i] = one_of(PIECES) end
  return quote .. table.concat(out) .. quote
end

local function long()
  local level = ("="):rep(random(4) - 1)
  local body = one_of({ "", "\n", "\r\n", "a", "\\n", "]", "a\nb", "\r\nx\r\ny\n\rz\r", "--", "]=",
    "]]]" })
  if (body .. "]"):find("]" .. level .. "]", 1, true) then body = "x" end
  return "[" .. level .. "[" .. body .. "]" .. level .. "]"
end

local unique = 0
local value

local function key()
  unique = unique + 1
  local kind = random(6)
  if kind <= 3 then return one_of({ "k", "_k", "If", "endx", "x_" }) .. unique end
  if kind == 4 then
    return "[" .. space() .. one_of({ "", "-" }) .. (unique + 1000) .. space() .. "]"
  end
  if kind == 5 then return "[" .. space() .. '"k ' .. unique .. '\\n"' .. space() .. "]" end
  return "[" .. space() .. unique .. ".25" .. space() .. "]"
end

local function constructor(depth)
  local out = { "{", space() }
  for _ = 1, random(6) - 1 do
    if random(2) == 1 then
      out[#out + 1] = key() .. space() .. "=" .. space()
    elseif random(40) == 1 then
      out[#out + 1] = "[{" .. one_of({ "", "1", "x=2" }) .. "}" .. space() .. "]" .. space() .. "="
    end
    out[#out + 1] = value(depth - 1) .. space() .. one_of({ ",", ";" }) .. space()
  end
  if random(2) == 1 then out[#out + 1] = value(depth - 1) .. space() end
  return table.concat(out) .. "}"
end

function value(depth)
  local kind = random(12)
  if depth > 0 and kind <= 5 then return constructor(depth) end
  if kind <= 8 then return numeral() end
  if kind <= 10 then return quoted() end
  if kind == 11 then return long() end
  return one_of({ "true", "false", "nil" })
end

function TestLuadataDifferential.test_generated_data_reads_as_load_reads_it()
  state = 271828
  for round = 1, 4000 do
    local text = one_of({ "return", "return ", "return--c\n" }) .. space() .. constructor(4)
    local chunk = assert(loadstring(text))
    local got, message = luadata.read(text)
    if message then lu.fail(("round %d: %s\n%s"):format(round, message, text)) end
    local expected = canon(chunk())
    if canon(got) ~= expected then
      lu.fail(("round %d: %s\nload: %s\nread: %s"):format(round, text, expected, canon(got)))
    end
  end
end

-- A damaged text is either refused, or Lua accepts it as data, too.
function TestLuadataDifferential.test_damaged_data_is_never_more_than_lua_takes()
  state = 161803
  local noise = { "", "{", "}", ",", "=", "[", "]", '"', "'", "\\", "-", "--", "0", "e", "x", ".",
    "\n", "\0", "]]", "(" }
  local refused, accepted = 0, 0
  for round = 1, 6000 do
    local text = "return " .. constructor(3) .. " "
    for _ = 1, random(3) do
      local at = 7 + random(#text - 7)
      text = text:sub(1, at - 1) .. one_of(noise) .. text:sub(at + random(3) - 1)
    end
    local _, message = luadata.read(text)
    if message then
      refused = refused + 1
    else
      accepted = accepted + 1
      local chunk, problem = loadstring(text)
      -- Only 5.1 refuses "[[" inside [[ ]], and a decimal point in a hexadecimal number; up to
      -- 5.3, and on LuaJIT, code points end at 10FFFF.
      local old = not chunk and (problem:find("nesting of", 1, true)
        or text:find("\\u{%x%x%x%x%x")
        or not HEX_FLOATS and text:find("0[xX]%x*%."))
      if not chunk and not old then
        lu.fail(("round %d: %s\n%s"):format(round, problem, text))
      end
    end
  end
  lu.assertTrue(refused > 1000 and accepted > 300, refused .. " refused, " .. accepted)
end

return {
  TestLuadataRead = TestLuadataRead, TestLuadataRefuse = TestLuadataRefuse,
  TestLuadataStream = TestLuadataStream, TestLuadataOptions = TestLuadataOptions,
  TestLuadataDifferential = TestLuadataDifferential,
}
