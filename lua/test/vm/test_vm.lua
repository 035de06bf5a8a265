-- test_vm.lua: random tables, walked below the API and through it, have the same entries in
-- the same order.
-- Owns: how the tables are built and what is compared. Must not know: any layout.
-- Invariant: deterministic (its own generator); prints TAP.
-- usage: lua test_vm.lua [ROUNDS [SEED]]; needs vmwalk.so in package.cpath.
-- VM_LAYOUT names the layout that must be selected, or "none"; without it any layout is accepted, but
-- there must be one, except on LuaJIT releases that may predate the layout.
-- SPDX-License-Identifier: MIT

local vmwalk = require "vmwalk"

local rounds = tonumber(arg and arg[1]) or 60
local seed = tonumber(arg and arg[2]) or 1

package.path = (arg[0]:match("^(.*[/\\])") or "./") .. "../?.lua;" .. package.path
local tap = require "tap"
local check = tap.check
local function finish() tap.finish("walks of tables") end

---------------------------------------------------------------------------------------------
-- Is there a layout at all, and must there be one?

local wanted = os.getenv("VM_LAYOUT")
print("interpreter: " .. (rawget(_G, "jit") and rawget(_G, "jit").version or _VERSION))
print("layout: " .. (vmwalk.layout or "none, " .. vmwalk.reason))
if wanted and wanted ~= "" then
  check((vmwalk.layout or "none") == wanted, "the layout is " .. wanted)
else
  local old = rawget(_G, "jit") and rawget(_G, "jit").version:find("beta", 1, true)
  check(vmwalk.layout ~= nil or old ~= nil, "there is a layout")
