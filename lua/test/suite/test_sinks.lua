-- test_sinks.lua — encode_to files, functions and buffers; sinks that refuse.
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"
local values = require "values"
local fleece, bytes, fails = judge.fleece, judge.bytes, judge.fails
local encode, encode_to = fleece.encode, fleece.encode_to

local TestSinks, TestSize, TestRefusal = {}, {}, {}

local function collector()
  local pieces = {}
  return function(piece) pieces[#pieces + 1] = piece end, pieces
end

local function to_function(value, opts)
  local sink, pieces = collector()
  local n = encode_to(sink, value, opts)
  return table.concat(pieces), n, pieces
end

local function to_file(value, opts)
  local f = assert(io.tmpfile())
  local n = encode_to(f, value, opts)
  f:seek("set")
  local text = f:read("*a")
  f:close()
  return text, n
end

local function to_buffer(value, opts)
  local b = fleece.buffer()
  local n = encode_to(b, value, opts)
  lu.assertEquals(#b, #tostring(b))
  return tostring(b), n
end

local ways = { ["function"] = to_function, file = to_file, buffer = to_buffer }

-- A value of a few megabytes with every kind of member: long strings, long keys, depth.
local function large()
  local list = {}
  for i = 1, 20000 do
    list[i] = { id = i, name = "name " .. i, tags = { "a", "b\n", i / 7 }, nested = { { {} } } }
  end
  list.long = ("x"):rep(300000)
  list[("key"):rep(30000)] = ("é\n"):rep(70000)
  list.deep = judge.nest(500, "bottom")
  return list
end

local option_sets = {
  {}, { indent = 2 }, { sort_keys = true }, { escape = "ascii" }, { escape = "E0" },
  { escape = "html", indent = "\t", sort_keys = true }, { float_digits = 5 },
  { unsupported = "skip" },
}

function TestSinks.test_small_values()
  for _, value in ipairs { 1, "x", true, { 1, 2 }, { a = {} }, {}, { { { "deep" } } } } do
    for _, opts in ipairs(option_sets) do
      local expected = encode(value, opts)
      for name, way in pairs(ways) do
        local text, n = way(value, opts)
        bytes(text, expected, name)
        lu.assertEquals(n, judge.is_oracle and true or #expected, name)
      end
    end
  end
  bytes((to_function(nil)), "null")
end

function TestSinks.test_large_values()
  local value = large()
  for _, opts in ipairs(option_sets) do
    local expected = encode(value, opts)
    for name, way in pairs(ways) do bytes((way(value, opts)), expected, name) end
    lu.assertEquals(fleece.size(value, opts), #expected)
  end
end

-- "The whole text is never in memory": many pieces, each small compared with the output.
function TestSinks.test_pieces_are_bounded()
  local value = large()
  local text, _, pieces = to_function(value)
  lu.assertTrue(#pieces > 4, #pieces .. " pieces")
  for _, piece in ipairs(pieces) do
    lu.assertTrue(#piece > 0)
    lu.assertTrue(#piece < #text / 2, #piece .. " of " .. #text)
  end
  text, _, pieces = to_function(("y"):rep(4000000))
  bytes(#text, 4000002)
  lu.assertTrue(#pieces > 4)
end

function TestSinks.test_scalars_longer_than_any_window()
  local s = ("0123456789\n"):rep(200000)
  for _, value in ipairs { s, { s }, { { a = s } }, { [s] = 1 }, { [s] = s } } do
    for name, way in pairs(ways) do bytes((way(value)), encode(value), name) end
  end
end

function TestSinks.test_a_buffer_is_appended_to()
  local b = fleece.buffer()
  encode_to(b, { 1 })
  encode_to(b, { a = 2 })
  bytes(tostring(b), '[1]{"a":2}')
end

if not judge.is_oracle then
  function TestSinks.test_buffer_methods()
    local b = fleece.buffer("start", "ed")
    bytes(b:tostring(), "started")
    lu.assertEquals(b:len(), 7)
    lu.assertTrue(rawequal(b:put(" ", "on"), b))
    encode_to(b, { 1 })
    bytes(tostring(b), "started on[1]")
    lu.assertTrue(rawequal(b:reset(), b))
    bytes(b:tostring(), "")
    encode_to(b, ("x"):rep(1000000))
    lu.assertEquals(b:len(), 1000002)
    fails("string", b.put, b, {})
    fails("buffer", b.put, {}, "x")
    fails("buffer", b.tostring, io.stdout)
    local kept = {}
    for i = 1, 300 do
      kept[i] = fleece.buffer()
      encode_to(kept[i], { i, ("z"):rep(i * 10) })
    end
    judge.collect()
    for i = 1, 300 do bytes(tostring(kept[i]), "[" .. i .. ',"' .. ("z"):rep(i * 10) .. '"]') end
  end
end

-- Short text is in the userdata itself, and memory for longer text grows in steps.
if not judge.is_oracle then
  function TestSinks.test_buffers_of_every_length()
    local letters = ("0123456789"):rep(1000)
    for _, from in ipairs { 0, 470, 950, 2040, 4090, 8180 } do
      for n = from, from + 20 do
        local text = letters:sub(1, n)
        local b = fleece.buffer(text)
        bytes(b:tostring(), text)
        lu.assertEquals(b:len(), n)
        bytes(b:put("a", text):tostring(), text .. "a" .. text)
        bytes(b:reset():put(text):tostring(), text)
        b:put(b:tostring())
        encode_to(b, text)
        bytes(b:tostring(), text .. text .. '"' .. text .. '"')
      end
    end
  end

  function TestSinks.test_what_is_a_buffer()
    local b = fleece.buffer(("x"):rep(1000))
    local metatable = getmetatable(b)
    lu.assertTrue(rawequal(metatable, getmetatable(fleece.new().buffer())))
    fails("fleece.buffer expected, got table", metatable.tostring, setmetatable({}, metatable))
    fails("fleece.buffer expected", metatable.put, fleece.null)
    fails("sink", encode_to, setmetatable({}, metatable), 1)
    if newproxy then fails("sink", encode_to, newproxy(), 1) end -- luacheck: ignore
    metatable.__gc(b)                                 -- releases its memory, and no more
    metatable.__gc(b)
    bytes(b:tostring(), "")
    bytes(b:put(("y"):rep(1000)):tostring(), ("y"):rep(1000))
  end
end

function TestSinks.test_a_codec_has_sinks_too()
  local codec = fleece.new { sort_keys = true }
  local sink, pieces = collector()
  codec:encode_to(sink, { b = 1, a = 2 })
  codec.encode_to(sink, { 3 })
  bytes(table.concat(pieces), '{"a":2,"b":1}[3]')
end

function TestSinks.test_values_that_need_lua_code_on_the_way()
  local list = {}
  for i = 1, 3000 do
    list[i] = setmetatable({}, { __tojson = function() return '"' .. ("t"):rep(100) .. '"' end })
    if i % 3 == 0 then
      list[i] = setmetatable({}, { __pairs = function() return next, { i, ("p"):rep(90) }, nil end })
    end
    if i % 3 == 1 then list[i] = { x = { ("raw"):rep(40) } } end
  end
  local expected = encode(list)
  for name, way in pairs(ways) do bytes((way(list)), expected, name) end
end

function TestSinks.test_a_sink_that_uses_fleece()
  local pieces = {}
  encode_to(function(piece)
    pieces[#pieces + 1] = fleece.encode { #piece, { "inner" } }
    encode_to(fleece.buffer(), { 1, 2, 3 })
    collectgarbage()
  end, large())
  for _, piece in ipairs(pieces) do
    lu.assertNotNil(piece:find('^%[%d+,%["inner"%]%]$'), piece)
  end
  lu.assertTrue(#pieces > 3)
end

-- A sink that receives the pieces may change the value that is being encoded.
function TestSinks.test_a_sink_that_changes_the_value()
  local value = large()
  local n = 0
  local ok, message = pcall(encode_to, function()
    n = n + 1
    if n == 2 then
      for k in pairs(value) do value[k] = nil end
      collectgarbage()
      for i = 1, 100 do value["k" .. i] = { i } end
    end
  end, value)
  -- Through the public API, Lua's own next detects the change.
  if not ok then lu.assertNotNil(message:find("changed") or message:find("'next'"), message) end
  bytes(encode { 1 }, "[1]")
end

-- ---- size -------------------------------------------------------------------------------

function TestSize.test_size_is_the_length_for_every_option()
  local random = values.random(31)
  for _ = 1, 300 do
    local value = values.value(random, 4)
    local opts = values.options(random)
    local ok, text = pcall(encode, value, opts)
    local ok_size, n = pcall(fleece.size, value, opts)
    lu.assertEquals(ok_size, ok)
    if ok then lu.assertEquals(n, #text) end
  end
end

function TestSize.test_size_without_a_second_argument_is_the_classics()
  bytes(fleece.size {}, 2)
  bytes(fleece.size(print), #'"[function]"')
  bytes(fleece.size('"', "E2"), 4)
  bytes(fleece.size('"', {}), 4)
  bytes(fleece.size({ "\1" }, {}), 10)
end

-- ---- Sinks that refuse ------------------------------------------------------------------

local function many() return large() end

function TestRefusal.test_a_sink_that_raises()
  fails("the disk is full", encode_to, function() error("the disk is full") end, { 1 })
  local mark = {}
  local ok, err = pcall(encode_to, function() error(mark, 0) end, many())
  lu.assertFalse(ok)
  lu.assertTrue(rawequal(err, mark))
  bytes(encode { 1, { 2 } }, "[1,[2]]")
end

function TestRefusal.test_a_sink_that_returns_false_or_nil_and_a_message()
  fails("sink", encode_to, function() return false end, { 1 })
  fails({ "sink", "no space" }, encode_to, function() return nil, "no space" end, { 1 })
  fails({ "sink", "no space" }, encode_to, function() return false, "no space" end, { 1 })
  local n = 0
  fails("sink", encode_to, function()
    n = n + 1
    if n == 2 then return false end
    return true
  end, many())
  lu.assertEquals(n, 2)
  bytes(encode { 1 }, "[1]")
end

function TestRefusal.test_what_is_no_refusal()
  for _, result in ipairs { { true }, { 1 }, { "text" }, {}, { {} } } do
    encode_to(function() return result[1] end, { 1 })
  end
  encode_to(function() return nil end, { 1 })
end

function TestRefusal.test_a_closed_file()
  local f = assert(io.tmpfile())
  f:close()
  fails("closed", encode_to, f, { 1 })
  bytes(encode { 1 }, "[1]")
end

function TestRefusal.test_a_file_closed_on_the_way()
  local f = assert(io.tmpfile())
  local value = { many(), setmetatable({}, { __tojson = function()
    f:close()
    return "1"
  end }), many() }
  fails("closed", encode_to, f, value)
  bytes(encode { 1 }, "[1]")
end

function TestRefusal.test_a_file_that_cannot_be_written()
  local name = os.tmpname()
  local f = assert(io.open(name, "r"))
  fails("sink", encode_to, f, many())
  f:close()
  os.remove(name)
  local full = io.open("/dev/full", "w")
  if full then
    full:setvbuf("no")
    fails("sink", encode_to, full, many())
    full:close()
  else
    judge.note("there is no /dev/full here")
  end
end

function TestRefusal.test_a_sink_that_yields()
  local ok, err = coroutine.wrap(function()
    return pcall(encode_to, function() coroutine.yield() end, { many() })
  end)()
  lu.assertFalse(ok)
  judge.contains(err, "cannot yield inside the sink at $[1]")
  bytes(encode { 1 }, "[1]")
end

function TestRefusal.test_an_error_in_the_value_is_raised_after_what_was_written()
  local sink, pieces = collector()
  local value = many()
  value = { value, print }
  fails("cannot encode function at $[2]", encode_to, sink, value)
  local whole = encode { value[1], 0 }
  local sent = table.concat(pieces)
  bytes(sent, whole:sub(1, #sent))
end

return { TestSinks = TestSinks, TestSize = TestSize, TestRefusal = TestRefusal }
