-- pool.lua — programs on fleece.pool() in new states: each allocation fails, limits of the host,
-- thousands of states, threads.
-- Owns: the programs, and what must hold: the only error is `not enough memory`, every block is
-- returned once with its size, nothing is left.
-- Run by lua/test/alloc/run, which builds states.so.  Prints TAP.
-- SPDX-License-Identifier: MIT

local here = arg[0]:match("^(.*[/\\])") or "./"
package.path = here .. "../?.lua;" .. package.path

local states = require "states"
local tap = require "tap"

local function judge(good, ...) return tap.check(good, good or string.format(...)) end

if rawget(_G, "jit") then
  print("1..0 # skip LuaJIT keeps its own allocator")
  os.exit(0)
end

-- Is the error that memory was refused?  A stack that cannot grow has another message.
local function is_refusal(message)
  return (message:find("not enough memory", 1, true) or message:find("stack overflow (fleece)", 1, true)) ~= nil
end

-- ---- Programs -----------------------------------------------------------------------------

local install = "local fleece = require 'fleece' assert(fleece.pool()) "

local plain = [[
  local all = {}
  for i = 1, N do
    local t = { i, tostring(i), { x = i, y = "y" .. i }, function() return i end }
    for j = 1, i % 40 do t[#t + 1] = ("s" .. j):rep(j) end
    all[i % 60 + 1] = t
  end
  local co = coroutine.wrap(function() for i = 1, 20 do coroutine.yield({ i }) end end)
  co() co()
  local s = ""
  for i = 1, 100 do s = s .. i .. "," end
  assert(#s == 292 and all[3][1] % 60 == 2)
]]

local json = [[
  local text = fleece.encode { a = { 1, 2, { b = "\n" } }, list = { {}, { 1.5 }, { id = 1, name = "n" } } }
  for i = 1, N / 10 do
    local list = {}
    for j = 1, 30 do list[j] = '{"id":' .. j .. ',"name":"name ' .. i + j .. '","tags":["a",' .. text .. ']}' end
    local value = fleece.decode("[" .. table.concat(list, ",") .. "]")
    assert(#value == 30 and value[30].name == "name " .. i + 30)
    assert(#fleece.encode(value) > 1000)
  end
]]

-- A finalizer for each, a coroutine that is alive, and an error at the end.
local ending = [[
  local newproxy = rawget(_G, "newproxy")
  local function finalized(f)
    if not newproxy then return setmetatable({}, { __gc = f }) end
    local u = newproxy(true)
    getmetatable(u).__gc = f
    return u
  end
  for i = 1, 10 do
    _G["kept" .. i] = finalized(function()
      pcall(fleece.encode, { i, "x" })
      local t = {}
      for j = 1, 100 do t[j] = { j, tostring(j) } end
    end)
  end
  co = coroutine.create(function() local own = { {}, {} } coroutine.yield(own) end)
  coroutine.resume(co)
]]

-- Results that are the encoder's window.
local large = [[
  do
    local list = {}
    for i = 1, 42 do list[i] = ("x"):rep(1e5) end
    local text = fleece.encode(list)
    assert(#text == 42 * 100003 + 1 and fleece.encode(list) == text and #fleece.encode { list, list } == 2 * #text + 3)
    assert(fleece.encode { 1 } == "[1]")
  end
]]

local function program(...)
  return (table.concat({ ... }, "\n"):gsub("%f[%w]N%f[%W]", "300"))
end

local programs = {
  { "pool alone", program(install) },
  { "tables and strings", program(install, plain) },
  { "JSON", program(install, json) },
  { "before and after", program("local fleece = require 'fleece'", plain, "local before = all", "assert(fleece.pool())",
    "for i = 1, 30 do for j = 1, 100 do before[i][j] = { j } end end", "for i = 20, 50 do before[i] = nil end", json) },
  { "large results without it", program("local fleece = require 'fleece'", large) },
  { "large results before and after", program("local fleece = require 'fleece'", large,
    "assert(fleece.pool())", large, "wrap()", large) },
  { "a wrapper before", program("wrap()", install, plain) },
  { "a wrapper after", program(install, plain, "wrap() assert(fleece.pool())", json) },
  { "in a coroutine", program("coroutine.wrap(function()", install, plain, json, "end)() collectgarbage()") },
  { "finalizers at the end", program(install, ending, plain), finalizers = true },
  { "an error at the end", program(install, ending, "error('the error', 0)"), finalizers = true },
}

local function check_end(name, figures, loses)
  judge(figures.wrong == 0, "%s: %d wrong sizes", name, figures.wrong)
  judge(loses or figures.bytes == 0 and figures.blocks == 0, "%s: %d bytes in %d blocks are left", name, figures.bytes,
    figures.blocks)
end

-- ---- Without failures -----------------------------------------------------------------------

local calls = {}
for _, p in ipairs(programs) do
  local name, code = p[1], p[2]
  local good, message, figures = states.run(code, {})
  judge(good or message == "the error", "%s: %s", name, message)
  check_end(name, figures)
  calls[name] = figures.calls
end

-- ---- The N-th allocation fails --------------------------------------------------------------

-- Before 5.4 Lua drops a finalizer permanently, and with it what it would free, if there is no memory to
-- call it.
local function drops_finalizers(p, all) return _VERSION < "Lua 5.4" and (p.finalizers or all == 1) end

for _, p in ipairs(programs) do
  local name, code = p[1], p[2]
  for _, all in ipairs { 0, 1 } do
    local n, refused = 1, 1
    while refused > 0 and n < 100000 do
      local good, message, figures = states.run(code, { countdown = n, all = all })
      local what = ("%s, allocation %d %s"):format(name, n, all == 1 and "from there on" or "once")
      refused = figures.refused
      judge(good or message == "the error" or is_refusal(message), "%s: %s", what, message)
      check_end(what, figures, drops_finalizers(p, all))
      n = n + (n < 60 and 1 or 1 + math.floor(calls[name] / 150))
    end
  end
end

-- ---- Limits ---------------------------------------------------------------------------------

-- A program that makes much garbage in little memory.
local steady = program(install, _VERSION >= "Lua 5.5" and "collectgarbage('param', 'pause', 110)"
  or "collectgarbage('setpause', 110)", [[
  local kept = {}
  for i = 1, 20000 do kept[i % 50 + 1] = { i, "text " .. i, { i } } end
]])
for limit = 40000, 400000, 10000 do
  local good, message, figures = states.run(steady, { limit = limit })
  judge(good or is_refusal(message), "limit %d: %s", limit, message)
  judge(figures.peak <= limit, "limit %d: %d bytes were in use", limit, figures.peak)
  check_end("limit " .. limit, figures)
  judge(good or limit < 300000, "limit %d: is not enough", limit)
end

-- ---- Many states ----------------------------------------------------------------------------

local small = program(install, "local t = {} for i = 1, 50 do t[i] = { i, 'x' .. i } end assert(fleece.encode(t))")
local plain_state = select(3, states.run("require 'fleece'", {})).peak
for _ = 1, 2000 do
  local good, message, figures = states.run(small, {})
  judge(good, "a small state: %s", message)
  check_end("a small state", figures)
  judge(figures.peak < plain_state + 100000, "a small state: %d bytes, without a pool %d", figures.peak, plain_state)
end
judge(states.threads(program(install, plain, json), 8, 10) == 0, "states in threads")
judge(states.threads(small, 16, 50) == 0, "small states in threads")

tap.finish("states on a pool")
