-- oracle.lua — a slow, obvious counterpart of the encoder, in pure Lua.
-- Owns: what fleece.json, fleece.encode and fleece.size must return, expressed as plainly as possible.
-- Every function returns text; nothing is buffered, nothing is cached.
-- Must not know: how the module does it.  Its error messages state the same things as the module's;
-- only the words that name the fault and the path must agree.
-- Limit: it recurses, so the nesting of values is limited by the Lua stack.
-- SPDX-License-Identifier: MIT

local reader = require "reader"

local oracle = {}

-- ---- Markers ----------------------------------------------------------------------------
-- The module's own marker values, passed in by oracle.bind, so that both encode the same values.
-- raw_texts remembers the text of each fleece.raw(text).

local markers = {}
local raw_texts = setmetatable({}, { __mode = "k" })

function oracle.bind(fleece)
  markers.null = fleece.null
  markers.empty_array = fleece.empty_array
end

-- Creates a raw marker with the module's function; remembers its text and its canonical form.
function oracle.raw(make, text, canonical)
  local marker = make(text)
  raw_texts[marker] = { text = text, canonical = canonical or text }
  return marker
end

-- ---- Errors -----------------------------------------------------------------------------

local path_escapes = {
  ["\b"] = "\\b", ["\t"] = "\\t", ["\n"] = "\\n", ["\f"] = "\\f", ["\r"] = "\\r",
  ['"'] = '\\"', ["\\"] = "\\\\",
}

