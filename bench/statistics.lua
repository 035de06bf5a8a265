-- SPDX-License-Identifier: MIT
--
-- Is a difference real? Owns: the test and the interval for paired ratios. Must not know: what
-- was timed.

local generator = require("bench.random").generator

local statistics = {}

local function mean(list)
  local sum = 0
  for i = 1, #list do sum = sum + list[i] end
  return sum / #list
end

-- The sign-flip permutation test on the mean of paired differences (here: logarithms of
-- ratios): if A and B were equal, the sign of each pair would be random. Exact up to 16 pairs,
-- otherwise 50,000 random flips.
function statistics.sign_flip_p(differences)
  local n = #differences
  local seen = math.abs(mean(differences)) * (1 - 1e-12)
  local hits, total = 0, 0
  local function count(sum)
    total = total + 1
    if math.abs(sum) / n >= seen then hits = hits + 1 end
  end
  if n <= 16 then
    local function flip(i, sum)
      if i > n then return count(sum) end
      flip(i + 1, sum + differences[i])
      flip(i + 1, sum - differences[i])
    end
    flip(1, 0)
    return hits / total
  end
  local below = generator(1)
  for _ = 1, 50000 do
    local sum = 0
    for i = 1, n do sum = sum + (below(2) == 0 and differences[i] or -differences[i]) end
    count(sum)
  end
  return (hits + 1) / (total + 1) -- the observed signs are one of the combinations
end

-- The bootstrap interval of the mean, by percentiles: confidence 0.99 gives the middle 99 %.
function statistics.bootstrap(list, confidence)
  local below, means, n = generator(7), {}, #list
  for i = 1, 5000 do
    local sum = 0
    for _ = 1, n do sum = sum + list[below(n) + 1] end
    means[i] = sum / n
  end
  table.sort(means)
  local tail = (1 - confidence) / 2
  return means[math.max(1, math.floor(5000 * tail))], means[math.ceil(5000 * (1 - tail))]
end

statistics.mean = mean

return statistics
