-- pairing.lua — every text in every way after every text in every way.
-- Owns: the order of the pairs and what is said of a wrong one.  Must not know: what a way is.
-- A module of histories has `ways`, a list of { name, function of a text }, and `texts`.  Run as a
-- program, it prints the outcome of each text in each way, a line each, ways first.
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"

local pairing = {}

-- Every text in every way, with its outcome in a process whose backend remembers nothing.
function pairing.cases(name)
  local histories = require(name)
  local out, good = judge.run("FLEECE_BACKEND=capi", name .. ".lua")
  lu.assertTrue(good, out)
  local all = {}
  for line in out:gmatch("[^\n]+") do
    local n = #all
    all[n + 1] = { way = histories.ways[math.floor(n / #histories.texts) + 1],
      text = histories.texts[n % #histories.texts + 1], expected = line }
  end
  lu.assertEquals(#all, #histories.ways * #histories.texts)
  return all
end

-- More shapes than are remembered, each with objects that earn the credit for the next: afterwards a state
-- behaves like a new one.
local flush = {}
for i = 1, 3000 do flush[i] = ('{"forget I":1},{"forget I":1},{"forget I":1}'):gsub("I", i) end
flush = "[" .. table.concat(flush, ",") .. "]"

function pairing.forget() judge.fleece.decode(flush) end

-- Runs each case after each case, or a `stride`-th of these pairs.  outcome(case) is nil if the case
-- gives what it should, otherwise a text.
function pairing.run(all, stride, outcome)
  local wrong = {}
  for i, first in ipairs(all) do
    pairing.forget()
    local before, text = first.way[2], first.text
    for j = 1 + i % stride, #all, stride do
      local one = all[j]
      pcall(before, text)
      local found = outcome(one)
      if found then
        wrong[#wrong + 1] = ("%q (%s) after %q (%s): %s\nexpected: %s"):format(one.text, one.way[1],
          text, first.way[1], found, one.expected)
        if #wrong > 10 then lu.fail(table.concat(wrong, "\n")) end
      end
    end
  end
  lu.assertEquals(table.concat(wrong, "\n"), "")
end

return pairing