end
if not vmwalk.layout then
  check(type(vmwalk.reason) == "string" and #vmwalk.reason > 10, "a reason is given")
  finish()
end

---------------------------------------------------------------------------------------------
-- What is compared

local KINDS = {
  [0] = "nil", "false", "true", "int", "float", "string", "table", "lightuserdata",
  "function", "userdata", "thread", "cdata", "unknown",
}
local math_type = math.type -- luacheck: ignore 143
local jit_lib = rawget(_G, "jit")

local light_null = vmwalk.light(0)

local function kind_fits(v, kind)
  local name, t = KINDS[kind], type(v)
  if t == "nil" then return name == "nil" end
  if t == "boolean" then return name == tostring(v) end
  if t == "userdata" then
    return name == "userdata" or name == "lightuserdata"
  end
  if t ~= "number" then return name == t end
  if math_type then return name == (math_type(v) == "integer" and "int" or "float") end
  return name == "float" or (jit_lib ~= nil and name == "int")
end

-- the same value, and the same bits of a number as far as Lua shows them
local function identical(a, b)
  if type(a) == "number" and type(b) == "number" then
    if a ~= a then return b ~= b end
    if math_type and math_type(a) ~= math_type(b) then return false end
    return a == b and (a ~= 0 or 1 / a == 1 / b)
  end
  return rawequal(a, b)
end

-- 0 if the raw walk and next agree, otherwise the first place where they differ
local function difference(t)
  local list, n = vmwalk.walk(t)
  local i, count = 0, 0
  for k, v in next, t do
    if i >= n then return "the walk ends after " .. n / 3 .. " entries" end
    local rk, rv, kind = list[i + 1], list[i + 2], list[i + 3]
    if not identical(k, rk) then return ("key %s, not %s"):format(tostring(rk), tostring(k)) end
    if not identical(v, rv) or not identical(rawget(t, rk), rv) then
      return ("at %s: %s, not %s"):format(tostring(k), tostring(rv), tostring(v))
    end
    if not kind_fits(v, kind) then
      return ("at %s: %s read as %s"):format(tostring(k), tostring(v), KINDS[kind])
    end
    i, count = i + 3, count + 1
  end
  if i ~= n then return ("%d entries too many"):format((n - i) / 3) end
  return nil
end

local function same_walk(t, what)
  local where = difference(t)
  check(where == nil, what .. ": " .. tostring(where))
  check(rawequal(vmwalk.metatable(t), debug.getmetatable(t)), what .. ": metatable")
end

local function same_value(v, what)
  local kind, payload, back = vmwalk.value(v)
  check(kind_fits(v, kind), what .. ": kind " .. tostring(KINDS[kind]))
  local t = type(v)
  if t == "string" or t == "number" or t == "table" then
    check(identical(v, payload), what .. ": payload")
  end
  check(identical(v, back), what .. ": pushed back")
end

---------------------------------------------------------------------------------------------
-- A separate generator: the same tables everywhere

local state = seed * 7919 % 2147483647 + 1

local function random(n) -- 1..n
  state = state * 16807 % 2147483647
  return state % n + 1
end

local objects = {}
for i = 1, 30 do objects[i] = i % 3 == 0 and {} or i % 3 == 1 and function() return i end or "object" .. i end

local numbers = {
  0, 1, -1, 0.5, -0.5, 2 ^ 31, 2 ^ 31 - 1, -2 ^ 31, -2 ^ 31 - 1, 2 ^ 32, 2 ^ 53, -2 ^ 53, 1e15,
  1e300, -1e300, 5e-324, 1 / 0, -1 / 0, 1e100,
}
if math_type then
  for _, text in ipairs { "9223372036854775807", "-9223372036854775807 - 1", "2^53|0", "1<<40", "3.0" } do
    numbers[#numbers + 1] = assert(load("return " .. text))()
  end
end

local function random_string()
  local r = random(10)
  if r <= 6 then return "key" .. random(40) end
  if r == 7 then return ("x"):rep(random(60)) end
  if r == 8 then return ("long"):rep(10 + random(30)) end
  if r == 9 then return "nul\0" .. random(9) end
  return ""
end

local makers = {
  function() return random(20) end,
  function() return -random(20) end,
  function() return numbers[random(#numbers)] end,
  random_string,
  random_string,
  function() return random(2) == 1 end,
  function() return objects[random(#objects)] end,
  function() return random(1000) / 8 end,
  function() return { random(3) } end,
  function() return coroutine.create(difference) end,
  function() return vmwalk.light(random(5) - 1) end,
  function() return io.stdout end,
}

local function random_value()
  return makers[random(#makers)]()
end

local changes = {
  function(t) t[random(32)] = random_value() end,
  function(t) t[random(32)] = random_value() end,
  function(t) t[#t + 1] = random_value() end,
  function(t) for _ = 1, random(20) do t[#t + 1] = random(1000) end end,
  function(t) for _ = 1, random(8) do t[#t] = nil end end,
  function(t) t[random(32)] = nil end,
  function(t) t[random_value()] = random_value() end,
  function(t) t[random_string()] = random_value() end,
  function(t) t[random_string()] = nil end,
  function(t) t[0] = random_value() end,
  function(t) t[0] = nil end,
  function(t) t[2 ^ random(60)] = random_value() end,
  function(t) local _ = #t end,
  function(t) -- assigning nil to fields during a traversal
    for k in next, t do if random(3) == 1 then t[k] = nil end end
  end,
  function(t) if #t > 0 then table.remove(t, random(#t)) end end,
  function(t) if #t > 0 then table.insert(t, random(#t), random_value()) end end,
  function(t) for i = 1, 32 do t[i] = i % 3 ~= 0 and i or nil end end,
  function(t) for i = #t, 1, -1 do t[i] = nil end end,
  function(t) for i = 1, random(40) do t["k" .. i] = i end end,
  function(t) for i = 1, 40 do t["k" .. i] = nil end end,
  function(t) -- but Lua 5.2 loses entries of a weak table that becomes an ordinary one
    local meta = getmetatable(t)
    if not (meta and meta.__mode) then setmetatable(t, random(2) == 1 and {} or nil) end
  end,
  function() if random(6) == 1 then collectgarbage() end end, -- dead keys
}

local starts = {
  function() return {} end,
  function() return { 1, 2, 3 } end,
  function() return { 1, nil, 3, nil, nil, 6 } end,
  function() return { n = 1, m = 2 } end,
  function() return { 1, 2, x = 3, [0] = 4, [-1] = 5 } end,
  function() return vmwalk.create(random(40), 0) end,
  function() return vmwalk.create(0, random(40)) end,
  function() return vmwalk.create(random(20), random(20)) end,
  function() return { ("a b c d e f"):byte(1, -1) } end,
  function() return setmetatable({}, { __mode = ({ "k", "v", "kv" })[random(3)] }) end,
}

local function set_collector(round)
  if round % 3 == 1 and _VERSION >= "Lua 5.4" then collectgarbage("generational")
  elseif round % 3 == 2 and _VERSION >= "Lua 5.4" then collectgarbage("incremental")
  end
end

for round = 1, rounds do
  set_collector(round)
  for which, start in ipairs(starts) do
    local t = start()
    local worst
    for _ = 1, 40 do
      changes[random(#changes)](t)
      worst = worst or difference(t)
    end
    check(worst == nil, ("round %d, start %d: %s"):format(round, which, tostring(worst)))
    same_walk(t, ("round %d, start %d"):format(round, which))
  end
end

---------------------------------------------------------------------------------------------
-- Shapes that random tests hit too rarely

do -- growth and shrinking, with # after every step
  local t, worst = {}, nil
  for i = 1, 300 do
    t[i] = i
    worst = worst or difference(t)
  end
  for i = 300, 1, -1 do
    t[i] = nil
    local n = #t
    worst = worst or n ~= i - 1 and ("# is %d"):format(n) or difference(t)
  end
  check(worst == nil, "grown and shrunk: " .. tostring(worst))
end

do -- every hole that # may fall into; then writes on both sides of where it fell
  for size = 1, 40 do
    local t, worst = vmwalk.create(size, 0), nil
    for i = 1, size do t[i] = i end
    for i = size, 1, -1 do
      if i % 3 ~= 1 then t[i] = nil end
      local n = #t
      worst = worst or difference(t)
      t[n] = n > 0 and n or nil
      t[n + 1] = "after"
      worst = worst or difference(t)
    end
    check(worst == nil, ("holes in %d slots: %s"):format(size, tostring(worst)))
  end
end

do -- exact sizes
  for n = 0, 70 do
    local array, nodes = vmwalk.sizes(vmwalk.create(n, 0))
    check(array == n and nodes == 0, ("%d array slots read as %d, %d"):format(n, array, nodes))
    array, nodes = vmwalk.sizes(vmwalk.create(0, n))
    local least = n == 0 and 0 or n
    -- a vector of one node without a value counts as none
    check(array == 0 and (nodes >= least or n == 1) and nodes <= 2 * least,
      ("room for %d nodes reads as %d, %d"):format(n, array, nodes))
  end
end

do -- large tables
  local t = {}
  for i = 1, 100000 do t[i] = i end
  same_walk(t, "100000 integers")
  for i = 1, 100000, 2 do t[i] = nil end
  same_walk(t, "every second of them")
  t = {}
  for i = 1, 20000 do t["key" .. i] = i * 0.5 end
  same_walk(t, "20000 keys")
  for i = 1, 20000 do if i % 7 ~= 0 then t["key" .. i] = nil end end
  collectgarbage()
  same_walk(t, "every seventh of them, the rest collected")
end

do -- weak tables whose entries were collected
  for _, mode in ipairs { "k", "v", "kv" } do
    local t = setmetatable({}, { __mode = mode })
    for i = 1, 100 do
      t[{}] = i
      t[i] = {}
      t["name" .. i] = { i }
      t[objects[i % 30 + 1]] = objects[random(30)]
    end
    same_walk(t, "weak " .. mode .. " before")
    collectgarbage()
    collectgarbage()
    same_walk(t, "weak " .. mode .. " after")
  end
end

do -- strings
  for n = 0, 120 do same_value(("s"):rep(n), "a string of " .. n) end
  for e = 7, 20 do same_value(("\0z"):rep(2 ^ e), "a string of 2^" .. e + 1) end
  if vmwalk.external then
    local outside, text = vmwalk.external()
    same_value(outside, "an external string")
    check(select(2, vmwalk.value(outside)) == text, "the bytes of an external string")
    same_walk({ outside, [outside] = 1, k = outside }, "external strings")
  end
end

do -- single values
  for i, n in ipairs(numbers) do same_value(n, "number " .. i) end
  same_value(0 / 0, "NaN")
  same_value(-(0 / 0), "the other NaN")
  same_value(-0.0, "minus zero")
  for i = 1, 62 do
    same_value(2 ^ i, "2^" .. i)
    same_value(-2 ^ i + 1, "1 - 2^" .. i)
  end
  same_value(true, "true")
  same_value(false, "false")
  same_value(nil, "nil")
  same_value(print, "a C function")
  same_value(same_value, "a Lua function")
  same_value({}, "a table")
  same_value(coroutine.create(difference), "a coroutine")
  same_value(io.stdout, "userdata")
  for i = 0, 40 do same_value(vmwalk.light(2 ^ i), "light userdata " .. i) end
  check(KINDS[(vmwalk.value(light_null))] == "lightuserdata", "the kind of light userdata")
  check(KINDS[(vmwalk.value(io.stdout))] == "userdata", "the kind of userdata")
end

do -- identity
  local t, u = {}, {}
  check(vmwalk.same(t, t) and not vmwalk.same(t, u), "tables")
  check(vmwalk.same("a", "a") and not vmwalk.same("a", "b"), "strings")
  check(vmwalk.same(1, 1) and not vmwalk.same(1, 2), "numbers")
  check(vmwalk.same(0.5, 0.5) and not vmwalk.same(0.5, 0.25), "floats")
  check(vmwalk.same(nil, nil) and not vmwalk.same(nil, false), "nil")
  check(vmwalk.same(true, true) and not vmwalk.same(true, false), "booleans")
  check(vmwalk.same(false, false) and not vmwalk.same(false, 0), "false")
  for i = 0, 46 do
    check(vmwalk.same(vmwalk.light(2 ^ i), vmwalk.light(2 ^ i)), "light userdata " .. i)
    check(not vmwalk.same(vmwalk.light(2 ^ i), light_null), "light userdata and NULL " .. i)
  end
end

local has_ffi, ffi = pcall(require, "ffi")
if has_ffi and jit_lib then
  local long = ffi.new("int64_t", 5)
  check(KINDS[(vmwalk.value(long))] == "cdata", "the kind of cdata")
  same_walk({ long, [long] = ffi.new("int[4]"), f = ffi.C }, "cdata")
  local clear = select(2, pcall(require, "table.clear"))
  local t = { 1, 2, 3, a = 1, b = 2 }
  if type(clear) == "function" then clear(t) end
  same_walk(t, "a cleared table")
end

finish()
