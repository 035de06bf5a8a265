-- test_compat_history.lua — what a drop-in returns for a text does not depend on what another one
-- read before in the same state.
-- SPDX-License-Identifier: MIT

local judge = require "judge"
local pairing = require "pairing"

local TestCompatHistory = {}

-- Every text in every way after every text in every way.
function TestCompatHistory.test_all_pairs()
  if judge.is_oracle then return end
  local histories = require "compat_histories"
  pairing.run(pairing.cases "compat_histories", judge.long and 1 or 29, function(one)
    local outcome = histories.outcome(one.way, one.text)
    return outcome ~= one.expected and outcome or nil
  end)
end

return { TestCompatHistory = TestCompatHistory }
