-- growing.lua — calls whose cost must grow linearly with their text: hostile texts for each entry point.
-- Owns: entry points and inputs.  Must not know: how a cost is counted (suite/test_growth.lua counts
-- the work of Lua code, run-growth all instructions).
-- SPDX-License-Identifier: MIT

local growing = {}

local function times(piece, n, head, tail)
  return (head or "") .. piece:rep(math.floor(n / #piece)) .. (tail or "")
end

local function members(n, tail)
  local pieces = {}
  for i = 1, n / 12 do pieces[i] = ('"k%06d":%d'):format(i * 7919 % 1000003, i % 10) end
  return "{" .. table.concat(pieces, ",") .. tail
end

-- Name -> text of about n bytes.
local TEXTS = {
  opened = function(n) return times("[", n) end,
  opened_objects = function(n) return times('{"a":', n) end,
  opened_and_values = function(n) return times("[1 ", n) end,
  closed = function(n) return times("]", n) end,
  nested = function(n) return times("[", n / 64) .. times("]", n / 64) end, -- within any limit
  array = function(n) return times("1,", n, "[", "1]") end,
  arrays = function(n) return times("[],", n, "[", "1]") end,
  unclosed_array = function(n) return times("1,", n, "[") end,
  wrong_at_the_end = function(n) return times("1,", n, "[", "x]") end,
  nulls = function(n) return times("null,", n, "[", "1]") end,
  spaces = function(n) return times(" ", n) end,
  lines = function(n) return times("\n", n, "[", "x") end,
  spaced = function(n) return times(" , ", n, "[", "]") end,
  string = function(n) return times("x", n, '"', '"') end,
  unclosed_string = function(n) return times("x", n, '"') end,
  escapes = function(n) return times("\\n", n, '["', '"]') end,
  unclosed_escapes = function(n) return times("\\\\", n, '["') end,
  unicode = function(n) return times("\\u00e9", n, '["', '"]') end,
  surrogates = function(n) return times("\\ud83d\\ude00", n, '["', '"]') end,
  halves = function(n) return times("\\ud83d", n, '["', '"]') end,
  bytes = function(n) return times("\255", n, '["', '"]') end,
  controls = function(n) return times("\1", n, '["', '"]') end,
  quotes = function(n) return times('"', n) end,
  apostrophes = function(n) return times("'", n) end,
  strings = function(n) return times('"a" ', n) end,
  backslashes = function(n) return times("\\", n) end,
  commas = function(n) return times(",", n, "[") end,
  colons = function(n) return times(":", n, "{") end,
  keys = function(n) return members(n, "}") end,
  unclosed_keys = function(n) return members(n, ",") end,
  equal_keys = function(n) return times('"a":1,', n, "{", '"a":2}') end,
  identifiers = function(n) return times("a:1,", n, "{", "a:2}") end,
  a_word = function(n) return times("a", n) end,
  words = function(n) return times("true", n) end,
  words_in_array = function(n) return times("null", n, "[", "]") end,
  digits = function(n) return times("1", n) end,
  digits_in_array = function(n) return times("1", n, "[", "]") end,
  points = function(n) return times("1.", n, "[") end,
  exponents = function(n) return times("1e", n, "[") end,
  minuses = function(n) return times("-", n, "[") end,
  pluses = function(n) return times("1+", n, "[", "1]") end,
  hexadecimal = function(n) return times("0x1,", n, "[", "1]") end,
  nans = function(n) return times("nan,", n, "[", "1]") end,
  nan_of = function(n) return times("nan(", n, "[") end,
  calls = function(n) return times("f(", n) end,
  comment = function(n) return times("x", n, "[1/*", "*/]") end,
  comments = function(n) return times("/**/", n, "[1", "]") end,
  line_comments = function(n) return times("//\n", n, "[1", "]") end,
  unclosed_comment = function(n) return times("*", n, "[1/*") end,
  unclosed_comments = function(n) return times("/*", n, "[1") end,
  unclosed_line_comment = function(n) return times("/", n, "[1") end,
  marks = function(n) return times("\239\187\191", n) end,
  nuls = function(n) return times("\0", n, "[1]") end,
}

-- Consecutive values, read by position.
local STREAMS = { '{"a":1}', "[1]", "[[]]", '"x"', "1 ", "{}", '{"a":1 /**/}', "/**/[1]", "[1,]", '{"a":"\\u00e9"}\n' }

-- Name -> value of about n parts.
local VALUES = {
  list = function(n)
    local t = {}
    for i = 1, n / 4 do t[i] = i end
    return t
  end,
  map = function(n)
    local t = {}
    for i = 1, n / 8 do t["k" .. i] = i end
    return t
  end,
  records = function(n)
    local t = {}
    for i = 1, n / 20 do t[i] = { id = i, name = "x", [("k"):rep(i % 5 + 1)] = true } end
    return t
  end,
  string = function(n) return ("x"):rep(n) end,
  escapes = function(n) return { ("\n\"\1"):rep(math.floor(n / 3)) } end,
  beyond_ascii = function(n) return { ("\195\169"):rep(math.floor(n / 2)) } end,
  holes = function(n) return { [math.floor(n / 100)] = 1, [1] = 1 } end,
  function_at_the_end = function(n)
    local t = {}
    for i = 1, n / 4 do t[i] = i end
    t[#t + 1] = growing
    t[#t].f = print
    return t
  end,
  mixed = function(n)
    local t = { a = 1 }
    for i = 1, n / 4 do t[i] = i end
    return t
  end,
}

-- decode functions; functions that take a position and return the next one; encode functions.
local function entry_points()
  local fleece = require "fleece"
  local cjson = require "fleece.compat.cjson"
  local lenient = cjson.new()
  lenient.decode_allow_comment(true)
  local strict = cjson.new()
  strict.decode_invalid_numbers(false)
  local dkjson = require "fleece.compat.dkjson"
  local json4lua = require "fleece.compat.json4lua"
  local luajson = require "fleece.compat.luajson"
  local rapidjson = require "fleece.compat.rapidjson"
  local simdjson = require "fleece.compat.simdjson"
  local lenient_fleece = fleece.new { comments = true, trailing_commas = true, nan = true, bom = true,
    utf8 = "replace", max_depth = 100000 }
  local jsontext = require "fleece.cli.jsontext"
  local function rewriter(style)
    local write = jsontext.writer(style, tostring, tostring)
    return function(text) if fleece.valid(text) then write(text) end end
  end
  local decoders = {
    fleece = fleece.decode, valid = fleece.valid,
    fleece_lenient = function(text) return lenient_fleece:decode(text) end,
    fleece_first = function(text) return fleece.decode(text, { duplicates = "first" }) end,
    cjson = cjson.decode, cjson_comments = lenient.decode, cjson_numbers = strict.decode,
    cjson_safe = require("fleece.compat.cjson_safe").decode,
    dkjson = dkjson.decode, dkjson_lpeg = dkjson.use_lpeg().decode,
    json4 = require("fleece.compat.json4").decode, json4lua = json4lua.decode,
    luajson = luajson.decode.getDecoder(), luajson_strict = luajson.decode.getDecoder(true),
    luajson_simple = luajson.decode.getDecoder(luajson.decode.simple),
    luajson_calls = luajson.decode.getDecoder { calls = { allowUndefined = true, defs = { g = true } } },
    rxi = require("fleece.compat.rxi").decode,
    rapidjson = rapidjson.decode,
    rapidjson_document = function(text)
      local document = rapidjson.Document()
      if not document:parse(text) then return end
      document:get "/0/0"
      document:set("/0", 1)
      return document:stringify { pretty = #text < 100 }
    end,
    cli_compact = rewriter(jsontext.json_style(nil, false)),
    cli_sorted = rewriter(jsontext.json_style(nil, true)),
    cli_lua = rewriter(jsontext.lua_style(nil, false, "nil")),
    simdjson = simdjson.parse,
    simdjson_pointer = function(text) return simdjson.open(text):atPointer("/0/a") end,
  }
  local streams = {
    fleece = function(text, pos) return fleece.decode(text, { position = pos }) end,
    dkjson = dkjson.decode, dkjson_lpeg = dkjson.use_lpeg().decode, json4lua = json4lua.decode,
    dkjson_plain = function(text, pos) return dkjson.decode(text, pos, nil, nil) end,
  }
  local encoders = {
    fleece = fleece.encode, cjson = cjson.encode, dkjson = dkjson.encode,
    dkjson_state = function(value) return dkjson.encode(value, { indent = true }) end,
    json4lua = json4lua.encode, json4 = require("fleece.compat.json4").encode,
    luajson = function(value) return luajson.encode(value) end,
    luajson_c = require("fleece.compat.luajson_c").stringify,
    rxi = require("fleece.compat.rxi").encode, rapidjson = rapidjson.encode,
    rapidjson_options = function(value) return rapidjson.encode(value, { sort_keys = true, pretty = true }) end,
    simdjson = simdjson.encode,
  }
  return decoders, streams, encoders
end

local function read_all(decode, text)
  local pos = 1
  while pos <= #text do
    local _, next_pos = decode(text, pos)
    if type(next_pos) ~= "number" or next_pos <= pos then return end
    pos = next_pos
  end
end

--- Calls visit(name, run, make, is_stream) for each case; the cost of run(make(n)) is counted.  With a
--- long stream of values that are read one by one, the count shows what a call does to the rest of the
--- text.
function growing.each(visit)
  local decoders, streams, encoders = entry_points()
  for entry, decode in pairs(decoders) do
    for name, make in pairs(TEXTS) do
      visit(entry .. " decode " .. name, function(text) pcall(decode, text) end, make)
    end
  end
  for entry, decode in pairs(streams) do
    for _, value in ipairs(STREAMS) do
      visit(entry .. " stream of " .. value, function(text) pcall(read_all, decode, text) end,
        function(n) return times(value, n) end, true)
    end
  end
  for entry, encode in pairs(encoders) do
    for name, make in pairs(VALUES) do
      visit(entry .. " encode " .. name, function(value) pcall(encode, value) end, make)
    end
  end
end

return growing
