-- SPDX-License-Identifier: MIT
--
-- Random numbers that are the same on every Lua. Owns: the generator, shuffling. Must not know: what
-- they are for.

local random = {}

-- Lehmer's generator, modulus 2^31 - 1, multiplier 48271: exact in doubles and in 64-bit integers.
function random.generator(seed)
  local state = seed
  local function below(n) -- 0 .. n-1
    state = state * 48271 % 2147483647
    return state % n
  end
  local function unit() -- [0, 1) with 53 random bits
    local high, low = below(67108864), below(134217728)
    return (high * 134217728.0 + low) / 9007199254740992.0
  end
  return below, unit
end

-- In place; returns the list.
function random.shuffle(list, below)
  for i = #list, 2, -1 do
    local j = below(i) + 1
    list[i], list[j] = list[j], list[i]
  end
  return list
end

return random
