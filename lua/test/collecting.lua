-- collecting.lua — the work that encoding and decoding must survive under any setting of the
-- collector, and the settings.
-- Owns: both, and how retained memory is judged.  Run as a program, `collecting.lua SETTING` does all
-- the work under one setting in a separate process: the cost of the smallest pause grows with the heap,
-- and Lua 5.4.4, once it has been generational, is extremely slow with a small pause.
-- SPDX-License-Identifier: MIT

local here = (debug.getinfo(1, "S").source:match("^@(.*[/\\])") or "./")
package.path = here .. "?.lua;" .. here .. "../lua/?.lua;" .. package.path

local judge = require "judge"
local check = require "decode_judge"
local differ = require "differ"
local decode_differ = require "decode_differ"
local oracle = require "decode_oracle"
local fleece = judge.fleece

local collecting = {}

local function expect(got, wanted)
  if got ~= wanted then error(("%s is not %s"):format(tostring(got), tostring(wanted)), 2) end
end

-- ---- The work -----------------------------------------------------------------------------

function collecting.document(n)
  local parts = {}
  for i = 1, n do
    parts[i] = (('{"id":I,"name":"name I","tags":["tI",I,null,{"deep":[I]}],"o":{"x":I.5,"y":[]},"oddM":"\\u00e9I"}')
      :gsub("I", i):gsub("M", i % 7))
  end
  return "[" .. table.concat(parts, ",") .. "]"
end

collecting.text = collecting.document(60)
local expected = select(2, oracle.decode(collecting.text, nil, check.marks))

-- Raises an error unless t is what collecting.text represents.
function collecting.is_right(t)
  local same, where = oracle.same(t, expected)
  if not same then error("differs at " .. tostring(where), 2) end
end

