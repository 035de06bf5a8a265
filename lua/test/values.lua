-- values.lua — random values from a seed: the same on every Lua.
-- Owns: the generator that the differential, soak and fuzz programs share.
-- Must not know: the module.
-- SPDX-License-Identifier: MIT

local values = {}

-- A generator (Lehmer, modulus 2^31 - 1): random(n) is a whole number from 1 to n.  Every
-- product stays below 2^53, so that doubles and integers give the same sequence.
function values.random(seed)
  local state = seed % 2147483646 + 1
  return function(n)
    state = state * 16807 % 2147483647
    return state % n + 1
  end
end

local function unit(random)
  return (random(67108864) - 1 + (random(67108864) - 1) / 67108864.0) / 67108864.0
end

-- A finite double: any exponent, or a plain decimal, or an integral value.
function values.double(random)
  local kind, sign = random(6), random(2) * 2 - 3
  if kind == 1 then return sign * (unit(random) + 1) * 2.0 ^ (random(2045) - 1023) end
  if kind == 2 then return sign * unit(random) end
  if kind == 3 then return sign * (random(1000000) / 100.0) end
  if kind == 4 then return sign * (random(1000000000) + 0.0) end
  if kind == 5 then return sign * (unit(random) * 2.0 ^ random(60)) end
  return sign * unit(random) * 2.0 ^ -1022
end

local pieces = {
  "a", "z", "Hello", " ", "0", "é", "ß", "日本", "€", "\240\159\152\128", '"', "\\", "/", "<", "&",
  ">", "\n", "\t", "\0", "\31", "\127", "\226\128\168", "\226\128\169", "key", "x",
}

function values.text(random)
  local kind = random(10)
  if kind <= 4 then return "k" .. random(1000) end
  local out, n = {}, kind <= 8 and random(6) - 1 or random(60)
  for i = 1, n do out[i] = pieces[random(#pieces)] end
  return table.concat(out)
end

-- Text with a byte that is not valid UTF-8.
function values.bad_text(random)
  local s = values.text(random)
  local at = random(#s + 1)
  return s:sub(1, at - 1) .. string.char(127 + random(128)) .. s:sub(at)
end

local function scalar(random, extra)
  local kind = random(extra and 12 or 9)
  if kind == 1 then return random(2) == 1 end
  if kind == 2 then return values.double(random) end
  if kind <= 5 then return random(2000) - 1000 end
  if kind <= 9 then return values.text(random) end
  return extra(random)
end

local value                                          -- defined below

local function list(random, depth, extra)
  local t, n = {}, random(12) - 1
  for i = 1, n do t[i] = value(random, depth - 1, extra) end
  if random(6) == 1 and n > 2 then t[random(n - 1)] = nil end
  if random(12) == 1 then                            -- an array that used to be longer
    for i = n + 1, n + 20 do t[i] = i end
    for i = n + 20, n + 1, -1 do t[i] = nil end
  end
  return t
end

local function record(random, depth, extra)
  local t = {}
  for _ = 1, random(10) - 1 do t[values.text(random)] = value(random, depth - 1, extra) end
  if random(6) == 1 then
    for i = 1, random(4) do t[i] = value(random, depth - 1, extra) end
  end
  if random(8) == 1 then t[random(100) - 50.5] = random(9) end
  if random(12) == 1 then t[-random(1000)] = random(9) end
  if random(12) == 1 then                            -- nodes whose values have been removed
    for i = 1, 9 do t["gone" .. i] = i end
    for i = 1, 9 do t["gone" .. i] = nil end
  end
  return t
end

-- A value nested at most depth deep.  extra(random) may add values of other kinds.
function value(random, depth, extra)
  local kind = random(8)
  if depth <= 0 or kind <= 4 then return scalar(random, extra) end
  if kind <= 6 then return record(random, depth, extra) end
  return list(random, depth, extra)
end

function values.value(random, depth, extra)
  if depth > 0 then
    return random(3) == 1 and list(random, depth, extra) or record(random, depth, extra)
  end
  return value(random, depth, extra)
end

-- The options of one random call, without those that make every value an error.
function values.options(random)
  local function one(list_) return list_[random(#list_)] end
  local opts = {}
  if random(2) == 1 then
    opts.escape = one { "json", "html", "ascii", "E0", "E1", "E2", "E3", "E4" }
  end
  if random(3) == 1 then opts.utf8 = one { "error", "replace", "pass" } end
  if random(3) == 1 then opts.indent = one { 0, 1, 2, 4, "\t", "  " } end
  if random(3) == 1 then
    opts.sort_keys = one { true, { "k1", "x", "key" }, function(a, b) return a > b end }
  end
  if random(8) == 1 then opts.canonical, opts.indent, opts.sort_keys = true, nil, nil end
  if random(3) == 1 then opts.empty_table = one { "object", "array" } end
  if random(3) == 1 then opts.sparse = one { "null", "object", "error" } end
  if random(6) == 1 then opts.sparse_safe = random(20) end
  if random(6) == 1 then opts.sparse_ratio = random(5) end
  if random(8) == 1 then opts.mixed_keys = "error" end
  if random(6) == 1 then opts.float_integral = "float" end
  if random(6) == 1 then opts.float_digits = random(17) end
  if random(4) == 1 then opts.nan = one { "null", "literal", "string" } end
  if random(4) == 1 then opts.unsupported = one { "null", "skip", "tostring" } end
  if random(4) == 1 then opts.metamethods = false end
  if random(6) == 1 then opts.max_depth = random(6) end
  return opts
end

return values
