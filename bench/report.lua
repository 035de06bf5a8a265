-- SPDX-License-Identifier: MIT
--
-- The speed tables of the README and of docs/speed.md, generated from benchmark records: `lua
-- bench/report.lua [--into README.md]`. Owns: which record is used (the newest of each Lua on one
-- processor) and the markdown. Invariant: every number in a table is a median of one record or a quotient
-- of two.

local here = arg[0]:match("^(.*)[/\\]") or "."
package.path = here .. "/../?.lua;" .. package.path

local records = require("bench.records")
local geometric_mean = require("bench.harness").geometric_mean
local children = require("bench.children")
local shapes = require("bench.shapes")
local targets = require("bench.targets")
local parse = require("bench.options").parse

local opt = parse(arg, {
  cpu = { "text", nil, "directory under bench/record (default: the one with the newest record)" },
  lua = { "text", nil, "only this Lua, as in the record's name: 5.4 or luajit (default: all)" },
  short = { "flag", false, "documents and classics; of the other groups only their means" },
  into = { "text", nil, "write the table between the bench:begin and bench:end marks of this file" },
  test = { "flag", false, "create a table from an invented record, to check that it works" },
}, "lua bench/report.lua [options]")

local order = { "5.5", "5.4", "5.3", "5.2", "5.1", "luajit" }
local titles = {
  ints = "array of 1000 integers",
  pairs = "1000 `x..i` keys, integers",
  strings = "array of 1000 strings",
  strpairs = "1000 string keys, strings",
  floats = "array of 1000 random doubles",
  esc10 = "strings, 1 escape in 10",
  esc100 = "strings, 1 escape in 100",
  esc1000 = "strings, 1 escape in 1000",
  haproxy = "a small nested record",
  records = "stream of parking records",
  made_records = "stream of generated records",
}
-- The rows, in groups; each group has its geometric mean.
local groups = {
  { "documents and classics", {
    "ints", "pairs", "strings", "strpairs", "floats", "esc10", "esc100", "esc1000", "haproxy",
    "twitter", "citm_catalog", "canada", "golang_source", "synthea_fhir", "string_unicode",
    "string_escaped", "search_result", "records", "made_records",
  } },
  { "hard shapes", shapes.hard },
  { "the smallest", shapes.tiny },
}
for name, title in pairs(shapes.titles) do titles[name] = title end

local function fail(...)
  io.stderr:write("report: ", string.format(...), "\n")
  os.exit(1)
end

-- bench/record/<cpu>/<date>-<lua>.csv -> newest[cpu][lua] = path, by the date in the name.
local function newest_records()
  local newest, latest, latest_cpu = {}, "", nil
  local listing = "cd " .. children.quote(here .. "/record") .. " 2>/dev/null && ls */*.csv 2>/dev/null || true"
  for _, path in ipairs(children.lines(listing)) do
    local cpu, date, lua = path:match("^([^/]+)/(%d%d%d%d%-%d%d%-%d%d)%-(.+)%.csv$")
    if cpu then
      newest[cpu] = newest[cpu] or {}
      local known = newest[cpu][lua]
      if not known or known.date < date then
        newest[cpu][lua] = { date = date, path = here .. "/record/" .. path }
      end
      if date > latest then latest, latest_cpu = date, cpu end
    end
  end
  return newest, latest_cpu
end

local function invented()
  local rows = {}
  for workload, unit in pairs({ ints = "element", uuid_keys = "element", tiny_null = "text" }) do
    for engine, ns in pairs({ fleece = 4, ["fleece+pool"] = 3, floor = 6, ["lua-cjson"] = 120, dkjson = 360 }) do
      rows[#rows + 1] = {
        workload = workload, engine = engine, version = "0", median_ns = tostring(ns), lua = "Lua 5.4.0",
        cpu = "invented", date = "2000-01-01", unit = unit, verdict = "right",
      }
    end
  end
  return rows
end

