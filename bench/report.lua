-- SPDX-License-Identifier: MIT
--
-- The speed table of the README, generated from benchmark records: `lua bench/report.lua [--into
-- README.md]`. Owns: which record is used (the newest of each Lua on one processor) and the
-- markdown. Invariant: every number in the table is a quotient of two medians of one record.

local here = arg[0]:match("^(.*)[/\\]") or "."
package.path = here .. "/../?.lua;" .. package.path

local records = require("bench.records")
local geometric_mean = require("bench.harness").geometric_mean
local children = require("bench.children")
local parse = require("bench.options").parse

local opt = parse(arg, {
  cpu = { "text", nil, "directory under bench/record (default: the one with the newest record)" },
  lua = { "text", nil, "only this Lua, as in the record's name: 5.4 or luajit (default: all)" },
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
local in_order = {
  "ints", "pairs", "strings", "strpairs", "floats", "esc10", "esc100", "esc1000", "haproxy",
  "twitter", "citm_catalog", "canada", "golang_source", "synthea_fhir", "string_unicode",
  "string_escaped", "search_result", "records", "made_records",
}

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
  for engine, ns in pairs({ fleece = 4, ["lua-cjson"] = 120, dkjson = 360 }) do
    rows[#rows + 1] = {
      workload = "ints", engine = engine, version = "0", median_ns = tostring(ns), lua = "Lua 5.4.0",
      cpu = "invented", date = "2000-01-01", unit = "element", verdict = "right",
    }
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

local function peers_of(rows)
  local seen, list = {}, {}
  for _, r in ipairs(rows) do
    local own = r.engine:match("^fleece E%d$") or r.engine == "fleece" or r.engine == "floor"
    if not own and not seen[r.engine] then
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

-- The table for one Lua: Fleece's time, and how many times longer each peer takes.
local function table_for(rows, does)
  local t, peers, lines = by_workload(rows), peers_of(rows), {}
  local first = rows[1]
  lines[#lines + 1] = string.format("**%s**, %s, %s; %s", first.lua, first.cpu, first.date,
    #peers > 0 and "with " .. versions_of(rows, peers) or "no peer installed")
  lines[#lines + 1] = ""
  local head, rule = { does, "Fleece" }, { "---", "---:" }
  for _, p in ipairs(peers) do
    head[#head + 1], rule[#rule + 1] = p, "---:"
  end
  lines[#lines + 1] = "| " .. table.concat(head, " | ") .. " |"
  lines[#lines + 1] = "| " .. table.concat(rule, " | ") .. " |"
  local quotients, inexact = {}, false
  for _, workload in ipairs(in_order) do
    local w = t[workload]
    if w and w.fleece then
      local row = { titles[workload] or workload }
      row[2] = time_text(w.fleece.median_ns) .. (w.fleece.unit == "element" and " per element" or "")
      for i, p in ipairs(peers) do
        local cell = "–"
        if w[p] then
          local q = tonumber(w[p].median_ns) / tonumber(w.fleece.median_ns)
          quotients[p] = quotients[p] or {}
          table.insert(quotients[p], q)
          cell = string.format(q < 10 and "%.1f×" or "%.0f×", q)
          if w[p].verdict ~= "right" and w[p].verdict ~= "unchecked" then
            cell, inexact = cell .. " *", true
          end
        end
        row[2 + i] = cell
      end
      lines[#lines + 1] = "| " .. table.concat(row, " | ") .. " |"
    end
  end
  local means = { "geometric mean", "" }
  for i, p in ipairs(peers) do
    means[2 + i] = quotients[p] and string.format("%.1f×", geometric_mean(quotients[p])) or "–"
  end
  if #peers > 0 then lines[#lines + 1] = "| " .. table.concat(means, " | ") .. " |" end
  if inexact then
    lines[#lines + 1] = ""
    lines[#lines + 1] = "\\* the output differs from the value: it loses digits of numbers, or it is not valid JSON."
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
      .. "interleaved rounds with the collector running.",
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