local function step_text(step)
  if type(step) == "number" then return string.format("[%.14g]", step) end
  if type(step) ~= "string" then return "[?]" end
  if #step <= 40 and step:find("^[%a_][%w_]*$") then return "." .. step end
  local shown, n = step, 40
  if #step > 40 then                                 -- not cut within a character
    while n > 0 and step:sub(n + 1, n + 1):find("[\128-\191]") do n = n - 1 end
    shown = step:sub(1, n)
  end
  shown = shown:gsub('[%z\1-\31"\\]', function(c) return path_escapes[c] or
    string.format("\\u%04x", c:byte()) end)
  return '["' .. shown .. (#step > 40 and "…" or "") .. '"]'
end

-- A path is a linked list, the last step first; false is the top.
local function with_step(path, step)
  return { up = path, step = step, length = (path and path.length or 0) + 1 }
end

local function first_steps(path, n)
  while path and path.length > n do path = path.up end
  return path
end

-- $.user.tags[3]; of a long path the first eight and the last eight steps.
local function path_text(path)
  local out, n = {}, path and path.length or 0
  while path do
    local i = path.length
    if n <= 16 or i <= 8 or i > n - 8 then
      table.insert(out, 1, step_text(path.step))
    elseif i == 9 then
      table.insert(out, 1, "…")
    end
    path = path.up
  end
  return "$" .. table.concat(out)
end

-- path nil: an error without a place.
local function fail(path, ...)
  error(string.format(...) .. (path ~= nil and " at " .. path_text(path) or ""), 0)
end

-- ---- Numbers ----------------------------------------------------------------------------

-- The text of v with n digits, correctly rounded, ties to even.  LuaJIT's own format rounds
-- ties up, so C's is used there.
local function rounded(v, n)
  return (string.format("%." .. (n - 1) .. "e", v):gsub(",", "."))
end

if rawget(_G, "jit") then
  local ffi = require "ffi"
  ffi.cdef "int snprintf(char *, size_t, const char *, ...);"
  local room = ffi.new("char[64]")
  function rounded(v, n)
    ffi.C.snprintf(room, 64, "%.*e", ffi.cast("int", n - 1), ffi.cast("double", v))
    return (ffi.string(room):gsub(",", "."))
  end
end

-- The decimal digits and the decimal exponent of text printed by %.<n>e: 1.50e+02 → "15", 2.
local function digits_and_exponent(text)
  local whole, fraction, exponent = text:match("^(%d)[.,]?(%d*)e([+-]%d+)$")
  local digits = (whole .. fraction):gsub("0+$", "")
  return digits == "" and "0" or digits, tonumber(exponent)
end

-- The digit string plus delta in its last place: ("1299", 1) → "1300".  May lose its width.
local function nudge(digits, delta)
  local out = {}
  for d in digits:gmatch("%d") do out[#out + 1] = tonumber(d) end
  local i = #out
  out[i] = out[i] + delta
  while i > 1 and (out[i] > 9 or out[i] < 0) do
    out[i - 1] = out[i - 1] + (out[i] > 9 and 1 or -1)
    out[i] = out[i] % 10
    i = i - 1
  end
  if out[1] < 1 or out[1] > 9 then return nil end
  return table.concat(out)
end

-- The shortest decimal that reads back as v > 0; of several, the one nearest to v.  The n digits
-- nearest to v do not always read back: below a power of two the doubles are denser, so a neighbour
-- may read back where the nearest does not.
local function shortest(v)
  for n = 1, 17 do
    local text = rounded(v, n)
    if tonumber(text) == v then return digits_and_exponent(text) end
    local whole, fraction, exponent = text:match("^(%d)%.?(%d*)e([+-]%d+)$")
    for _, delta in ipairs { 1, -1 } do
      local digits = nudge(whole .. fraction, delta)
      if digits then
        local other = digits:sub(1, 1) .. "." .. digits:sub(2) .. "0e" .. exponent
        if tonumber(other) == v then
          return (digits:gsub("0+$", "")), tonumber(exponent)
        end
      end
    end
  end
  error("17 digits always read back")
end

local function scientific(digits, exponent, plus)
  local mantissa = digits:sub(1, 1)
  if #digits > 1 then mantissa = mantissa .. "." .. digits:sub(2) end
  return mantissa .. "e" .. ((plus and exponent >= 0) and "+" or "") ..
    string.format("%d", exponent)
end

local function fixed(digits, exponent)
  if exponent < 0 then return "0." .. ("0"):rep(-exponent - 1) .. digits end
  if #digits <= exponent + 1 then return digits .. ("0"):rep(exponent + 1 - #digits) end
  return digits:sub(1, exponent + 1) .. "." .. digits:sub(exponent + 2)
end

-- The classic form: finite v that is not zero, shortest.  Integral values below 1e17 have their exact
-- digits.
local function classic_float_text(v)
  if v < 0 then return "-" .. classic_float_text(-v) end
  if v < 1e17 and v % 1 == 0 then return string.format("%.0f", v) end
  local digits, exponent = shortest(v)
  if exponent > -5 and exponent < 17 then return fixed(digits, exponent) end
  return scientific(digits, exponent)
end

-- ECMAScript's Number::toString.
local function ecma_text(v)
  if v == 0 then return "0" end
  if v < 0 then return "-" .. ecma_text(-v) end
  local digits, exponent = shortest(v)
  if exponent >= -6 and exponent < 21 then return fixed(digits, exponent) end
  return scientific(digits, exponent, true)
end

-- n significant digits, formatted as %.<n>g does except for the form of the exponent.
local function digits_text(v, n)
  if v == 0 then return 1 / v < 0 and "-0" or "0" end
  if v < 0 then return "-" .. digits_text(-v, n) end
  local digits, exponent = digits_and_exponent(rounded(v, n))
  if exponent < -4 or exponent >= n then return scientific(digits, exponent, true) end
  return fixed(digits, exponent)
end

local math_type = math.type or function() return "float" end

local function float_text_by_options(v, opts)
  if opts.canonical then return ecma_text(v) end
  local text
  -- Integral values keep all their digits: on Lua 5.1 they represent the integers.
  if opts.float_digits and not (v % 1 == 0 and v >= -2 ^ 53 and v <= 2 ^ 53) then
    text = digits_text(v, opts.float_digits)
  elseif v == 0 then
    text = 1 / v < 0 and "-0" or "0"
  else
    text = opts.classic and classic_float_text(v) or ecma_text(v)
  end
  -- Before 5.3 every number is a float, so "float" marks every integral one.
  if opts.float_integral == "float" and text:find("^-?%d+$") then text = text .. ".0" end
  return text
end

local function not_finite(v)
  if v ~= v then return "NaN" end
  if v == math.huge then return "Infinity" end
  if v == -math.huge then return "-Infinity" end
  return nil
end

local function number_text(v, opts, path)
  if math_type(v) == "integer" then
    -- RFC 8785 has only doubles; an integer that is not exact as a double has no canonical text.
    if opts.canonical and math.tointeger(v + 0.0) ~= v then
      fail(path, "integer is not exact in canonical JSON")
    end
    if opts.canonical then return ecma_text(v + 0.0) end
    return string.format("%d", v)
  end
  local name = not_finite(v)
  if not name then return float_text_by_options(v, opts) end
  if opts.nan == "null" then return "null" end
  if opts.nan == "literal" and not opts.canonical then return name end
  if opts.nan == "string" then return '"' .. name .. '"' end
  return fail(path, "cannot encode %s", name)
end

-- LuaJIT's 64-bit integers: cdata whose text is digits followed by LL or ULL.
local function int64_text(v)
  if type(v) ~= "cdata" then return nil end
  return tostring(v):match("^(-?%d+)U?LL$")
end

-- ---- Strings ----------------------------------------------------------------------------

local short_escapes = {
  [8] = "\\b", [9] = "\\t", [10] = "\\n", [12] = "\\f", [13] = "\\r",
  [34] = '\\"', [92] = "\\\\",
}

local function u(unit) return string.format("\\u%04x", unit) end

local function control(b) return short_escapes[b] or u(b) end

-- How each mode writes one ASCII byte; nil: unchanged.
local ascii_byte = {
  E0 = function() return nil end,
  E1 = function(b) return (b == 34 or b == 92) and "*" or nil end,
  E2 = function(b) return (b == 34 or b == 92) and short_escapes[b] or nil end,
  E3 = function(b)
    if b == 47 then return "\\/" end
    return (b == 34 or b == 92) and short_escapes[b] or nil
  end,
  E4 = function(b)
    if b == 47 then return "\\/" end
    return (b < 32 or b == 127 or b == 34 or b == 92) and control(b) or nil
  end,
  json = function(b) return (b < 32 or b == 34 or b == 92) and control(b) or nil end,
  html = function(b)
    if b == 47 then return "\\/" end
    if b == 60 or b == 62 or b == 38 then return u(b) end
    return (b < 32 or b == 34 or b == 92) and control(b) or nil
  end,
  ascii = function(b) return (b < 32 or b == 34 or b == 92) and control(b) or nil end,
}

local function code_point_text(cp, mode)
  if mode == "html" and (cp == 0x2028 or cp == 0x2029) then return u(cp) end
  if mode ~= "ascii" then return nil end
  if cp < 0x10000 then return u(cp) end
  cp = cp - 0x10000
  return u(0xd800 + math.floor(cp / 0x400)) .. u(0xdc00 + cp % 0x400)
end

-- The text between the quotes.  utf8 "replace" writes one U+FFFD for each longest prefix of
-- a well-formed sequence (Unicode's recommended practice).
local function string_body(s, mode, utf8, on_invalid)
  local out, i = {}, 1
  while i <= #s do
    local ok, n = reader.utf8_at(s, i)
    local bytes = s:sub(i, i + n - 1)
    if ok and n == 1 then
      out[#out + 1] = ascii_byte[mode](bytes:byte()) or bytes
    elseif ok then
      out[#out + 1] = code_point_text(reader.code_point(s, i, n), mode) or bytes
    elseif utf8 == "replace" then
      out[#out + 1] = code_point_text(0xfffd, mode) or reader.utf8_char(0xfffd)
    elseif utf8 == "pass" then
      out[#out + 1] = bytes
    else
      on_invalid(i)
    end
    i = i + n
  end
  return table.concat(out)
end

-- Canonical text is escaped and checked as RFC 8785 says, whatever else is requested.  With the
-- classic modes the caller is responsible for the content: bytes are copied.
local function string_text(s, opts, on_invalid)
  local mode = opts.canonical and "json" or opts.escape
  local utf8 = opts.canonical and "error" or mode:find("^E") and "pass" or opts.utf8
  return '"' .. string_body(s, mode, utf8, on_invalid) .. '"'
end

-- ---- Options ----------------------------------------------------------------------------

local function one_of(...)
  local valid = { ... }
  return function(v)
    for _, x in ipairs(valid) do
      if v == x then return true end
    end
    return false
  end
end

local function integer_in(low, high)
  return function(v)
    return type(v) == "number" and v >= low and v <= high and v % 1 == 0
  end
end

local function is_boolean(v) return type(v) == "boolean" end

-- The indent must be white space; anything else would not be JSON.
local function is_indent(v)
  if type(v) == "string" then return not v:find("[^ \t\r\n]") end
  return v == false or integer_in(0, 64)(v)
end

local function is_sort(v)
  if type(v) == "table" then
    for _, key in pairs(v) do
      if type(key) ~= "string" then return false end
    end
    return true
  end
  return type(v) == "boolean" or type(v) == "function"
end

local function is_unsupported(v)
  return type(v) == "function" or one_of("error", "null", "skip", "tostring")(v)
end

local function is_ratio(v) return type(v) == "number" and v >= 0 end

local valid_option = {
  escape = one_of("json", "html", "ascii", "E0", "E1", "E2", "E3", "E4"),
  utf8 = one_of("error", "replace", "pass"),
  indent = is_indent,
  sort_keys = is_sort,
  canonical = is_boolean,
  empty_table = one_of("object", "array"),
  sparse = one_of("null", "object", "error"),
  sparse_safe = integer_in(0, 2 ^ 53),
  sparse_ratio = is_ratio,
  mixed_keys = one_of("string", "error"),
  nan = one_of("error", "null", "literal", "string"),
  float_integral = one_of("integer", "float"),
  float_digits = integer_in(1, 17),
  unsupported = is_unsupported,
  metamethods = is_boolean,
  max_depth = integer_in(1, 2 ^ 31),
}

local defaults = {
  escape = "json", utf8 = "error", indent = false, sort_keys = false, canonical = false,
  empty_table = "object", sparse = "null", sparse_safe = 10, sparse_ratio = 2,
  mixed_keys = "string", nan = "error", float_integral = "integer",
  unsupported = "error", metamethods = true, max_depth = 1000,
}

function oracle.option_names()
  local names = {}
  for name in pairs(valid_option) do names[#names + 1] = name end
  table.sort(names)
  return names
end

-- The given options merged over the base's, and checked.
function oracle.options(given, base)
  local opts = {}
  for name, v in pairs(base or defaults) do opts[name] = v end
  if given ~= nil and type(given) ~= "table" then
    fail(nil, "options must be a table, got %s", type(given))
  end
  for name, v in pairs(given or {}) do
    local check = valid_option[name]
    if not check then
      fail(nil, "unknown option '%s' (valid: %s)", tostring(name),
        table.concat(oracle.option_names(), ", "))
    end
    if not check(v) then
      fail(nil, "option '%s' must be valid, got %s", name, tostring(v))
    end
    opts[name] = v
  end
  if opts.canonical and (opts.indent or opts.sort_keys) then
    fail(nil, "option 'canonical' cannot be combined with '%s'", opts.indent and "indent" or "sort_keys")
  end
  return opts
end

-- ---- Order of keys ----------------------------------------------------------------------

local function units(s)                              -- UTF-16 code units of a valid string
  local out, i = {}, 1
  while i <= #s do
    local _, n = reader.utf8_at(s, i)
    local cp = reader.code_point(s, i, n)
    if cp >= 0x10000 then
      out[#out + 1] = 0xd800 + math.floor((cp - 0x10000) / 0x400)
      out[#out + 1] = 0xdc00 + (cp - 0x10000) % 0x400
    else
      out[#out + 1] = cp
    end
    i = i + n
  end
  return out
end

local function bytes(s) return { s:byte(1, -1) } end

local function before(a, b)                          -- of two lists of numbers
  for i = 1, math.min(#a, #b) do
    if a[i] ~= b[i] then return a[i] < b[i] end
  end
  return #a < #b
end

local function sort_by(members, elements)
  table.sort(members, function(a, b) return before(elements(a.key), elements(b.key)) end)
end

-- The listed keys first, in the list's order; the rest in byte order.
local function sort_listed(members, list)
  local place = {}
  for i, key in ipairs(list) do place[key] = place[key] or i end
  table.sort(members, function(a, b)
    local p, q = place[a.key], place[b.key]
    if p and q then return p < q end
    if p or q then return p ~= nil end
    return before(bytes(a.key), bytes(b.key))
  end)
end

-- Insertion sort, because an inconsistent order function cannot harm it.
local function sort_by_call(members, order)
  for i = 2, #members do
    local j = i
    while j > 1 and order(members[j].key, members[j - 1].key) do
      members[j], members[j - 1] = members[j - 1], members[j]
      j = j - 1
    end
  end
end

-- members: a list of {key = text, value = v}.
local function sort_members(members, opts)
  local order = opts.sort_keys
  if opts.canonical then
    sort_by(members, units)
  elseif order == true then
    sort_by(members, bytes)
  elseif type(order) == "table" then
    sort_listed(members, order)
  elseif type(order) == "function" then
    sort_by_call(members, order)
  end
end

-- ---- Layout -----------------------------------------------------------------------------

local function pad(opts, depth)
  local unit = opts.indent
  if opts.canonical or not unit then return "" end
  if type(unit) == "number" then unit = (" "):rep(unit) end
  return "\n" .. unit:rep(depth)
end

local function bracket(open, parts, close, opts, depth)
  if #parts == 0 then return open .. close end
  return open .. pad(opts, depth) .. table.concat(parts, "," .. pad(opts, depth)) ..
    pad(opts, depth - 1) .. close
end

local function colon(opts)
  return (opts.indent and not opts.canonical) and ": " or ":"
end

-- ---- Tables -----------------------------------------------------------------------------

local value_text                                     -- defined below

-- Beyond 2^53 not every Lua represents all whole numbers: such keys are names.
local function is_index(key)
  return type(key) == "number" and key >= 1 and key <= 2 ^ 53 and key % 1 == 0
end

local function raw_pairs(t) return next, t, nil end

-- The entries of a table as a list of {k, v}, through its __pairs if it has one.
local function entries_of(t, mt)
  local iterate = mt and rawget(mt, "__pairs") or raw_pairs
  local f, s, k = iterate(t)
  local entries = {}
  for key, v in f, s, k do
    if v ~= nil then entries[#entries + 1] = { key, v } end
  end
  return entries
end

local function all_indexes(entries)
  for _, e in ipairs(entries) do
    if not is_index(e[1]) then return false end
  end
  return true
end

local function highest_index(entries)
  local max = 0
  for _, e in ipairs(entries) do
    if is_index(e[1]) and e[1] > max then max = e[1] end
  end
  return max
end

-- An array's elements 1..n, from a function of the index.
local function array_text(get, n, ctx, depth, path)
  local parts = {}
  for i = 1, n do
    local v = get(i)
    local text = v == nil and "null" or value_text(v, ctx, depth, with_step(path, i))
    if text then parts[#parts + 1] = text end        -- no text: the element is skipped
  end
  return bracket("[", parts, "]", ctx.opts, depth)
end

local function key_string(key, ctx, path, keys_are_indexes)
  if type(key) == "string" then return key end
  if type(key) ~= "number" then
    fail(path, "cannot encode a key of type %s", type(key))
  end
  if ctx.opts.mixed_keys == "error" and not keys_are_indexes then
    fail(path, "cannot encode a number key")
  end
  local name = not_finite(key)
  if name then fail(path, "cannot encode %s as a key", name) end
  if math_type(key) == "integer" then return string.format("%d", key) end
  return ecma_text(key)
end

local function object_text(entries, ctx, depth, path, keys_are_indexes)
  local members = {}
  for _, e in ipairs(entries) do
    members[#members + 1] = { key = key_string(e[1], ctx, path, keys_are_indexes), step = e[1], value = e[2] }
  end
  sort_members(members, ctx.opts)
  for i = 2, ctx.opts.canonical and #members or 1 do
    if members[i].key == members[i - 1].key then
      fail(path, "duplicate key %q", members[i].key)
    end
  end
  local parts = {}
  for _, m in ipairs(members) do
    local key = string_text(m.key, ctx.opts, function(at)
      fail(path, "invalid UTF-8 at byte %d of a key", at)
    end)
    local text = value_text(m.value, ctx, depth, with_step(path, m.step))
    if text then parts[#parts + 1] = key .. colon(ctx.opts) .. text end
  end
  return bracket("{", parts, "}", ctx.opts, depth)
end

local function empty_text(ctx)
  return ctx.opts.empty_table == "array" and "[]" or "{}"
end

local function sparse_is_allowed(opts, max, count)
  return max == count or (opts.sparse == "null" and
    (max <= opts.sparse_safe or max <= opts.sparse_ratio * count))
end

local function sparse_error(max, count, path)
  fail(path, "sparse array (highest index %.0f, %d elements)", max, count)
end

local function object_of_indexes_text(entries, ctx, depth, path)
  return object_text(entries, ctx, depth, path, true)
end

-- A table whose keys are all indexes, or that is declared to be an array.
local function indexed_text(entries, ctx, depth, path)
  local at, count, max = {}, 0, highest_index(entries)
  for _, e in ipairs(entries) do
    if is_index(e[1]) then
      at[e[1]] = e[2]
      count = count + 1
    end
  end
  if count ~= #entries then fail(path, "table is marked as an array but has another key") end
  if max ~= count and ctx.opts.sparse == "object" then
    return object_of_indexes_text(entries, ctx, depth, path)
  end
  if not sparse_is_allowed(ctx.opts, max, count) then sparse_error(max, count, path) end
  return array_text(function(i) return at[i] end, max, ctx, depth, path)
end

local function shape_text(entries, hint, ctx, depth, path)
  if hint == "object" then return object_of_indexes_text(entries, ctx, depth, path) end
  if hint == "array" then return indexed_text(entries, ctx, depth, path) end
  if #entries == 0 then return empty_text(ctx) end
  if not all_indexes(entries) then return object_text(entries, ctx, depth, path) end
  return indexed_text(entries, ctx, depth, path)
end

-- ---- Metatables -------------------------------------------------------------------------

local function loaded(name, field)
  local module = package.loaded[name]
  if type(module) ~= "table" then return nil end
  return rawget(module, field)
end

-- "array" or "object" if the table's metatable says so, by our convention or another library's.
local function type_hint(mt)
  local own = rawget(mt, "__jsontype")
  if own == "array" or own == "object" then return own end
  if mt == loaded("cjson", "array_mt") then return "array" end
  local vim = rawget(_G, "vim")
  if type(vim) == "table" and mt == rawget(vim, "_empty_dict_mt") then return "object" end
  return nil
end

local function spliced(v, mt, ctx, path)
  local text = rawget(mt, "__tojson")(v, ctx.codec)
  if type(text) ~= "string" then
    fail(path, "__tojson must return a string, got %s", type(text))
  end
  local ok, what, at = reader.valid(text)
  if not ok then fail(path, "__tojson returned invalid JSON (%s at byte %d)", what, at) end
  return text
end

local function length(t, mt, path)
  local n = rawget(mt, "__len")(t)
  if type(n) ~= "number" or n % 1 ~= 0 or n < 0 then
    fail(path, "__len must return a whole number")
  end
  return n
end

-- A table with __pairs has the entries that it yields; otherwise a table that has __len and no entries
-- is an array.
local function table_by_metatable(t, mt, ctx, depth, path)
  if rawget(mt, "__tojson") then return spliced(t, mt, ctx, path) end
  local hint = type_hint(mt)
  local has_own = next(t) ~= nil or rawget(mt, "__pairs")
  if rawget(mt, "__len") and not has_own and hint ~= "object" then
    return array_text(function(i) return t[i] end, length(t, mt, path), ctx, depth, path)
  end
  if not has_own and not hint and mt == loaded("cjson", "empty_array_mt") then return "[]" end
  return shape_text(entries_of(t, mt), hint, ctx, depth, path)
end

local function table_text(t, ctx, depth, path)
  local mt = ctx.opts.metamethods and debug.getmetatable(t) or nil
  if mt then return table_by_metatable(t, mt, ctx, depth, path) end
  return shape_text(entries_of(t), nil, ctx, depth, path)
end

-- Depth is checked first, and only then whether a cycle was the reason.
local function check_depth(t, ctx, depth, path)
  ctx.open[depth] = t
  if depth <= ctx.opts.max_depth then return end
  local seen = {}
  for j = 1, depth do
    if seen[ctx.open[j]] then fail(first_steps(path, j - 1), "reference cycle") end
    seen[ctx.open[j]] = true
  end
  fail(path, "nesting deeper than %d", ctx.opts.max_depth)
end

-- ---- Values -----------------------------------------------------------------------------

-- The other libraries' null and empty array values.
local function sentinel_text(v)
  if v == markers.null or v == loaded("cjson", "null") then return "null" end
  if v == markers.empty_array or v == loaded("cjson", "empty_array") then return "[]" end
  for _, name in ipairs { "rapidjson", "yajl", "simdjson", "dkjson" } do
    if v == loaded(name, "null") then return "null" end
  end
  local vim = rawget(_G, "vim")
  if type(vim) == "table" and v == rawget(vim, "NIL") then return "null" end
  return nil
end

-- What the option makes of a value that JSON cannot represent; nil: skip it.
local function unsupported_text(v, ctx, depth, path)
  local policy = ctx.opts.unsupported
  if policy == "null" then return "null" end
  if policy == "skip" then return nil end
  if policy == "tostring" then
    return string_text(tostring(v), ctx.opts, function(at)
      fail(path, "invalid UTF-8 at byte %d of string", at)
    end)
  end
  if type(policy) == "function" and not ctx.replaced then
    local once = setmetatable({ replaced = true }, { __index = ctx })
    local other = policy(v, path_text(path))
    if type(other) == "table" then once = ctx end
    return value_text(other, once, depth, path)
  end
  return fail(path, "cannot encode %s", type(v))
end

-- depth: of the container that v is in, 0 at the top.  Returns nil for a skipped value.
function value_text(v, ctx, depth, path)
  if v == nil then return "null" end
  if type(v) == "boolean" then return tostring(v) end
  if type(v) == "number" then return number_text(v, ctx.opts, path) end
  if type(v) == "string" then
    return string_text(v, ctx.opts, function(at)
      fail(path, "invalid UTF-8 at byte %d of string", at)
    end)
  end
  if raw_texts[v] then return raw_texts[v][ctx.opts.canonical and "canonical" or "text"] end
  local known = sentinel_text(v) or int64_text(v)
  if known then return known end
  if type(v) == "table" then
    check_depth(v, ctx, depth + 1, path)
    return table_text(v, ctx, depth + 1, path)
  end
  return unsupported_text(v, ctx, depth, path)
end

local function encode(v, opts, codec)
  local ctx = { opts = opts, open = {}, codec = codec }
  -- If a top-level value were skipped, nothing would be left, and empty text is not JSON.
  return value_text(v, ctx, 0, false) or fail(false, "cannot encode %s", type(v))
end

-- ---- The classic ------------------------------------------------------------------------

local classic_names = {
  ["function"] = "[function]", thread = "[thread]", cdata = "[user data]",
}

-- Pure Lua cannot tell light from full userdata; checking for a separate metatable is enough here.
local function classic_name(v)
  if type(v) ~= "userdata" then return classic_names[type(v)] end
  return debug.getmetatable(v) and "[user data]" or "[light user data]"
end

local function classic_mode(flags)
  if flags == nil or flags == "" then return "E0" end
  if flags == "E" then return "E4" end
  if not flags:find("^E[0-4]$") then fail(false, "unknown flags '%s'", flags) end
  return flags
end

local classic_numbers = { classic = true }

local classic_value                                  -- defined below

local function classic_string(s, mode)
  return '"' .. string_body(s, mode, "pass") .. '"'
end

local function classic_key(key, mode, path)
  if type(key) == "string" then return classic_string(key, mode) end
  if type(key) == "table" then fail(path, "cannot encode a table as a key") end
  if type(key) == "number" then
    local name = not_finite(key)
    if name then fail(path, "cannot encode %s as a key", name) end
    return '"' .. number_text(key, classic_numbers, path) .. '"'
  end
  if type(key) == "boolean" then return '"' .. tostring(key) .. '"' end
  return '"' .. classic_name(key) .. '"'
end

local function classic_table(t, mode, depth, path)
  local entries = entries_of(t)
  local max = highest_index(entries)
  local parts = {}
  if max == #entries and all_indexes(entries) then
    for i = 1, max do
      parts[i] = classic_value(rawget(t, i), mode, depth, with_step(path, i))
    end
    return "[" .. table.concat(parts, ",") .. "]"
  end
  for i, e in ipairs(entries) do
    parts[i] = classic_key(e[1], mode, path) .. ":" ..
      classic_value(e[2], mode, depth, with_step(path, e[1]))
  end
  return "{" .. table.concat(parts, ",") .. "}"
end

function classic_value(v, mode, open, path)
  if v == nil then return "null" end
  if type(v) == "boolean" then return tostring(v) end
  if type(v) == "number" then return number_text(v, classic_numbers, path) end
  if type(v) == "string" then return classic_string(v, mode) end
  if raw_texts[v] then return raw_texts[v].text end
  local known = sentinel_text(v) or int64_text(v)
  if known then return known end
  if type(v) ~= "table" then return '"' .. classic_name(v) .. '"' end
  if open[v] then fail(path, "reference cycle") end
  if path and path.length > 5000 then fail(path, "nesting too deep for the oracle") end
  open[v] = true
  local text = classic_table(v, mode, open, path)
  open[v] = nil
  return text
end

-- ---- The API ----------------------------------------------------------------------------

function oracle.json(v, flags)
  return classic_value(v, classic_mode(flags), {}, false)
end

function oracle.encode(v, given, base, codec)
  return encode(v, oracle.options(given, base), codec)
end

function oracle.size(v, how)
  if type(how) == "table" then return #oracle.encode(v, how) end
  return #oracle.json(v, how)
end

return oracle
