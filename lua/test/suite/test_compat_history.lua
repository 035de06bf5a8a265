-- test_compat_history.lua — what a drop-in returns for a text does not depend on what another one
-- read before in the same state.
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"

local TestCompatHistory = {}

-- More shapes than are remembered: afterwards a state behaves like a new one.
local function forget_text()
  local out = {}
  for i = 1, 5000 do out[i] = ('{"forget %d":1}'):format(i) end
  return "[" .. table.concat(out, ",") .. "]"
end

-- Every text in every way after every text in every way, compared with another process whose backend
-- remembers nothing.
function TestCompatHistory.test_all_pairs()
  if judge.is_oracle then return end
  local histories = require "compat_histories"
  local out, good = judge.run("FLEECE_BACKEND=capi", "compat_histories.lua")
  lu.assertTrue(good, out)
  local all = {}
  for line in out:gmatch("[^\n]+") do
    local n = #all
    all[n + 1] = { way = histories.ways[math.floor(n / #histories.texts) + 1],
      text = histories.texts[n % #histories.texts + 1], expected = line }
  end
  lu.assertEquals(#all, #histories.ways * #histories.texts)
  local flush, wrong = forget_text(), {}
  local stride = judge.long and 1 or 29
  for i, first in ipairs(all) do
    judge.fleece.decode(flush)
    for j = 1 + i % stride, #all, stride do
      local one = all[j]
      pcall(first.way[2], first.text)
      local outcome = histories.outcome(one.way, one.text)
      if outcome ~= one.expected then
        wrong[#wrong + 1] = ("%q (%s) after %q (%s): %s\nexpected: %s"):format(one.text, one.way[1], first.text,
          first.way[1], outcome, one.expected)
        if #wrong > 10 then lu.fail(table.concat(wrong, "\n")) end
      end
    end
  end
  lu.assertEquals(table.concat(wrong, "\n"), "")
end

return { TestCompatHistory = TestCompatHistory }
