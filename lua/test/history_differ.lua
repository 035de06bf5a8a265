-- history_differ.lua — long random histories of one state: texts that share keys and values in every
-- order are decoded with many options, texts come back later, results are kept for a while, encoded
-- and compared again, and the collector is driven through its phases.  The decode oracle, which
-- remembers nothing, must agree with each decode; a kept result must not change.
-- Owns: the histories.  Run as a program, `history_differ.lua SEED ROUNDS` prints a digest.
-- SPDX-License-Identifier: MIT

local here = (debug.getinfo(1, "S").source:match("^@(.*[/\\])") or "./")
package.path = here .. "?.lua;" .. here .. "../lua/?.lua;" .. package.path

local check = require "decode_judge"
local decode_differ = require "decode_differ"
local differ = require "differ"
local values = require "values"

local history_differ = {}

-- ---- Texts ------------------------------------------------------------------------------

local function word(random, least, most)
  local out = {}
  for i = 1, least + random(most - least + 1) - 1 do out[i] = string.char(96 + random(26)) end
  return table.concat(out)
end

-- The words of one history: few, so that they meet again, and some that differ in one byte only.
local function words(random)
  local list = {}
  for i = 1, 40 do list[i] = word(random, 1, 45) end
  for i = 41, 60 do
    local s = list[i - 40]
    local at = random(#s)
    list[i] = s:sub(1, at - 1) .. string.char(96 + random(26)) .. s:sub(at + 1)
  end
  return list
end

local function shuffle(random, list)
  for i = #list, 2, -1 do
    local j = random(i)
    list[i], list[j] = list[j], list[i]
  end
  return list
end

local function key(random, list)
  local kind = random(30)
  if kind == 1 then return word(random, 1, 45) end
  local s = list[random(#list)]
  if kind == 2 then return ("\\u%04x"):format(s:byte()) .. s:sub(2) end -- the same key, escaped
  if kind == 3 then return s .. "é" end
  return s
end

local function scalar(random, list)
  local kind = random(8)
  if kind <= 3 then return '"' .. list[random(#list)] .. '"' end
  if kind == 4 then return '"' .. word(random, 0, 60) .. '"' end
  if kind == 5 then return ("%.17g"):format(values.double(random)) end
  if kind == 6 then return '"a\\n' .. list[random(#list)] .. '"' end
  return kind == 7 and tostring(random(100)) or ({ "true", "false", "null", "[]", "{}" })[random(5)]
end

-- Objects that take their members from the same keys: all or some, in order or shuffled, now and then twice.
local function records(random, list, depth)
  local keys, out = {}, {}
  for i = 1, random(14) do keys[i] = key(random, list) end
  local how = random(4)
  for i = 1, random(10) do
    if how > 2 then shuffle(random, keys) end
    local members = {}
    for _, k in ipairs(keys) do
      if how % 2 == 0 or random(5) > 1 then
        local inner = depth > 0 and random(12) == 1
        members[#members + 1] = ('"%s":%s'):format(k, inner and records(random, list, depth - 1) or scalar(random, list))
      end
    end
    if random(40) == 1 and members[1] then members[#members + 1] = members[1] end
    out[i] = "{" .. table.concat(members, ",") .. "}"
  end
  return "[" .. table.concat(out, ",") .. "]"
end

local function wide(random, list)
  local out = {}
  for i = 1, random(120) do
    out[i] = ('"%s%d":%s'):format(list[random(#list)], random(400), scalar(random, list))
  end
  return "{" .. table.concat(out, ",") .. "}"
end

local function text(random, list)
  local kind = random(12)
  local s
  if kind == 1 then s = wide(random, list)
  elseif kind == 2 then s = decode_differ.text(random, 4)
  else s = records(random, list, 1) end
  if random(6) == 1 then s = decode_differ.mutate(random, s) end
  return s
end

-- ---- Histories --------------------------------------------------------------------------

local function stir(random)
  local kind = random(12)
  if kind == 1 then collectgarbage() end
  if kind <= 4 then collectgarbage("step", random(20) - 1) end
  if kind == 5 then collectgarbage("stop") end
  if kind == 6 then collectgarbage("restart") end
  if kind == 7 then pcall(collectgarbage, random(2) == 1 and "generational" or "incremental") end
end

-- Compares texts of a history made from the seed.
function history_differ.run(fleece, seed, rounds)
  local random = values.random(seed)
  local list, old, kept = words(random), {}, {}
  local report = { rounds = 0, digest = differ.empty_digest }
  local codec = fleece.new { sort_keys = true, nan = "literal", utf8 = "replace", sparse = "object", max_depth = 2000 }
  local function encoded(v)
    local ok, out = pcall(codec.encode, v)
    return ok and out or "not encoded"
  end
  local function stop(words_)
    collectgarbage("restart")
    pcall(collectgarbage, "incremental")
    report.difference = words_ and ("seed %d, round %d: %s"):format(seed, report.rounds, words_)
    return report
  end
  for round = 1, rounds do
    report.rounds = round
    stir(random)
    local s = random(3) == 1 and old[random(20)] or text(random, list)
    old[random(20)] = s
    local opts = random(3) == 1 and decode_differ.options(random) or {}
    local difference = check.differ(s, opts)
    if difference then return stop(difference) end
    local ok, v = check.decode(s, opts)
    local out = ok and encoded(v) or v
    report.digest = differ.digest(report.digest, out)
    local slot = random(20)
    local before = kept[slot]
    if before and encoded(before.value) ~= before.text then
      return stop("a kept result has changed: " .. check.shown(before.text))
    end
    kept[slot] = ok and { value = v, text = out } or nil
  end
  return stop()
end

-- ---- As a program -----------------------------------------------------------------------

if arg and arg[0] and arg[0]:find("history_differ%.lua$") then
  local fleece = require "fleece"
  local info = fleece.info()
  local report = history_differ.run(fleece, tonumber(arg[1] or 1), tonumber(arg[2] or 1000))
  print(string.format("backend %s kernel %s rounds %d digest %08x", info.backend, info.kernel, report.rounds,
    report.digest))
  if report.difference then
    print(report.difference)
    os.exit(1)
  end
end

return history_differ
