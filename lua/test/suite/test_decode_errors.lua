-- test_decode_errors.lua — what decode's messages and details contain, valid's results, the safe
-- module.
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"
local check = require "decode_judge"
local fleece, bytes, fails = judge.fleece, judge.bytes, judge.fails
local decode, valid = fleece.decode, fleece.valid

local TestDecodeMessages, TestDecodePlaces, TestDecodeSafe = {}, {}, {}

-- A text for each code, and where its error is.
local examples = {
  { "END", "[1", 2 }, { "VALUE", "[,]", 1 }, { "TRAILING", "[] 1", 3 }, { "OBJECT_KEY", "{1:2}", 1 },
  { "COLON", '{"a" 1}', 5 }, { "ARRAY_NEXT", "[1 2]", 3 }, { "OBJECT_NEXT", '{"a":1 2}', 7 },
  { "LITERAL", "trux", 3 }, { "NUMBER_SYNTAX", "01", 1 }, { "NUMBER_RANGE", "1e400", 0 },
  { "BIGINT", "123456789012345678901", 0, { bigint = "error" } }, { "CONTROL", '"\n"', 1 },
  { "ESCAPE", [["\x"]], 2 }, { "UNICODE", [["\u12"]], 5 }, { "SURROGATE", [["\ud800"]], 1 },
  { "TEXT_UTF8", '"\255"', 1 }, { "DUPLICATE", '{"a":1,"a":2}', 7, { duplicates = "error" } },
  { "DEPTH", "[[]]", 1, { max_depth = 1 } }, { "MAX_BYTES", "[1,2]", 4, { max_bytes = 4 } },
  { "MAX_KEYS", '{"a":1}', 1, { max_keys = 0 } }, { "MAX_STRING", '"ab"', 0, { max_string = 1 } },
  { "BOM", "\239\187\191[]", 0 },
}

function TestDecodeMessages.test_each_code()
  local seen = {}
  for _, e in ipairs(examples) do
    local code, text, offset, opts = e[1], e[2], e[3], e[4]
    seen[code] = true
    lu.assertNil(check.verdict(text, opts, false, code, offset))
    local message = fails(check.texts[code], decode, text, opts)
    judge.contains(message, string.format("at line %d column", text:sub(1, offset):find("\n") and 2 or 1))
    judge.contains(message, string.format("(byte %d): ", offset + 1))
  end
  for code in pairs(check.texts) do lu.assertTrue(seen[code], code) end
  judge.contains(fails("nesting", decode, "[[]]", { max_depth = 1 }), "nesting deeper than 1 at line 1")
  judge.contains(fails("nesting", decode, ("["):rep(1001)), "nesting deeper than 1000 at line 1 column 1001")
end

if not judge.is_oracle then
  -- The examples in the table of codes cause those codes.
  function TestDecodeMessages.test_the_documented_examples()
    local f = assert(io.open(judge.directory .. "../src/core/fj_status.h"))
    local text, n = f:read("*a"), 0
    f:close()
    local loadstring = rawget(_G, "loadstring") or load
    for code, example in text:gmatch('FJ_STATUS%((%u[%u%d_]+), "[^\n]-", "(fleece%.decode[^\n]*)"%)') do
      local source = example:gsub('\\(.)', function(c) return c end)
      local f_ = assert(loadstring("local fleece = ... return " .. source), source)
      local ok, message = pcall(f_, fleece)
      lu.assertFalse(ok, source)
      lu.assertEquals((check.parse(message)), code, source)
      n = n + 1
    end
    lu.assertTrue(n >= 20, n)
  end

  -- The codes of errors.json are the module's.
  function TestDecodeMessages.test_the_texts_are_those_of_the_table()
    local f = assert(io.open(judge.directory .. "../src/core/fj_status.h"))
    local source = f:read("*a")
    f:close()
    for code, text in pairs(check.texts) do
      judge.contains(source, string.format('FJ_STATUS(%s, "%s"', code, (text:gsub("\\", "\\\\"))))
    end
  end
end

function TestDecodeMessages.test_begin_with_the_position_of_the_caller()
  local ok, message = pcall(function() return decode("[1,") .. "" end)
  lu.assertFalse(ok)
  lu.assertStrMatches(message, ".*test_decode_errors%.lua:%d+: .*unexpected end of text.*")
end

