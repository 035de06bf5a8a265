-- decode_oracle.lua — a slow, obvious decoder with every option; its errors have code and offset.
-- Owns: what the tests expect of decode.  Must not know: the module under test; what it needs from a
-- module (null, metatables, raw) is passed in.
-- SPDX-License-Identifier: MIT

local reader = require "reader"

local oracle = {}

-- ---- Errors -----------------------------------------------------------------------------

-- offset is 0-based.  c.steps is the path of the value being read.
local function fail(c, code, at)
  local steps = {}
  for i = 1, #c.steps do steps[i] = c.steps[i] end
  error({ decode_oracle = true, code = code, offset = at - 1, steps = steps }, 0)
end

-- There is something wrong at `at`; after the end of the text, the text has ended too early.
local function wrong(c, code, at)
  if at > #c.s then fail(c, "END", #c.s + 1) end
  fail(c, code, at)
end

-- The first 40 bytes of a long key, without a partial character; then escapes it for a JSON Pointer.
local function pointer_step(step)
  if type(step) == "number" then return string.format("/%.0f", step) end
  if #step > 40 then
    local n = 40
    while n > 37 and step:find("^[\128-\191]", n + 1) do n = n - 1 end
    step = step:sub(1, n) .. "…"
  end
  return "/" .. step:gsub("~", "~0"):gsub("/", "~1")
end

-- Of more than 16 steps, the first eight and the last eight.
function oracle.pointer(steps)
  local out = {}
  for i, step in ipairs(steps) do
    if #steps <= 16 or i <= 8 or i > #steps - 8 then out[#out + 1] = pointer_step(step) end
    if #steps > 16 and i == 8 then out[#out + 1] = "/…" end
  end
  return table.concat(out)
end

-- Line and column of a 0-based offset, in bytes from 1; a line ends after its LF.
function oracle.line_column(s, offset)
  local line, start = 1, 0
  for at in s:sub(1, offset):gmatch("()\n") do
    line, start = line + 1, at
  end
  return line, offset - start + 1
end

-- ---- White space and comments -----------------------------------------------------------

local function comment_end(s, i)                     -- i is at a slash
  if s:sub(i + 1, i + 1) == "/" then return s:find("[\r\n]", i) or #s + 1 end
  if s:sub(i + 1, i + 1) ~= "*" then return nil end
  local closing = s:find("*/", i + 2, true)
  return closing and closing + 2
end

local function skip(c, i)
  while true do
    i = c.s:find("[^ \t\r\n]", i) or #c.s + 1
    local after = c.opts.comments and c.s:sub(i, i) == "/" and comment_end(c.s, i)
    if not after then return i end
    i = after
  end
end

-- A number or a literal ends here: at the end, white space, `,`, `]`, `}`, a comment.
local function ends(c, i)
  return i > #c.s or c.s:find("^[ \t\r\n,%]}]", i) ~= nil
    or (c.opts.comments and c.s:sub(i, i) == "/")
end

-- ---- Strings ----------------------------------------------------------------------------

local plain_escapes = {
  ['"'] = '"', ["\\"] = "\\", ["/"] = "/",
  b = "\b", f = "\f", n = "\n", r = "\r", t = "\t",
}

-- The code unit of the \u at i; or nil and the byte that is not a hexadecimal digit.
local function unit_at(s, i)
  for k = i + 2, i + 5 do
    if not s:find("^%x", k) then return nil, k end
  end
  return tonumber(s:sub(i + 2, i + 5), 16)
end

local function lone(c, i, unit)
  if c.opts.utf8 == "error" then fail(c, "SURROGATE", i) end
  return c.opts.utf8 == "replace" and "\239\191\189" or reader.utf8_char(unit), i + 6
end

-- Could the text from i to its end begin an escape of the second half?
local function cut_off(s, i)
  local rest = s:sub(i)
  return #rest < 6 and ("\\u0000"):sub(1, #rest) == rest:gsub("%x", "0")
end

