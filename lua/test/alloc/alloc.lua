-- alloc.lua — the N-th allocation fails, for N = 1, 2, … until the call succeeds.
-- Owns: the calls that are tried, and what must hold: each failure is `not enough memory` and nothing
-- else, nothing leaks, and the state works afterwards.
-- Run by lua/test/alloc/run, which builds failalloc.so.  Prints TAP.
-- SPDX-License-Identifier: MIT

local here = arg[0]:match("^(.*[/\\])") or "./"
package.path = here .. "../?.lua;" .. here .. "../../lua/?.lua;" .. package.path

-- LuaJIT's traces crash when memory runs out in them, with or without a module; these tests are about
-- the module.
if rawget(_G, "jit") then rawget(_G, "jit").off() end

local fleece = require "fleece"
local safe = require "fleece.safe"
local failalloc = require "failalloc"
local tap = require "tap"
local decode_oracle = require "decode_oracle"
local check = require "decode_judge"

local function judge(good, ...) return tap.check(good, good or string.format(...)) end

-- ---- The calls ---------------------------------------------------------------------------

local plain = { a = { 1, 2.5, { b = "text" } }, list = {}, ["other key"] = true }
for i = 1, 40 do plain.list[i] = { id = i, name = "name " .. i, ratio = i / 7 } end

local deep = 1
for _ = 1, 300 do deep = { deep } end

local long = ("long text\n"):rep(100000)
local large = ("x"):rep(5e6)

local own = setmetatable({}, { __tojson = function() return '{"own":[1]}' end })
local nested = setmetatable({}, { __tojson = function(_, codec) return codec:encode(plain) end })
local by_pairs = setmetatable({}, { __pairs = function() return next, plain, nil end })
local by_index = setmetatable({}, {
  __len = function() return 30 end,
  __index = function(_, i) return { i } end,
})
local mixed = { own, plain, by_pairs, { by_index, nested }, 1, nil, 3 }
local sink_calls = 0
local function sink() sink_calls = sink_calls + 1 end

local codec = fleece.new { sort_keys = true, indent = 2 }

-- Texts that are decoded: records of one shape and of several, long strings, deep, broken.
local records = {}
for i = 1, 40 do
  records[i] = (('{"id":I,"name":"name I","ratio":I.5,"tags":["tI",I,[],{}],"k%d":"\\u00e9"}'):format(i % 3)
    :gsub("I", tostring(i)))
end
local records_text = "[" .. table.concat(records, ",") .. "]"
local texts = {
  ["records"] = records_text,
  ["a short text"] = '{"a":[1,2.5,"x"],"b":null}',
  ["a long string"] = '["' .. ("text\\n"):rep(50000) .. '"]',
  ["a long list"] = "[" .. ("12345,"):rep(5000) .. "1]",
  ["deep"] = ("["):rep(300) .. "1" .. ("]"):rep(300),
}

