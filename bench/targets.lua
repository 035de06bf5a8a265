-- SPDX-License-Identifier: MIT
--
-- The targets, and whether the measured times meet them. Owns: the numbers that Fleece
-- promises and the recorded ones from which some promises are derived. Must not know: how times
-- are measured. Invariant: every target is a ratio of two medians of one run, or of one run and
-- recorded numbers, in which case the row says so.

local geometric_mean = require("bench.harness").geometric_mean

local targets = {}

-- Lua 5.4, as multiples of Debian's lua-cjson 2.1.0.
local times_cjson = {
  { "twitter", 6 },
  { "citm_catalog", 10 },
  { "canada", 14 },
  { "ints", 25 },
  { "pairs", 15 },
  { "strings", 5.5 },
  { "strpairs", 4.5 },
  { "floats", 10 },
  { "haproxy", 5.5 },
}

-- Lua 5.1: the times of Fleece Lite 0.3.1 (no escaping, seven digits) and OpenResty's lua-cjson, in
-- microseconds per run, on one machine. canada: lua-cjson's time there is from Lua 5.4.
local recorded_51 = {
  { "ints", 3.98, 106 },
  { "pairs", 8.2, 121 },
  { "strings", 5.8, 32 },
  { "strpairs", 14.4, 45 },
  { "floats", 29, 164 },
  { "haproxy", 0.42, 1.28 },
  { "twitter", 224, 875 },
  { "citm_catalog", 934, 3630 },
  { "canada", 7701, 32100 },
}

-- LuaJIT: the fastest peer measured there, and lua-cjson (from 5.1; canada from 5.4), in
-- microseconds per run.
local recorded_jit = {
  { "twitter", 585, 875 },
  { "citm_catalog", 1672, 3630 },
  { "canada", 8534, 32100 },
  { "haproxy", 0.64, 1.28 },
}

-- Decoding on Lua 5.4, as multiples of Debian's lua-cjson 2.1.0.
local decode_cjson = {
  { "twitter", 2.8 },
  { "citm_catalog", 3.7 },
  { "canada", 2.8 },
  { "golang_source", 2.5 },
  { "search_result", 3.2 },
  { "haproxy", 2.5 },
  { "ints", 3.5 },
  { "floats", 4.5 },
  { "strings", 1.8 },
  { "strpairs", 1.8 },
  { "pairs", 1.8 },
}

-- Compared with creating the same objects through the public API (bench/floor).
local decode_floor = {
  { "twitter", 0.8 },
  { "citm_catalog", 0.8 },
  { "golang_source", 0.8 },
  { "synthea_fhir", 0.8 },
  { "search_result", 0.8 },
  { "canada", 1.0 },
}

-- Decoding on LuaJIT: the fastest peer measured there, and lua-cjson, in milliseconds per run.
local decode_jit = { { "twitter", 1.00, 1.47 } }

local function judge(got, want, at_most)
  if not got then return "not measured" end
  local met = at_most and got <= want or not at_most and got >= want
  if met then return "met" end
  return "NOT MET"
end

local function add(rows, what, want, got, options)
  options = options or {}
  rows[#rows + 1] = {
    what = what,
    want = (options.at_most and "<= " or ">= ") .. string.format(options.format or "%.3gx", want),
    got = got and string.format(options.format or "%.2fx", got) or "-",
    verdict = judge(got, want, options.at_most),
    share = got and (options.at_most and want / got or got / want),
    why = options.why,
  }
end

-- times[workload][engine] = seconds. Returns how many times faster than `peer` Fleece is.
local function ratio(times, workload, peer, engine)
  local t = times[workload]
  local own = t and t[engine or "fleece"]
  local other = t and t[peer]
  return own and other and other / own
end

local function cjson_rows(rows, times, note)
  for _, r in ipairs(times_cjson) do
    add(rows, r[1] .. " against lua-cjson", r[2], ratio(times, r[1], "lua-cjson"), { why = note })
  end
end