function collecting.encode(rounds)
  local encode = fleece.encode
  local value = { a = { 1, { b = "c" } }, list = {} }
  for i = 1, 50 do value.list[i] = { id = i, text = "text " .. i } end
  local sorted = encode(value, { sort_keys = true })
  for _ = 1, rounds do
    expect(encode(value, { sort_keys = true }), sorted)
    expect(#encode(value), #sorted)
    local t = setmetatable({}, { __tojson = function() return encode { tostring {} } end })
    encode { t, value, t }
    pcall(encode, { value, print })
    fleece.encode_to(fleece.buffer(), value)
    fleece.raw('{"x":1}')
  end
  expect(differ.run(fleece, 11, 2 * rounds).difference, nil)
end

function collecting.decode(rounds)
  local decode, text = fleece.decode, collecting.text
  for _ = 1, rounds do
    collecting.is_right(decode(text))
    expect(pcall(decode, text:sub(1, -2)), false)
    expect(pcall(decode, text:sub(1, -2) .. ',{"id":x}]'), false)
    decode('[{"a":null},{"a":null},{"a":null}]', { null = fleece.nothing })
    decode(text, { duplicates = "first", arrays = true, objects = true })
  end
  local large = collecting.document(800) -- the collector works before it (vm/fj_gc.h)
  for _ = 1, 3 do
    expect(#decode(large), 800)
    expect(pcall(decode, large .. "x"), false)
  end
  expect(decode_differ.run(fleece, 12, 2 * rounds).difference, nil)
end

-- An object that calls f when it is collected.
function collecting.finalized(f)
  if not judge.is_jit and judge.version >= 5.2 then return setmetatable({}, { __gc = f }) end
  local u = rawget(_G, "newproxy")(true)
  getmetatable(u).__gc = f
  return u
end

-- ---- The settings -------------------------------------------------------------------------

local function set(pause, stepmul)
  if judge.version >= 5.5 then
    return collectgarbage("param", "pause", pause), collectgarbage("param", "stepmul", stepmul)
  end
  return collectgarbage("setpause", pause), collectgarbage("setstepmul", stepmul)
end

-- Calls f(...) under that pause and step size (percent), then restores the previous settings.
function collecting.under(pause, stepmul, f, ...)
  pause, stepmul = set(pause, stepmul)
  local ok, err = pcall(f, ...)
  set(pause, stepmul)
  if not ok then error(err, 0) end
end

collecting.settings = {
  smallest_pause = function(f, ...) collecting.under(judge.smallest_pause, 1000, f, ...) end,
  slowest_steps = function(f, ...) collecting.under(100, 1, f, ...) end,
  stopped = function(f, ...)
    collectgarbage("stop")
    local ok, err = pcall(f, ...)
    collectgarbage("restart")
    if not ok then error(err, 0) end
  end,
  -- A collection step after every few instructions, and so in every callback.
  all_the_time = function(f, ...)
    debug.sethook(function() collectgarbage("step", 10) end, "", 100)
    local ok, err = pcall(f, ...)
    debug.sethook()
    if not ok then error(err, 0) end
  end,
}

if not judge.is_jit and judge.version >= 5.4 then
  function collecting.settings.generational(f, ...)
    collectgarbage("generational")
    local ok, err = pcall(f, ...)
    local mode = collectgarbage("incremental")
    if not ok then error(err, 0) end
    expect(mode, "generational")
  end
end

local function garbage(i) return { i, i, i, i, i, i, i, i } end

-- Creates garbage until the collector completes a cycle by itself; false if it does not.  That may take
-- more memory than what is alive: Lua 5.4.4 now and then waits for twice as much as was alive long ago,
-- even after full collections (plain Lua does, too, without any module).
function collecting.comes_round()
  local gone = setmetatable({ {} }, { __mode = "v" })
  for i = 1, 4000000 do
    garbage(i)
    if gone[1] == nil then return true end
  end
  return false
end

-- If compiled, it would look into the weak table only once.
if judge.is_jit then require("jit").off(collecting.comes_round) end

-- ---- Retained memory ----------------------------------------------------------------------

local function growth(f, n)
  local least = math.huge
  for _ = 1, n do f() end
  for _ = 1, 3 do
    local before = judge.collect()
    for _ = 1, n do f() end
    least = math.min(least, judge.collect() - before)
  end
  return least
end

-- f() leaks nothing. Takes the least of three measurements: the host's own tables, traces included,
-- grow now and then; a leak grows each time.
function collecting.no_growth(name, f, n)
  local bytes = growth(f, n or 1000)
  if bytes >= 4096 then error(("%s: %d bytes are left"):format(name, bytes), 2) end
end

-- Raises an error if more than 20 MB stay after huge values and then small ones; what: encode, decode.
function collecting.shrinks(what)
  -- glibc adjusts the size from which it maps memory, and then keeps blocks below that size.
  -- A sanitizer keeps freed memory in quarantine.
  local out, good = judge.run("MALLOC_MMAP_THRESHOLD_=131072 "
    .. "ASAN_OPTIONS=quarantine_size_mb=0:thread_local_quarantine_size_kb=0", "shrinking.lua", what)
  if not good then error(out, 2) end
  if out:find("cannot be read here", 1, true) then
    judge.note("%s: scratch memory shrinking", out:gsub("\n$", ""))
    return
  end
  local counted = 0
  for kept in out:gmatch("kept (%d+) bytes") do
    if tonumber(kept) > 20000000 then error(out, 2) end
    counted = counted + 1
  end
  expect(counted, 2)
end

-- ---- As a program -------------------------------------------------------------------------

if arg and arg[0] and ("/" .. arg[0]):find("[/\\]collecting%.lua$") then
  local setting = collecting.settings[arg[1]]
  if not setting then
    io.stderr:write("collecting.lua: no setting ", tostring(arg[1]), "\n")
    os.exit(2)
  end
  local rounds = judge.long and 100 or 12
  for _, work in ipairs { "encode", "decode" } do
    setting(collecting[work], rounds)
    print(work .. " under " .. arg[1])
  end
end

return collecting
