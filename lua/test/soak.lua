-- soak.lua -- random values, encoded until the time is over or until interrupted.
-- Owns: the loop, its progress line and its verdict; each round's value comes from its own
-- seed, which a failure names.
-- Invariant: every text equals the oracle's, and memory does not grow from round to round.
--
-- usage: lua lua/test/soak.lua [SECONDS [FIRST_SEED]]     (no SECONDS, or 0: until interrupted)
-- The last line is `N passed, N failed`; N counts rounds.
-- SPDX-License-Identifier: MIT

local here = arg[0]:match("^(.*[/\\])") or "./"
package.path = here .. "?.lua;" .. here .. "../lua/?.lua;" .. package.path

local fleece = require "fleece"
local oracle = require "oracle"
oracle.bind(fleece)

local seconds = tonumber(arg[1] or 0)
local seed = tonumber(arg[2] or 1)
if not seconds or not seed or arg[3] then
  io.stderr:write("usage: lua soak.lua [SECONDS [FIRST_SEED]]\n")
  os.exit(2)
end

-- ---- Values -----------------------------------------------------------------------------

-- The same numbers on every Lua: Park and Miller's generator fits into a double.
local state
local function random(n)
  state = state * 16807 % 2147483647
  return state % n + 1
end

local pieces = { "plain", "\"", "\\", "/", "\0", "\127", "\n", "\226\130\172", "\240\159\152\128",
  "long enough to pass a whole block of every kernel, and then some more of it ", " ", "<b>&" }

local function some_string()
  local parts = {}
  for i = 1, random(8) - 1 do parts[i] = pieces[random(#pieces)] end
  return table.concat(parts)
end

local function some_number()
  local kind = random(5)
  if kind == 1 then return random(1000) - 500 end
  if kind == 2 then return random(2147483646) * random(2000000) end
  if kind == 3 then return random(2147483646) / random(2147483646) end
  if kind == 4 then return 2 ^ (random(2000) - 1000) end
  return -random(100000) / 8
end

local scalars = {
  some_string, some_number, some_number,
  function() return random(2) == 1 end,
  function() return fleece.null end,
}

local some_value

local function some_list(depth)
  local t = {}
  for i = 1, random(12) - 1 do t[i] = some_value(depth) end
  return t
end

local function some_object(depth)
  local t = {}
  for _ = 1, random(12) - 1 do t[some_string() .. random(50)] = some_value(depth) end
  return t
end

local function some_holes(depth)
  local t = some_list(depth)
  t[random(5)] = nil
  t[random(20)] = some_value(depth)
  return t
end

function some_value(depth)
  if depth == 0 or random(3) == 1 then return scalars[random(#scalars)]() end
  local kind = random(5)
  if kind <= 2 then return some_list(depth - 1) end
  if kind <= 4 then return some_object(depth - 1) end
  return some_holes(depth - 1)
end

-- ---- Rounds -----------------------------------------------------------------------------

local calls = {
  { "json", function(m, v) return m.json(v) end },
  { "json E4", function(m, v) return m.json(v, "E4") end },
  { "encode", function(m, v) return m.encode(v) end },
  { "encode sorted", function(m, v) return m.encode(v, { sort_keys = true, indent = 2 }) end },
  { "encode ascii", function(m, v) return m.encode(v, { escape = "ascii" }) end },
}

-- Both must give the same text, or both must raise.
local function differs(call, v)
  local ok, text = pcall(call[2], fleece, v)
  local oracle_ok, oracle_text = pcall(call[2], oracle, v)
  if ok ~= oracle_ok then return tostring(text) .. " | " .. tostring(oracle_text) end
  if ok and text ~= oracle_text then return text:sub(1, 300) .. " | " .. oracle_text:sub(1, 300) end
  -- The oracle is slow, the module is not: it has to keep its word.
  for _ = 1, 100 do
    local again, same = pcall(call[2], fleece, v)
    if again ~= ok or ok and same ~= text then return "another result the next time" end
  end
end

local function round(n)
  state = n % 2147483646 + 1
  local v = some_value(1 + n % 4)
  for _, call in ipairs(calls) do
    local what = differs(call, v)
    if what then return "seed " .. n .. ", " .. call[1] .. ": " .. what end
  end
end

-- ---- The loop ---------------------------------------------------------------------------

local function kilobytes()
  collectgarbage()
  collectgarbage()
  return collectgarbage("count")
end

local passed, failed = 0, 0
local started = os.time()
local settled -- memory once every path has been taken
local last_shown = started

local function show(final)
  local elapsed = os.difftime(os.time(), started)
  io.stderr:write(string.format("\r%.0f s%s: %d rounds, %d failed, %.0f kB%s", elapsed,
    seconds > 0 and " of " .. seconds or "", passed + failed, failed,
    collectgarbage("count"), final and "\n" or "   "))
end

local function judge_memory()
  local now = kilobytes()
  if not settled then
    settled = now
  elseif now > settled + 4096 then
    failed = failed + 1
    print(string.format("memory has grown from %.0f to %.0f kB", settled, now))
    settled = now
  end
end

local info = fleece.info()
print(string.format("%s, backend %s, kernel %s, from seed %d",
  rawget(_G, "jit") and rawget(_G, "jit").version or _VERSION, tostring(info.backend),
  tostring(info.kernel), seed))

local ok, stopped = pcall(function()
  while seconds == 0 or os.difftime(os.time(), started) < seconds do
    local what = round(seed)
    if what then
      failed = failed + 1
      print(what)
    else
      passed = passed + 1
    end
    seed = seed + 1
    if seed % 5000 == 0 then judge_memory() end
    if os.time() ~= last_shown then
      last_shown = os.time()
      show()
    end
  end
end)
show(true)
if not ok and not tostring(stopped):find("interrupted") then
  failed = failed + 1
  print(tostring(stopped))
end
print(string.format("%d passed, %d failed", passed, failed))
os.exit(failed == 0 and passed > 0 and 0 or 1)