-- The rows of one direction; records from before decoding was measured have no direction.
local function that_do(rows, does)
  local list = {}
  for _, r in ipairs(rows) do
    if (r.does or "encode") == does then list[#list + 1] = r end
  end
  return list
end

local function by_workload(rows)
  local t = {}
  for _, r in ipairs(rows) do
    t[r.workload] = t[r.workload] or {}
    t[r.workload][r.engine] = r
  end
  return t
end

local function time_text(ns)
  ns = tonumber(ns)
  if ns >= 1e6 then return string.format("%.3g ms", ns / 1e6) end
  if ns >= 1e3 then return string.format("%.3g µs", ns / 1e3) end
  return string.format("%.3g ns", ns)
end

-- What a record has besides the peers.
local own = { fleece = true, ["fleece+pool"] = true, ["fleece buffer"] = true, floor = true }
for flag = 0, 4 do own["fleece E" .. flag] = true end

local function peers_of(rows)
  local seen, list = {}, {}
  for _, r in ipairs(rows) do
    if not own[r.engine] and not seen[r.engine] then
      seen[r.engine] = true
      list[#list + 1] = r.engine
    end
  end
  table.sort(list, function(a, b)
    if (a == "lua-cjson") ~= (b == "lua-cjson") then return a == "lua-cjson" end
    return a < b
  end)
  return list
end

local function versions_of(rows, peers)
  local version, list = {}, {}
  for _, r in ipairs(rows) do version[r.engine] = r.version end
  for _, p in ipairs(peers) do list[#list + 1] = p .. " " .. version[p] end
  return table.concat(list, ", ")
end

local function quotient_text(q) return string.format(q < 10 and "%.1f×" or "%.0f×", q) end
local function fine_text(q) return string.format(q < 10 and "%.2f×" or "%.0f×", q) end

-- The columns: {title, quotient(times, best) of the rows of one workload by engine, text}.
local function columns_of(rows, peers)
  local there, list = {}, {}
  for _, r in ipairs(rows) do there[r.engine] = true end
  local function of(engine)
    return function(t) return t[engine] and t[engine] / t.fleece end
  end
  if there["fleece+pool"] then list[#list + 1] = { "with the pool", of("fleece+pool"), fine_text } end
  for _, p in ipairs(peers) do list[#list + 1] = { p, of(p), quotient_text, engine = p } end
  if #peers > 1 then
    local function of_fastest(t, best) return best and best / t.fleece end
    list[#list + 1] = { "the fastest", of_fastest, fine_text, fastest = true }
  end
  return list
end

local function cells_of(columns, w, peers, quotients)
  local t, inexact = {}, false
  for engine, r in pairs(w) do t[engine] = tonumber(r.median_ns) end
  local best, best_name = targets.fastest(t, peers)
  local cells = {}
  for i, column in ipairs(columns) do
    local q = column[2](t, best)
    cells[i] = "–"
    if q then
      cells[i] = column[3](q)
      quotients[i] = quotients[i] or {}
      table.insert(quotients[i], q)
      local word = column.engine and w[column.engine].verdict
      if word and word ~= "right" and word ~= "unchecked" then cells[i], inexact = cells[i] .. " *", true end
      if column.fastest then cells[i] = cells[i] .. " " .. best_name end
    end
  end
  return cells, inexact
end

-- The table for one Lua: Fleece's time, and how many times as long each column takes.
local function table_for(rows, does)
  local t, peers, lines = by_workload(rows), peers_of(rows), {}
  local columns, first, inexact = columns_of(rows, peers), rows[1], false
  local function line(cells) lines[#lines + 1] = "| " .. table.concat(cells, " | ") .. " |" end
  lines[1] = string.format("**%s**, %s, %s; %s", first.lua, first.cpu, first.date,
    #peers > 0 and "with " .. versions_of(rows, peers) or "no peer installed")
  lines[2] = ""
  local head, rule = { does, "Fleece" }, { "---", "---:" }
  for _, column in ipairs(columns) do
    head[#head + 1], rule[#rule + 1] = column[1], "---:"
  end
  line(head)
  line(rule)
  for g, group in ipairs(groups) do
    local quotients, measured = {}, 0
    for _, workload in ipairs(group[2]) do
      local w = t[workload]
      if w and w.fleece then
        measured = measured + 1
        local cells, marked = cells_of(columns, w, peers, quotients)
        table.insert(cells, 1, titles[workload] or workload)
        table.insert(cells, 2, time_text(w.fleece.median_ns) .. (w.fleece.unit == "element" and " per element" or ""))
        if g == 1 or not opt.short then
          inexact = inexact or marked
          line(cells)
        end
      end
    end
    local means = { "**" .. group[1] .. "**, geometric mean", "" }
    for i, column in ipairs(columns) do
      means[2 + i] = quotients[i] and column[3](geometric_mean(quotients[i])) or "–"
    end
    if measured > 0 and #columns > 0 then line(means) end
  end
  if inexact then
    lines[#lines + 1] = ""
    lines[#lines + 1] = "\\* the result differs from the value: it loses digits of numbers, or it is not valid JSON."
  end
  return table.concat(lines, "\n")
end

local function report()
  if opt.test then
    return table_for(invented(), "encode") .. "\n" .. table_for(that_do(invented(), "encode"), "decode")
  end
  local newest, latest_cpu = newest_records()
  local cpu = opt.cpu or latest_cpu
  if not cpu then fail("no records in bench/record; `make bench BENCH_FLAGS=--record` writes one") end
  if not newest[cpu] then fail("no records in bench/record/%s", cpu) end
  local parts = {
    "Each column shows how many times as long that library takes as `fleece.encode`, which escapes, checks UTF-8 and\n"
      .. "prints numbers that read back unchanged, or as `fleece.decode`, which validates its text. "
      .. "Figures are medians of\n"
      .. "interleaved rounds with the collector running. \"The fastest\" is the fastest peer of that row.",
  }
  for _, lua in ipairs(order) do
    local found = (not opt.lua or opt.lua == lua) and newest[cpu][lua]
    if found then
      local rows = assert(records.read(found.path))
      for _, does in ipairs({ "encode", "decode" }) do
        local part = that_do(rows, does)
        if #part > 0 then parts[#parts + 1] = table_for(part, does) end
      end
    end
  end
  return table.concat(parts, "\n\n")
end

local function put_into(path, text)
  local file = io.open(path, "r") or fail("cannot open %s", path)
  local whole = file:read("*a")
  file:close()
  local _, from = whole:find("<!-- bench:begin -->\n", 1, true)
  local to = whole:find("<!-- bench:end -->", 1, true)
  if not from or not to or to < from then
    fail("%s has no <!-- bench:begin --> and <!-- bench:end --> lines", path)
  end
  file = assert(io.open(path, "w"))
  file:write(whole:sub(1, from), text, "\n", whole:sub(to))
  file:close()
end

local text = report()
if opt.into then
  put_into(opt.into, text)
  print("speed table written into " .. opt.into)
else
  print(text)
end