local function unicode_escape(c, i)
  local s = c.s
  local unit, bad = unit_at(s, i)
  if not unit then wrong(c, "UNICODE", bad) end
  if unit < 0xd800 or unit > 0xdfff then return reader.utf8_char(unit), i + 6 end
  if unit > 0xdbff then return lone(c, i, unit) end
  if cut_off(s, i + 6) then fail(c, "END", #s + 1) end
  local low = s:sub(i + 6, i + 7) == "\\u" and unit_at(s, i + 6)
  if not low or low < 0xdc00 or low > 0xdfff then return lone(c, i, unit) end
  return reader.utf8_char(0x10000 + (unit - 0xd800) * 0x400 + (low - 0xdc00)), i + 12
end

local function escape(c, i)                          -- i is at the backslash
  local byte = c.s:sub(i + 1, i + 1)
  if plain_escapes[byte] then return plain_escapes[byte], i + 2 end
  if byte ~= "u" then wrong(c, "ESCAPE", i + 1) end
  return unicode_escape(c, i)
end

local function not_ascii(c, i)
  local ok, n = reader.utf8_at(c.s, i)
  if ok then return c.s:sub(i, i + n - 1), i + n end
  if c.opts.utf8 == "pass" then return c.s:sub(i, i), i + 1 end
  if c.opts.utf8 == "error" then fail(c, "TEXT_UTF8", i) end
  return "\239\191\189", i + n
end

local function string_at(c, i)                       -- i is at the opening quote
  local s, out, from = c.s, {}, i
  i = i + 1
  while true do
    local plain = s:find("[^]-\127 !#-[]", i) or #s + 1
    out[#out + 1] = s:sub(i, plain - 1)
    i = plain
    local b = s:byte(i)
    if not b then fail(c, "END", i) end
    if b == 34 then break end
    if b < 32 then fail(c, "CONTROL", i) end
    local piece
    if b == 92 then piece, i = escape(c, i) else piece, i = not_ascii(c, i) end
    out[#out + 1] = piece
  end
  local text = table.concat(out)
  if c.opts.max_string and #text > c.opts.max_string then fail(c, "MAX_STRING", from) end
  return text, i + 1
end

-- ---- Numbers ----------------------------------------------------------------------------

-- The position after the digits at i; there must be at least one.
local function digits(c, i)
  if not c.s:find("^%d", i) then wrong(c, "NUMBER_SYNTAX", i) end
  return c.s:find("%D", i) or #c.s + 1
end

-- The position after the number at i, and whether it has neither fraction nor exponent.
local function number_end(c, i)
  local s, is_integer = c.s, true
  if s:sub(i, i) == "-" then i = i + 1 end
  i = s:sub(i, i) == "0" and i + 1 or digits(c, i)
  if s:sub(i, i) == "." then
    i, is_integer = digits(c, i + 1), false
  end
  if s:find("^[eE]", i) then
    i, is_integer = digits(c, s:find("^[+-]", i + 1) and i + 2 or i + 1), false
  end
  if not ends(c, i) then fail(c, "NUMBER_SYNTAX", i) end
  return i, is_integer
end

-- Is the magnitude of one integer's text larger than that of another's?
local function beyond(text, limit)
  text, limit = text:gsub("^%-", ""), limit:gsub("^%-", "")
  if #text ~= #limit then return #text > #limit end
  return text > limit
end

local has_integers = math.type ~= nil

-- Does an integer's text fit a Lua integer or, if Lua has none, a double exactly?
function oracle.fits(text)
  if not has_integers then return not beyond(text, "9007199254740992") end
  return not beyond(text, text:sub(1, 1) == "-" and "9223372036854775808" or "9223372036854775807")
end

-- LuaJIT's tonumber refuses exponents beyond 2^20.
local function bounded(text)
  return (text:gsub("[eE]([+-]?)0*(%d*)$", function(sign, exponent)
    return "e" .. sign .. (#exponent > 6 and "999999" or exponent == "" and "0" or exponent)
  end))
end

local function as_double(text)
  if text == "-0" then return -1 / (1 / 0) end
  return tonumber(bounded(text)) * 1.0
end

-- LuaJIT: int64_t if it fits, else uint64_t if it fits, else nil.
local function as_cdata(text)
  local suffix
  if not beyond(text, text:sub(1, 1) == "-" and "9223372036854775808" or "9223372036854775807") then
    suffix = "LL"
  elseif text:sub(1, 1) ~= "-" and not beyond(text, "18446744073709551615") then
    suffix = "ULL"
  else
    return nil
  end
  return assert((rawget(_G, "loadstring") or load)("return " .. text .. suffix))()
end

local function big_integer(c, i, text)
  local policy = c.opts.bigint
  if policy == "error" then fail(c, "BIGINT", i) end
  if policy == "string" then return text end
  if policy == "raw" then return c.marks.raw(text) end
  if policy == "cdata" and as_cdata(text) then return as_cdata(text) end
  local v = as_double(text)
  if v == 1 / 0 or v == -1 / 0 then fail(c, "NUMBER_RANGE", i) end
  return v
end

local function number_at(c, i)
  local after, is_integer = number_end(c, i)
  local text = c.s:sub(i, after - 1)
  if is_integer and not oracle.fits(text) then return big_integer(c, i, text), after end
  if is_integer and c.opts.integers and text ~= "-0" then return tonumber(text), after end
  local v = as_double(text)
  if v == 1 / 0 or v == -1 / 0 then fail(c, "NUMBER_RANGE", i) end
  return v, after
end

-- ---- Literals ---------------------------------------------------------------------------

local function literal_at(c, i, text)
  for k = 1, #text do
    if c.s:sub(i + k - 1, i + k - 1) ~= text:sub(k, k) then wrong(c, "LITERAL", i + k - 1) end
  end
  if not ends(c, i + #text) then fail(c, "LITERAL", i + #text) end
  return i + #text
end

-- ---- Arrays and objects -----------------------------------------------------------------

local value                                          -- defined below

-- The value of null in a container of this kind.
local function null_in(c, where)
  local own = where and c.opts["null_in_" .. where]
  if own == nil then own = c.opts.null end
  if own == nil then return c.marks.null end
  if own == c.marks.nothing then return nil end
  return own
end


local function closing(c, i, bracket)
  return c.s:sub(i, i) == bracket
end

local function array_at(c, i, depth)
  local out, n = {}, 0
  i = skip(c, i + 1)
  if not closing(c, i, "]") then
    while true do
      c.steps[depth] = n
      out[n + 1], i = value(c, i, depth + 1, "arrays")
      c.steps[depth] = nil
      n = n + 1
      i = skip(c, i)
      if closing(c, i, "]") then break end
      if c.s:sub(i, i) ~= "," then wrong(c, "ARRAY_NEXT", i) end
      i = skip(c, i + 1)
      if c.opts.trailing_commas and closing(c, i, "]") then break end
    end
  end
  if c.opts.arrays or (n == 0 and c.opts.empty_array) then setmetatable(out, c.marks.array_mt) end
  return out, i + 1
end

local function key_at(c, i, seen)
  if c.s:sub(i, i) ~= '"' then wrong(c, "OBJECT_KEY", i) end
  c.keys = c.keys + 1
  if c.opts.max_keys and c.keys > c.opts.max_keys then fail(c, "MAX_KEYS", i) end
  local key, after = string_at(c, i)
  if seen[key] and c.opts.duplicates == "error" then fail(c, "DUPLICATE", i) end
  after = skip(c, after)
  if c.s:sub(after, after) ~= ":" then wrong(c, "COLON", after) end
  return key, skip(c, after + 1)
end

local function object_at(c, i, depth)
  local out, seen = {}, {}
  i = skip(c, i + 1)
  if not closing(c, i, "}") then
    while true do
      local key, v
      key, i = key_at(c, i, seen)
      c.steps[depth] = key
      v, i = value(c, i, depth + 1, "objects")
      c.steps[depth] = nil
      if not (seen[key] and c.opts.duplicates == "first") then out[key] = v end
      seen[key] = true
      i = skip(c, i)
      if closing(c, i, "}") then break end
      if c.s:sub(i, i) ~= "," then wrong(c, "OBJECT_NEXT", i) end
      i = skip(c, i + 1)
      if c.opts.trailing_commas and closing(c, i, "}") then break end
    end
  end
  if c.opts.objects then setmetatable(out, c.marks.object_mt) end
  return out, i + 1
end

-- ---- Values -----------------------------------------------------------------------------

local function bracket(c, i, depth, read)
  if depth > c.opts.max_depth then fail(c, "DEPTH", i) end
  return read(c, i, depth)
end

function value(c, i, depth, where)
  local s, nan = c.s, c.opts.nan
  local first = s:sub(i, i)
  if first == '"' then return string_at(c, i) end
  if first == "[" then return bracket(c, i, depth, array_at) end
  if first == "{" then return bracket(c, i, depth, object_at) end
  if first == "t" then return true, literal_at(c, i, "true") end
  if first == "f" then return false, literal_at(c, i, "false") end
  if first == "n" then return null_in(c, where), literal_at(c, i, "null") end
  if nan and first == "N" then return 0 / 0, literal_at(c, i, "NaN") end
  if nan and first == "I" then return 1 / 0, literal_at(c, i, "Infinity") end
  if nan and s:find("^%-I", i) then return -1 / 0, literal_at(c, i, "-Infinity") end
  if first:find("^[-0-9]") then return number_at(c, i) end
  wrong(c, "VALUE", i)
end

oracle.defaults = {
  bigint = "float", integers = true, empty_array = true, arrays = false, objects = false,
  duplicates = "last", utf8 = "error", comments = false, trailing_commas = false, nan = false,
  bom = false, max_depth = 1000,
}

-- ---- Options ----------------------------------------------------------------------------

local function flag(v) return type(v) == "boolean" end

local function one_of(...)
  local list = { ... }
  return function(v)
    for _, choice in ipairs(list) do
      if rawequal(v, choice) then return true end
    end
    return false
  end
end

local function count(low, high)
  return function(v) return type(v) == "number" and v % 1 == 0 and v >= low and v <= high end
end

local function limit(low)
  return function(v) return v == false or count(low, 2 ^ 53)(v) end
end

local function any() return true end

local rows = {
  arrays = flag, bigint = one_of("float", "string", "error", "raw", "cdata"), bom = flag,
  comments = flag, duplicates = one_of("last", "first", "error"), empty_array = flag,
  integers = flag, max_bytes = limit(0), max_depth = count(0, 2147483647), max_keys = limit(0),
  max_string = limit(0), nan = flag, null = any, null_in_arrays = any, null_in_objects = any,
  objects = flag, position = limit(1), trailing_commas = flag,
  utf8 = one_of("error", "replace", "pass"),
}

-- Both halves of the module know these.
local shared = { max_depth = true, nan = true, utf8 = true }

function oracle.is_option(name, v)
  if name == "nan" then return type(v) == "boolean" end
  return rows[name] ~= nil
end

function oracle.is_only_for_decode(name, v)
  return rows[name] ~= nil and (not shared[name] or (name == "nan" and type(v) == "boolean"))
end

function oracle.option_names()
  local names = {}
  for name in pairs(rows) do names[#names + 1] = name end
  table.sort(names)
  return names
end

function oracle.check_options(given)
  if type(given) ~= "table" then error("table expected, got " .. type(given), 0) end
  for name, v in pairs(given) do
    if type(name) ~= "string" or not rows[name] then
      error("unknown option '" .. tostring(name) .. "' (valid: "
        .. table.concat(oracle.option_names(), ", ") .. ")", 0)
    end
    if not rows[name](v) then
      error("option '" .. name .. "' must be something else, got " .. tostring(v), 0)
    end
  end
end

function oracle.options(given, base)
  local opts = {}
  for name, v in pairs(base or oracle.defaults) do opts[name] = v end
  for name, v in pairs(given or {}) do opts[name] = v end
  return opts
end

local function start_of(c)
  local at = math.min(c.opts.position or 1, #c.s + 1)
  if c.s:sub(at, at + 2) ~= "\239\187\191" then return at end
  if not c.opts.bom then fail(c, "BOM", at) end
  return at + 3
end

-- marks = {null, nothing, array_mt, object_mt, raw(text)}; nothing is the option's nil.
-- Raises {code, offset, steps}; returns the value and, with the option position, the position after it.
function oracle.read(s, given, marks)
  local c = { s = s, opts = oracle.options(given), marks = marks, keys = 0, steps = {} }
  local max = c.opts.max_bytes
  if max and #s > max then fail(c, "MAX_BYTES", max + 1) end
  local v, i = value(c, skip(c, start_of(c)), 1)
  if c.opts.position then return v, i end
  i = skip(c, i)
  if i <= #s then fail(c, "TRAILING", i) end
  return v
end

-- true, value, next; or false, code, offset, steps.
function oracle.decode(s, given, marks)
  local function done(ok, v, after)
    if ok then return true, v, after end
    if type(v) == "table" and v.decode_oracle then return false, v.code, v.offset, v.steps end
    error(v, 0)
  end
  return done(pcall(oracle.read, s, given, marks))
end

-- The marks of a module.
function oracle.marks_of(fleece)
  return { null = fleece.null, nothing = fleece.nothing, array_mt = getmetatable(fleece.array {}),
    object_mt = getmetatable(fleece.object {}), raw = fleece.raw }
end

-- ---- Comparison -------------------------------------------------------------------------

local function same_number(a, b)
  if math.type and math.type(a) ~= math.type(b) then return false end
  if a ~= a then return b ~= b end
  return a == b and (a ~= 0 or 1 / a == 1 / b)
end

local function same_keys(a, b, path)
  for key, item in next, a do
    local good, where = oracle.same(item, rawget(b, key), path .. "/" .. tostring(key))
    if not good then return false, where end
  end
  for key in next, b do
    if rawget(a, key) == nil then return false, path .. "/" .. tostring(key) end
  end
  return true
end

local function same_raw(a, b)
  local text = oracle.raw_text and oracle.raw_text(a)
  return text ~= nil and text == oracle.raw_text(b)
end

-- The same value, including kinds of numbers, signs of zeros and metatables; or false and where
-- they differ.  Raw JSON of the module is the same if it has the same text.
function oracle.same(a, b, path)
  path = path or ""
  if type(a) ~= type(b) then return false, path end
  if type(a) == "number" then return same_number(a, b), path end
  if type(a) == "table" then
    if getmetatable(a) == getmetatable(b) then return same_keys(a, b, path) end
    return same_raw(a, b), path .. " (metatable)"
  end
  return rawequal(a, b) or (type(a) == "cdata" and a == b)
    or (type(a) == "userdata" and same_raw(a, b)), path
end

return oracle