local function equal(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then return a == b end
  for k, v in pairs(a) do
    if not equal(v, b[k]) then return false end
  end
  for k in pairs(b) do
    if a[k] == nil then return false end
  end
  return true
end

-- A call and what it must return.
local function decoding(name, text, opts)
  return { name, function() return fleece.decode(text, opts) end,
    select(2, decode_oracle.decode(text, opts, check.marks)) }
end

-- Name, function, and what it returns, if that differs from its result without a failure.
local calls = {
  { "json", function() return fleece.json(plain) end },
  { "json E4", function() return fleece.json(plain, "E4") end },
  { "encode", function() return fleece.encode(plain) end },
  { "encode a long string", function() return fleece.encode(long) end },
  { "encode a large string", function() return fleece.encode(large) end },
  { "encode large strings", function() return fleece.encode { large, large } end },
  { "encode a large string within another", function()
    return fleece.encode { large, setmetatable({}, { __tojson = function() return fleece.encode(large) end }) }
  end },
  { "encode deep", function() return fleece.encode(deep) end },
  { "encode sorted", function() return fleece.encode(plain, { sort_keys = true }) end },
  { "encode canonical", function() return fleece.encode(plain, { canonical = true }) end },
  { "encode indented", function() return fleece.encode(plain, { indent = 4 }) end },
  { "encode ascii", function() return fleece.encode(plain, { escape = "ascii" }) end },
  { "encode listed", function() return fleece.encode(plain, { sort_keys = { "list", "a" } }) end },
  { "encode by an order", function()
    return fleece.encode(plain, { sort_keys = function(a, b) return a > b end })
  end },
  { "encode with a handler", function()
    return fleece.encode({ print, { print } }, { unsupported = function(_, path) return path end })
  end },
  { "encode proxies", function() return fleece.encode(mixed) end },
  { "encode proxies sorted", function() return fleece.encode(mixed, { sort_keys = true }) end },
  { "codec", function() return codec:encode(plain) end },
  { "new", function() return type(fleece.new { indent = 1, sort_keys = { "a" } }) end },
  { "size", function() return fleece.size(plain) end },
  { "size with options", function() return fleece.size(mixed, { indent = 1 }) end },
  { "raw", function() return fleece.encode { fleece.raw '{"x":[1,2]}' } end },
  { "array", function() return fleece.encode { fleece.array {}, fleece.object {} } end },
  { "buffer", function()
    local b = fleece.buffer()
    fleece.encode_to(b, plain)
    fleece.encode_to(b, long)
    return tostring(b)
  end },
  { "function sink", function() return fleece.encode_to(sink, mixed) end },
  { "function sink, long", function() return fleece.encode_to(sink, { long, long }) end },
  { "file sink", function()
    local f = io.open("/dev/null", "w")
    local n = fleece.encode_to(f, mixed)
    f:close()
    return n
  end },
  { "an error", function() return (select(2, pcall(fleece.encode, { 1, { print } }))) end },
  { "an error about an option", function()
    return (select(2, pcall(fleece.encode, 1, { nope = true })))
  end },
  { "safe", function() return (select(2, safe.encode { 1, { print } })) end },
  { "info", function() return type(fleece.info()) end },
}

for name, text in pairs(texts) do calls[#calls + 1] = decoding("decode " .. name, text) end
for name, opts in pairs { marks = { arrays = true, objects = true }, first = { duplicates = "first" },
  comments = { comments = true, trailing_commas = true }, limits = { max_keys = 1000, max_string = 1000 } } do
  calls[#calls + 1] = decoding("decode, " .. name, records_text, opts)
end
for name, f in pairs {
  ["decode raw integers"] = function()
    return fleece.encode(fleece.decode("[123456789012345678901234]", { bigint = "raw" }))
  end,
  ["decode what is broken"] = function() return (select(2, pcall(fleece.decode, records_text .. "x"))) end,
  ["decode what is short and broken"] = function() return (select(2, safe.decode '{"a":[1,]}')) end,
  ["decode by a codec"] = function() return #codec:decode(records_text) end,
  ["valid"] = function() return fleece.valid(records_text) end,
  ["valid of what is broken"] = function() return (select(2, fleece.valid(records_text .. "]"))) end,
} do
  calls[#calls + 1] = { name, f }
end

-- More keys than a shape has, and a long array; both are filled in special ways.
local many = {}
for i = 1, 150 do many[i] = ('"key%d":"%d"'):format(i, i) end
local many_text = "{" .. table.concat(many, ",") .. "}"
local array_text = '{"first":[1],"long":[' .. ('"s",1,'):rep(2500) .. '7],"last":true}'

calls[#calls + 1] = { "decode many keys", function()
  local t = fleece.decode(many_text)
  return t.key1 .. t.key64 .. t.key65 .. t.key150
end }
calls[#calls + 1] = { "decode a long array", function()
  local t = fleece.decode(array_text)
  return #t.long .. t.long[4999] .. t.long[5001] .. tostring(t.last)
end }

-- Loads the module into a fresh package.loaded, as far as that allocates.
calls[#calls + 1] = { "require", function()
  package.loaded.fleece = nil
  local ok, again = pcall(require, "fleece")
  package.loaded.fleece = fleece
  if not ok then error(again, 0) end
  return again.encode { 1 }
end }

-- ---- The failures -----------------------------------------------------------------------

-- After small calls of every function, each has released its excess scratch memory.
local function in_use()
  for _ = 1, 40 do
    fleece.encode { 1 }
    fleece.json { 1 }
    fleece.size { 1 }
    codec:encode { 1 }
    safe.encode { 1 }
    fleece.encode_to(sink, { 1 })
    fleece.decode "[1]"
    codec:decode "[1]"
    safe.decode "[1]"
    fleece.valid "[1]"
  end
  for _ = 1, 4 do collectgarbage() end
  return failalloc.bytes()
end

-- The messages that an allocation failure may have.  Lua's own loader wraps what it reports.
local function is_out_of_memory(name, err)
  if name == "require" then return tostring(err):find("not enough memory", 1, true) ~= nil end
  return err == "not enough memory"
end

local state_works = fleece.encode(plain, { sort_keys = true })

-- Results are compared once memory is available again: LuaJIT 2.1.0-beta3 crashes, with no module
-- loaded, if the stack of a recursive Lua function cannot grow.
local function try(name, f, n, all, expected)
  failalloc.arm(n, all)
  local ok, out = pcall(f)
  local _, refused = failalloc.disarm()
  local mode = all and "from there on" or "once"
  if ok and refused > 0 and not equal(out, expected) then
    -- Calls that return an error's message may return this one.
    judge(is_out_of_memory(name, out), "%s, allocation %d %s: wrong result %q", name, n, mode,
      tostring(out):sub(1, 200))
  elseif not ok then
    judge(is_out_of_memory(name, out), "%s, allocation %d %s: %s", name, n, mode, tostring(out))
  end
  local good, text = pcall(fleece.encode, plain, { sort_keys = true })
  judge(good and text == state_works, "%s, allocation %d %s: the state does not work: %s", name, n,
    mode, tostring(text):sub(1, 200))
  return refused == 0
end

-- Every N once.  Returns how many values of N it took.
local function sweep(name, f, all, expected)
  for n = 1, 5000 do
    if try(name, f, n, all, expected) then return n end
  end
  judge(false, "%s: still fails after 5000 allocations", name)
  return 5000
end

-- Lua 5.2 and 5.3 drop a finalizer permanently if it is due while every allocation fails (its call
-- needs one), whatever it belongs to: a sweep there may lose what a finalizer frees.
local drops_finalizers = _VERSION == "Lua 5.2" or _VERSION == "Lua 5.3"
if drops_finalizers then print("note: this Lua itself drops finalizers when all allocations fail") end

-- The first sweep warms everything up: scratch memory, string tables, stacks.  A leak is memory lost
-- in each of three more sweeps; memory lost only once is a stack or a table that grew.
for _, call in ipairs(calls) do
  local name, f = call[1], call[2]
  for _ = 1, 3 do f() end
  local expected = call[3]
  if expected == nil then expected = f() end
  judge(equal(f(), expected), "%s: wrong result before any failure", name)
  for _, all in ipairs { false, true } do
    local n, least = sweep(name, f, all, expected), math.huge
    for _ = 1, 3 do
      local before = in_use()
      sweep(name, f, all, expected)
      least = math.min(least, in_use() - before)
    end
    if not (all and drops_finalizers) then
      judge(least < 4096, "%s: %d bytes stay behind after each %d attempts", name, least, n)
    end
  end
end

-- Output larger than memory: no block may grow beyond a limit.
for _, limit in ipairs { 1000, 50000, 300000, 1000000 } do
  local values = { long, { long, long }, mixed, { [long] = 1 }, ("\1"):rep(limit), plain }
  for i, v in ipairs(values) do
    local expected = fleece.encode(v)
    failalloc.limit(limit)
    local ok, out = pcall(fleece.encode, v)
    failalloc.limit(0)
    if ok then
      judge(out == expected, "limit %d, value %d: wrong text", limit, i)
    else
      judge(out == "not enough memory", "limit %d, value %d: %s", limit, i, tostring(out))
    end
    judge(fleece.encode(v) == expected, "limit %d, value %d: the state does not work", limit, i)
  end
end
judge(sink_calls > 0, "the sink was never called")

-- A large result is the window, where strings are made directly: there is no second copy.
local info = fleece.info()
if info.making == "direct" and _VERSION ~= "Lua 5.1" then
  for _, n in ipairs { 4.2e6, 1e7, 5e7 } do
    local list = {}
    for i = 1, n / 1e5 do list[i] = ("x"):rep(1e5) end
    for round = 1, 2 do
      in_use()
      collectgarbage("stop")
      local before = failalloc.bytes()
      failalloc.arm(0)
      local result = fleece.encode(list)
      local beyond, left = failalloc.peak() - before - #result, failalloc.bytes() - before - #result
      collectgarbage("restart")
      judge(beyond < #result * 0.3, "%d bytes, round %d: the peak is %d bytes more", #result, round, beyond)
      judge(left < 1e4, "%d bytes, round %d: %d bytes more are in use", #result, round, left)
    end
  end
end

print(string.format("%s, backend %s, kernel %s", rawget(_G, "jit") and rawget(_G, "jit").version
  or _VERSION, info.backend, info.kernel))
tap.finish("allocations that fail")