local function recorded_rows(rows, times, recorded, factor, label)
  local against = {}
  for _, r in ipairs(recorded) do
    local workload, peer_time, cjson_time = r[1], r[2], r[3]
    local scale = cjson_time / peer_time
    local got = ratio(times, workload, "lua-cjson")
    if got then against[#against + 1] = got / scale end
    local text = string.format("%s %gus, lua-cjson %gus: %.2fx", label, peer_time, cjson_time, scale)
    add(rows, workload .. " against lua-cjson", scale * factor, got, { why = text })
  end
  return #against > 0 and geometric_mean(against)
end

local function measured_peers(times, peers)
  local list, cjson, worst, worst_name = {}, {}, nil, nil
  for workload, t in pairs(times) do
    local best
    for _, name in ipairs(peers) do
      if t[name] and (not best or t[name] < best) then best = t[name] end
    end
    if best and t.fleece then
      local r = best / t.fleece
      list[#list + 1] = r
      if not worst or r < worst then worst, worst_name = r, workload end
    end
    if t["lua-cjson"] and t.fleece then cjson[#cjson + 1] = t["lua-cjson"] / t.fleece end
  end
  return list, cjson, worst, worst_name
end

local function general_rows(rows, times, peers)
  local list, cjson, worst, worst_name = measured_peers(times, peers)
  add(rows, "geometric mean against lua-cjson", 10, #cjson > 0 and geometric_mean(cjson) or nil, {
    why = #cjson .. " workloads",
  })
  add(rows, "geometric mean against the fastest peer here", 4, #list > 0 and geometric_mean(list) or nil, {
    why = #list .. " workloads; peers: " .. (#peers > 0 and table.concat(peers, ", ") or "none installed"),
  })
  add(rows, "worst workload against the fastest peer here", 2, worst, { why = worst_name })
end

local function escape_rows(rows, times)
  local function e4(workload) return ratio(times, workload, "fleece E4", "fleece E0") end
  local plain = { at_most = true, format = "%.3f" }
  add(rows, "E4 against E0, no escapes (time)", 1.05, e4("strings"), plain)
  add(rows, "E4 against E0, 1 escape in 10 (time)", 1.25, e4("esc10"), plain)
end

local function floor_rows(rows, times)
  for _, workload in ipairs({ "twitter", "citm_catalog" }) do
    local share = ratio(times, workload, "fleece", "floor")
    add(rows, workload .. " against a bare lua_next walk (time)", 0.5, share, {
      at_most = true,
      format = "%.3f",
      why = not share and "make -C bench floor LUA=... builds the walk" or nil,
    })
  end
end

local function ancestor_rows(rows, times)
  local list = {}
  for _, r in ipairs(recorded_51) do
    local got = ratio(times, r[1], "fleece lite")
    if got then
      list[#list + 1] = got
      add(rows, r[1] .. " against Fleece Lite itself", 1, got, { why = "both measured here" })
    end
  end
  if #list > 0 then
    add(rows, "geometric mean against Fleece Lite itself", 1.5, geometric_mean(list), { why = "both measured here" })
  end
end

-- lua: "5.4", "LuaJIT", ...; times as above; peers: the names of the engines that are not Fleece's.
-- Returns rows {what, want, got, verdict, why} and lines that explain them.
function targets.judge(lua, times, peers)
  local rows, notes = {}, {}
  if lua == "5.1" then
    local mean = recorded_rows(rows, times, recorded_51, 1, "recorded: Fleece Lite")
    add(rows, "geometric mean against Fleece Lite, scaled", 1.5, mean or nil, { why = "the rows above" })
    ancestor_rows(rows, times)
    notes[#notes + 1] = "Lua 5.1: the targets are the ancestor's: Fleece Lite 0.3.1, which escapes nothing and prints"
      .. " seven digits. Its times were recorded on another machine and are scaled by lua-cjson's speed: a row"
      .. " asks for lua-cjson's time there divided by Fleece Lite's."
    notes[#notes + 1] = "FLEECE_LITE=path/of/its/fleece.so measures the ancestor itself with the others."
  elseif lua == "LuaJIT" then
    local mean = recorded_rows(rows, times, recorded_jit, 2, "recorded: fastest peer")
    add(rows, "geometric mean against the fastest peer, scaled", 4, mean or nil, { why = "the rows above" })
    notes[#notes + 1] = "LuaJIT: no distribution has the fastest peers (FFI and C++ libraries); a row asks for"
      .. " twice their recorded speed, as multiples of lua-cjson, whose recorded times are from Lua 5.1 and 5.4."
  else
    local note = lua ~= "5.4" and "5.4's multiple" or nil
    cjson_rows(rows, times, note)
    notes[#notes + 1] = "The multiples are those of Lua 5.4 with Debian's lua-cjson 2.1.0."
  end
  general_rows(rows, times, peers)
  escape_rows(rows, times)
  floor_rows(rows, times)
  return rows, notes
end

local function decode_general_rows(rows, times, peers)
  local list, _, worst, worst_name = measured_peers(times, peers)
  add(rows, "geometric mean against the fastest peer here", 2.5, #list > 0 and geometric_mean(list) or nil, {
    why = #list .. " workloads; peers: " .. (#peers > 0 and table.concat(peers, ", ") or "none installed"),
  })
  add(rows, "worst workload against the fastest peer here", 1.35, worst, { why = worst_name })
end

local function valid_rows(rows, times, bytes)
  local t = times.twitter and times.twitter["fleece valid"]
  add(rows, "twitter: valid (GB per second)", 2, t and bytes.twitter / t / 1e9, { format = "%.2f" })
  add(rows, "twitter: valid against a lua-cjson decode", 10, ratio(times, "twitter", "lua-cjson", "fleece valid"))
end

-- The same for decoding; bytes[workload] is the size of the text.
function targets.judge_decode(lua, times, peers, bytes)
  local rows, notes = {}, {}
  if lua == "LuaJIT" then
    for _, r in ipairs(decode_jit) do
      local scale = r[3] / r[2]
      add(rows, r[1] .. " against lua-cjson", 2 * scale, ratio(times, r[1], "lua-cjson"), {
        why = string.format("recorded: fastest peer %.2f ms, lua-cjson %.2f ms", r[2], r[3]),
      })
    end
    notes[1] = "LuaJIT: no distribution has the fastest peer; a row asks for twice its recorded speed."
  else
    for _, r in ipairs(decode_cjson) do
      add(rows, r[1] .. " against lua-cjson", r[2], ratio(times, r[1], "lua-cjson"), {
        why = lua ~= "5.4" and "5.4's multiple" or nil,
      })
    end
    notes[1] = "The multiples are those of Lua 5.4 with Debian's lua-cjson 2.1.0."
  end
  for _, r in ipairs(decode_floor) do
    local share = ratio(times, r[1], "fleece", "floor")
    add(rows, r[1] .. " against creating its objects through the API (time)", r[2], share, {
      at_most = true,
      format = "%.3f",
      why = not share and "make -C bench floor LUA=... builds it" or nil,
    })
  end
  decode_general_rows(rows, times, peers)
  valid_rows(rows, times, bytes)
  return rows, notes
end

return targets