-- No message is long, whatever the text; none contains a control character or a broken sequence.
function TestDecodeMessages.test_are_short_and_printable()
  local long = ("x"):rep(100000)
  local texts = { "[" .. long, '["' .. long, '{"' .. long .. '":' .. long .. "}", ("[1,\n"):rep(900) .. "x",
    '"' .. ("é"):rep(50000) .. "\255" .. ("é"):rep(50000) .. '"', "[\0\1\2\3\4]", '"\27[31m\n"', "\255\254[\0]\0",
    '"' .. ("\128"):rep(100) .. '"', '{"\n', ("😀"):rep(30), '[1,"😀😀😀😀😀😀😀😀😀😀😀\n😀😀😀😀😀😀😀😀😀😀😀"]',
    '{"' .. ("k"):rep(5000) .. '":[' .. ("["):rep(500) .. "x", "\r\n\r\n\r\n x" }
  local reader = require "reader"
  for i, text in ipairs(texts) do
    for _, padding in ipairs { "", check.padding } do
      local ok, message = pcall(decode, padding .. text)
      lu.assertFalse(ok, i)
      lu.assertTrue(#message < 400, #message)
      lu.assertNil(message:find("%c"), i)
      if not judge.is_oracle then lu.assertNil(reader.invalid_at(message), i) end
      local good, again, detail = valid(padding .. text)
      lu.assertIs(good, false)
      bytes((again:gsub("^.-:%d+: ", "")), (message:gsub("^.-:%d+: ", "")))
      lu.assertNil(detail.excerpt:find("%c"), i)
      lu.assertTrue(#detail.excerpt < 200)
    end
  end
end

function TestDecodeMessages.test_the_form_promised()
  if judge.is_oracle then
    lu.assertTrue(true)
    return
  end
  local text = '{"x": [\n1],\n"long":0,"a":1 "b":2, "c":3, "d":4, "e":5, "f":6}'
  local message = fails("expected ',' or '}' after object member at line 3 column 16 (byte 28): …", decode, text)
  judge.contains(message, '"a":1 "b"')
  lu.assertStrMatches(message, ".*…")
end

-- The message names the option that would have allowed the text; nothing else has such a hint.
function TestDecodeMessages.test_name_the_option_that_allows_it()
  if judge.is_oracle then
    lu.assertTrue(true)
    return
  end
  local comments, commas = " (allowed by comments = true)", " (allowed by trailing_commas = true)"
  local nan, position, bom = " (allowed by nan = true)", " (allowed by position = 1)", " (allowed by bom = true)"
  for _, case in ipairs {
    { "\239\187\191[]", bom }, { "// c\n1", comments }, { "[1 /* c */]", comments }, { "[/**/]", comments }, { "{//\n}", comments },
    { '{"a"/**/:1}', comments }, { '{"a":1/**/}', comments }, { '{"a":true/**/}', comments }, { '{"a":[]/**/}', comments },
    { "1 // c", comments }, { "[1,]", commas }, { '{"a":1, }', commas }, { "[[],\n]", commas }, { "NaN", nan },
    { "[1,Infinity]", nan }, { "[-Infinity]", nan }, { "{}{}", position }, { "1 2", position }, { '[] "a"', position },
    { "[1 / 2]" }, { "[,]" }, { "[1,,]" }, { "{,}" }, { "[1}" }, { "[Nan]" }, { "[Inf]" }, { "[-NaN]" }, { "[1Infinity]" },
    { "[1]]" }, { "1 x" }, { "1 \0" }, { "[]\0" }, { "[1" }, { "[" }, { '["//' }, { '["\\/*"]x' }, { '["/*\n"]' }, { "[tru/]" }, { "" },
  } do
    local text, hint = case[1], case[2] or ""
    local ok, message, detail = valid(text)
    lu.assertIs(ok, false, text)
    local expected = "): " .. detail.excerpt .. hint
    bytes(message:sub(-#expected), expected, text)
    lu.assertEquals(message:find("allowed by", 1, true) ~= nil, hint ~= "", text)
    local options = {}
    for name, value in hint:gmatch("([%a_]+) = (%w+)") do options[name] = value == "true" or tonumber(value) end
    if hint ~= "" then lu.assertIs((pcall(decode, text, options)), true, text) end
  end
  judge.contains(fails("expected", decode, "[1 /* x", { comments = true }), " (the comment is not closed)")
end

-- ---- Line, column, offset, path ---------------------------------------------------------

local function detail_of(text, opts)
  local ok, message, detail = valid(text, opts)
  lu.assertIs(ok, false)
  lu.assertEquals(type(message), "string")
  lu.assertEquals(type(detail), "table")
  return detail
end

function TestDecodePlaces.test_line_and_column()
  for _, case in ipairs {
    { "x", 1, 1 }, { " x", 1, 2 }, { "\nx", 2, 1 }, { "\r\nx", 2, 1 }, { "\n\n\n x", 4, 2 }, { "[1,\n2,\n x]", 3, 2 },
    { "[1,\n2", 2, 2 }, { "", 1, 1 }, { "\n", 2, 1 }, { '["é" x]', 1, 7 }, { '["é",\n"ü" x]', 2, 6 }, { "[\t\tx", 1, 4 },
    { '"a\nb"', 1, 3 }, { '["a","\n"]', 1, 7 }, { ("\n"):rep(5000) .. "  !", 5001, 3 },
    { (" "):rep(5000) .. "!", 1, 5001 },
  } do
    local detail = detail_of(case[1])
    lu.assertEquals({ detail.line, detail.column }, { case[2], case[3] }, check.shown(case[1]))
    local _, _, line, column = check.parse(select(2, pcall(decode, case[1])))
    lu.assertEquals({ line, column }, { case[2], case[3] })
  end
end

function TestDecodePlaces.test_detail_has_all_fields()
  for _, e in ipairs(examples) do
    local detail = detail_of(e[2], e[4])
    lu.assertEquals(detail.code, e[1])
    lu.assertEquals(detail.offset, e[3])
    lu.assertEquals(type(detail.message), "string")
    lu.assertEquals(type(detail.path), "string", e[1])
    lu.assertEquals(type(detail.excerpt), "string", e[1])
    judge.contains(detail.message, check.texts[e[1]])
    judge.contains(detail.message, detail.excerpt)
    for _, name in ipairs { "line", "column", "offset" } do
      lu.assertEquals(type(detail[name]), "number", name)
      if math.type then lu.assertEquals(math.type(detail[name]), "integer", name) end
    end
  end
end

-- The rule of conformance/README.md: the value that is being read, else the innermost open container.
local pointers = {
  { "", "" }, { "x", "" }, { "1 x", "" }, { "[] 1", "" }, { "\239\187\191[]", "" }, { "[", "/0" }, { "[x", "/0" }, { "[x]", "/0" },
  { "[tru]", "/0" }, { '["\\x"', "/0" }, { '["', "/0" }, { "[-", "/0" }, { "[1x]", "/0" }, { "[1.", "/0" }, { "[1", "" },
  { "[1 x", "" }, { '["a"1]', "" }, { "[1,", "/1" }, { "[1,]", "/1" }, { "[1,x", "/1" }, { "[1,x]", "/1" }, { "[1,tru]", "/1" },
  { '[1,"\\x"', "/1" }, { "{", "" }, { "{x", "" }, { '{"a', "" }, { '{"a\\x":1', "" }, { '{"a"', "" }, { '{"a" 1', "" },
  { '{"a":', "/a" }, { '{"a":x', "/a" }, { '{"a":-', "/a" }, { '{"a":1', "" }, { '{"a":1 x', "" }, { '{"a":1,', "" },
  { '{"a":1,}', "" }, { '{"a":1,"b"', "" }, { '{"a":1,"b":', "/b" }, { "[[1 x", "/0" }, { "[[1],[2}", "/1" },
  { '{"a":{"b"', "/a" }, { '{"a":{"b":1 x', "/a" }, { '{"a":[', "/a/0" }, { '[{"a":1},{"a" 2', "/1" },
  { '{"a":[1,{"b":x}]}', "/a/1/b" }, { "[[],[1,2,[x]]]", "/1/2/0" }, { '{"a":1,"b":{"c":2,"d":tru}}', "/b/d" },
  { '{"a":{"b":1},"c":1e999}', "/c" }, { '[{"a":1},{"a":2},{"a":"\n"}]', "/2/a" }, { '{"":{"":x}}', "//" },
  { '{"a/b":{"m~n":x}}', "/a~1b/m~0n" }, { '{"é":[x]}', "/é/0" }, { '["a","\\q"]', "/1" }, { '{"k":"\\ud800"}', "/k" },
  -- Keys are shown with their escapes decoded.
  { '{"\\u00e9\\n":[x]}', "/é\n/0" }, { '{"a\\/b":x}', "/a~1b" }, { '{"\\u007e\\"":x}', '/~0"' },
  -- Limits.
  { "[[]]", "/0", { max_depth = 1 } }, { '{"a":[]}', "/a", { max_depth = 1 } }, { "[]", "", { max_depth = 0 } },
  { "[1,1e400]", "/1" }, { "[1,123456789012345678901]", "/1", { bigint = "error" } },
  { '["abc"]', "/0", { max_string = 2 } }, { '[{"abc":1}]', "/0", { max_string = 2 } },
  { '[{"a":1,"b":2}]', "/0", { max_keys = 1 } }, { '[{"a":1,"a":2}]', "/0", { duplicates = "error" } },
  { '[{"a":[1,{"b":1,"\\u0062":2}]}]', "/0/a/1", { duplicates = "error" } }, { "[[1,2]]", "", { max_bytes = 5 } },
}

function TestDecodePlaces.test_path()
  for _, case in ipairs(pointers) do
    local text, path, opts = case[1], case[2], case[3]
    bytes(detail_of(text, opts).path, path, text)
    local _, _, detail = require("fleece.safe").decode(text, opts)
    bytes(detail.path, path, text)
    if not text:find("^\239") and not (opts and opts.max_bytes) then
      bytes(detail_of(check.padding .. text, opts).path, path, text)
    end
  end
end

-- Of a long key the first 40 bytes, of a long pointer the first eight and the last eight parts.
function TestDecodePlaces.test_a_long_path_is_shortened()
  local function path_of(key) return detail_of('{"' .. key .. '":x}').path end
  bytes(path_of(("k"):rep(40)), "/" .. ("k"):rep(40))
  bytes(path_of(("k"):rep(41)), "/" .. ("k"):rep(40) .. "…")
  bytes(path_of(("~"):rep(41)), "/" .. ("~0"):rep(40) .. "…")
  bytes(path_of("k" .. ("é"):rep(20)), "/k" .. ("é"):rep(19) .. "…")
  bytes(path_of(("\\u20ac"):rep(14)), "/" .. ("€"):rep(13) .. "…")
  bytes(path_of(("k"):rep(38) .. "😀"), "/" .. ("k"):rep(38) .. "…")
  for n = 14, 20 do
    local parts = {}
    for i = 1, n do parts[i] = "[" .. ("0,"):rep(i) end
    local expected = {}
    for i = 1, n do
      if n <= 16 or i <= 8 or i > n - 8 then expected[#expected + 1] = "/" .. i end
      if n > 16 and i == 8 then expected[#expected + 1] = "/…" end
    end
    bytes(detail_of(table.concat(parts) .. "x").path, table.concat(expected))
    bytes(detail_of(table.concat(parts) .. "[0 x").path, table.concat(expected))
  end
  local long = ('[{"key":'):rep(400)
  local detail = detail_of(long .. "x")
  bytes(detail.path:sub(1, 12), "/0/key/0/key")
  lu.assertTrue(#detail.path < 5000)
end

function TestDecodePlaces.test_excerpt_is_of_the_place()
  local filler = ("abcdefghij "):rep(500)
  for _, at in ipairs { 0, 1, 5, 30, 100, 4000 } do
    local text = '["' .. filler:sub(1, at) .. '", HERE, "' .. filler .. '"]'
    judge.contains(detail_of(text).excerpt, "HERE")
    judge.contains(fails("expected a value", decode, text), "HERE")
  end
  judge.contains(detail_of('{"a":1 "b":2}').excerpt, '{"a":1 "b":2}')
end

-- ---- After an error ---------------------------------------------------------------------

function TestDecodePlaces.test_the_state_works_after_each_error()
  local objects = {}
  for i = 1, 40 do objects[i] = string.format('{"id":%d,"list":[1,{"x":%d}]}', i, i) end
  local good = "[" .. table.concat(objects, ",") .. "]"
  for _ = 1, 3 do
    for _, e in ipairs(examples) do
      lu.assertFalse((pcall(decode, e[2], e[4])))
      lu.assertFalse((pcall(decode, good:sub(1, -2) .. "," .. e[2], e[4])))
      local t = decode(good)
      lu.assertEquals(#t, 40)
      lu.assertEquals(t[40].list[2].x, 40)
    end
  end
end

-- ---- valid ------------------------------------------------------------------------------

-- Long texts are checked without reading their strings and numbers.  Each piece is at every place
-- of a block, as a value, in an array and as a key.
local right = { '"a"', [["\n"]], [["\\"]], [["\\\\\""]], [["\u00e9"]], [["\uD83D\uDE00"]], [["\uD83D\uDE00\uD83D\uDE00"]],
  [["\\uD83D"]], [["\u12ab\/"]], '"\195\169"', "0", "-0", "12", "-7", "123456789012345", "1234567890123456",
  "123456789012345678", "-999999999999999999", "0.5", "-0.25", "3.14159265358979323846264338327950288419716939937510",
  "1e5", "1E-3", "12.5e+2", "true" }
local wrong = { [["\x"]], [["\u12"]], [["\u12G4"]], [["\uD83D"]], [["\uDE00"]], [["\uD83D\n"]], [["\uD83D\u0041"]],
  [["\uD83D\\uDE00"]], [["\uD83D \uDE00"]], [["\uDE00\uD83D"]], [["\uD83D\uDE00\uDE00"]], [["\\\"]], '"a\nb"', '"\128"',
  "01", "-", "-01", "00", "1.", "1.e3", ".5", "1e", "1e+", "--1", "1-2", "1.2.3", "1a", "0x1", "1e999", "+1", "1_0",
  "12345678901234567890a", '"a', [["\"]], '"a"b"', '"a""b"', "tru", "truee" }

local function agree(text, expected, opts)
  lu.assertIs((valid(text, opts)), expected, text)
  lu.assertIs((pcall(decode, text, opts)), expected, text)
end

function TestDecodeSafe.test_valid_and_decode_agree()
  for _, set in ipairs { right, wrong } do
    for _, piece in ipairs(set) do
      for at = 0, 4200, judge.long and 1 or 67 do
        local before = (" "):rep(at)
        local after = (" "):rep(at < 1100 and 1100 - at or at % 7)
        agree(before .. piece .. after, set == right)
        agree(before .. "[" .. piece .. "]" .. after, set == right)
        agree(before .. "[" .. piece .. "," .. piece .. "]" .. after, set == right)
        agree(before .. '{"k":' .. piece .. "}" .. after, set == right)
        agree(before .. "{" .. piece .. ":1}" .. after, set == right and piece:sub(1, 1) == '"')
      end
    end
  end
end

function TestDecodeSafe.test_valid_and_decode_agree_with_options()
  local before = (" "):rep(1100)
  for digits = 14, 22 do
    for _, n in ipairs { ("1"):rep(digits), "-" .. ("9"):rep(digits), ("9"):rep(digits) .. ".5" } do
      local text = before .. "[" .. n .. "]"
      agree(text, (pcall(decode, "[" .. n .. "]", { bigint = "error" })), { bigint = "error" })
      agree(text, true, { bigint = "string" })
    end
  end
  for _, mode in ipairs { "replace", "pass" } do agree(before .. [=[["\uD83D"]]=], true, { utf8 = mode }) end
  agree(before .. '["abc"]', true, { max_string = 3 })
  agree(before .. [=[["abc\n"]]=], false, { max_string = 3 })
  agree(before .. '"abc', false, { position = 1 })
  agree(before .. '"abc" x', true, { position = 1 })
end

function TestDecodeSafe.test_valid_returns()
  lu.assertEquals(select("#", valid "[1]"), 1)
  lu.assertIs(valid "[1]", true)
  lu.assertEquals(select("#", valid "[1"), 3)
  local ok, message, detail = valid "[1"
  lu.assertIs(ok, false)
  judge.contains(message, "unexpected end of text at line 1 column 3 (byte 3)")
  bytes(detail.message, message)
end

function TestDecodeSafe.test_codecs()
  local codec = fleece.new { comments = true, max_depth = 3 }
  lu.assertEquals(codec:decode "/* x */ [1]", { 1 })
  lu.assertEquals(codec.decode "[1] // y", { 1 })
  lu.assertIs(codec:valid "[[1]]//", true)
  lu.assertIs((codec.valid "[1,]"), false)
  fails("nesting deeper than 3", codec.decode, "[[[[]]]]")
  fails("nesting deeper than 3", codec.encode, judge.nest(4))
  lu.assertEquals(codec:decode("[[[[]]]]", { max_depth = 4 })[1][1][1], fleece.array {})
  lu.assertEquals(codec:decode("[1,]//", { trailing_commas = true }), { 1 })
  fails("expected a value", codec.decode, "[1,]//")
  local more = codec:new { trailing_commas = true }
  lu.assertEquals(more:decode "[1,/**/]", { 1 })
  fails("expected", more.decode, "[1,,]")
  fails("nesting deeper than 3", more.decode, "[[[[]]]]")
  fails("expected a value", codec.decode, "[1,]")
  local marked = fleece.new { null = "NULL", bigint = "string", empty_array = false, sort_keys = true }
  local t = marked:decode '{"b":null,"a":[],"n":123456789012345678901234567890}'
  lu.assertEquals(t, { b = "NULL", a = {}, n = "123456789012345678901234567890" })
  lu.assertNil(getmetatable(t.a))
  bytes(marked:encode { b = 1, a = 2 }, '{"a":2,"b":1}')
end

-- The messages of a codec are its own, also if it is called like a method.
function TestDecodeSafe.test_a_codec_with_a_null_of_its_own()
  local own = { "null of mine" }
  local codec = fleece.new { null = own }
  for _ = 1, 3 do
    judge.collect()
    local t = codec:decode '[null,{"a":null}]'
    lu.assertIs(t[1], own)
    lu.assertIs(t[2].a, own)
  end
  lu.assertIs(codec:new { comments = true }:decode "null//", own)
  lu.assertIs(codec:decode("null", { null = fleece.null }), fleece.null)
  lu.assertIs(codec:decode "null", own)
end

if not judge.is_oracle then
  local safe = require "fleece.safe"

  function TestDecodeSafe.test_success_is_the_same()
    lu.assertEquals(safe.decode '{"a":[1]}', { a = { 1 } })
    lu.assertIs(safe.decode "null", fleece.null)
    lu.assertIs(safe.decode "false", false)
    local v, after = safe.decode("1 2", { position = 1 })
    lu.assertEquals({ v, after }, { 1, 2 })
    lu.assertIs(safe.valid "1", true)
  end

  function TestDecodeSafe.test_failure_is_nil_message_detail()
    for _, e in ipairs(examples) do
      local v, message, detail = safe.decode(e[2], e[4])
      lu.assertNil(v)
      judge.contains(message, check.texts[e[1]])
      lu.assertEquals({ detail.code, detail.offset }, { e[1], e[3] })
      judge.contains(message, detail.excerpt)
      lu.assertEquals(select("#", safe.decode(e[2], e[4])), 3)
      local ok, again, other = safe.valid(e[2], e[4])
      lu.assertIs(ok, false)
      lu.assertEquals({ other.code, other.offset }, { e[1], e[3] })
      judge.contains(again, check.texts[e[1]])
    end
  end

  function TestDecodeSafe.test_wrong_calls_are_safe_too()
    local v, message = safe.decode "[1]"
    lu.assertEquals(v, { 1 })
    lu.assertNil(message)
    v, message = safe.decode({})
    lu.assertNil(v)
    judge.contains(message, "string")
    v, message = safe.decode("1", { nope = 1 })
    lu.assertNil(v)
    judge.contains(message, "unknown option 'nope'")
    v, message = safe.decode("1", { max_depth = "x" })
    lu.assertNil(v)
    judge.contains(message, "'max_depth'")
  end

  function TestDecodeSafe.test_codecs_of_the_safe_module()
    local codec = safe.new { trailing_commas = true }
    lu.assertEquals(codec:decode "[1,]", { 1 })
    local v, message, detail = codec:decode "[1,,]"
    lu.assertNil(v)
    judge.contains(message, "expected a value")
    lu.assertEquals({ detail.code, detail.offset }, { "VALUE", 3 })
    v, message = codec:new { comments = true }:decode "[1,]/*"
    lu.assertNil(v)
    judge.contains(message, "expected the end of the text")
  end
end

return { TestDecodeMessages = TestDecodeMessages, TestDecodePlaces = TestDecodePlaces, TestDecodeSafe = TestDecodeSafe }
