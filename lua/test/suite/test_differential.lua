-- test_differential.lua — the same value gives the same bytes: through the fast backend, the public
-- API (FLEECE_BACKEND=capi in another process), every kernel, and the oracle; and on every Lua.
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"
local differ = require "differ"
local oracle = require "oracle"
local values = require "values"
local fleece, bytes = judge.fleece, judge.bytes

local TestDifferential, TestEveryLua = {}, {}

local rounds = judge.long and 50000 or 400

function TestDifferential.test_against_the_oracle()
  local report = differ.run(fleece, 1, rounds)
  lu.assertNil(report.difference)
  lu.assertTrue(report.encoded > rounds / 2, report.encoded .. " of " .. rounds)
end

-- Puts fault somewhere into value, a table: under a string key or in a new element.
local function plant(random, value, fault)
  local inner = {}
  for _, v in pairs(value) do
    if type(v) == "table" and not getmetatable(v) then inner[#inner + 1] = v end
  end
  table.sort(inner, function(a, b) return tostring(a) < tostring(b) end)
  if #inner > 0 and random(4) > 1 then return plant(random, inner[random(#inner)], fault) end
  if #value > 0 and random(2) == 1 then
    value[random(#value)] = fault
  else
    value[({ "k", "other key", "", "\1", "né" })[random(5)]] = fault
  end
end

function TestDifferential.test_errors_name_the_same_place()
  local random = values.random(3)
  local faults = { print, 0 / 0, 1 / 0, -1 / 0, "good\255", { [true] = 1 }, { [99] = 1 },
    judge.nest(1001) }
  for round = 1, judge.long and 20000 or 120 do
    local value = values.value(random, 5)
    plant(random, value, faults[random(#faults)])
    for _, opts in ipairs { {}, { indent = 1 }, { escape = "ascii", sparse_safe = 50 } } do
      local same, got, wanted = differ.same_error(fleece, value, opts)
      -- A table with an element after a hole may be sparse before it is faulty.
      if not same and not tostring(got .. wanted):find("sparse") then
        lu.fail(string.format("round %d: %s; the oracle: %s", round, got, wanted))
      end
    end
  end
end

if not judge.is_oracle then
  local function child(environment)
    local out, good = judge.run(environment, "differ.lua", "2", tostring(rounds))
    lu.assertTrue(good, out)
    return out:match("digest (%x+)"), out:match("backend (%w+)"), out:match("kernel (%w+)"), out
  end

  local function own_digest() return string.format("%08x", differ.run(fleece, 2, rounds).digest) end

  function TestDifferential.test_through_the_public_api()
    local digest, backend, _, out = child "FLEECE_BACKEND=capi"
    lu.assertEquals(backend, "capi", out)
    lu.assertEquals(digest, own_digest())
  end

  function TestDifferential.test_every_kernel()
    local expected = own_digest()
    for _, kernel in ipairs { "scalar", "sse2", "avx2", "avx512", "neon" } do
      local digest, _, used, out = child("FLEECE_KERNEL=" .. kernel)
      lu.assertEquals(digest, expected, kernel .. ": " .. out)
      if used ~= kernel then judge.note("kernel %s is not available here (%s)", kernel, used) end
    end
  end

  function TestDifferential.test_scalar_through_the_public_api()
    local digest, backend, kernel = child "FLEECE_BACKEND=capi FLEECE_KERNEL=scalar"
    lu.assertEquals({ digest, backend, kernel }, { own_digest(), "capi", "scalar" })
  end
end

-- ---- The same on every Lua --------------------------------------------------------------

-- A corpus generated from a seed, encoded with sorted keys.  The digest was taken from the oracle; a
-- Lua with another digest writes other bytes for the same data.
local function corpus_digest(encode)
  local random, sum = values.random(1970), differ.empty_digest
  for _ = 1, 400 do
    local value = values.value(random, 4)
    sum = differ.digest(sum, encode(value, { sort_keys = true, sparse = "object" }))
    sum = differ.digest(sum, encode(value, { sort_keys = true, sparse = "object", indent = 2,
      escape = "ascii", empty_table = "array" }))
  end
  for _ = 1, 2000 do sum = differ.digest(sum, encode(values.double(random))) end
  return string.format("%08x", sum)
end

local expected = "7879e11c"

function TestEveryLua.test_the_oracle() bytes(corpus_digest(oracle.encode), expected) end

function TestEveryLua.test_the_module() bytes(corpus_digest(fleece.encode), expected) end

return { TestDifferential = TestDifferential, TestEveryLua = TestEveryLua }
