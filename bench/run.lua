-- SPDX-License-Identifier: MIT
--
-- The benchmarks: `lua bench/run.lua VERB`. Owns: the verbs and the tables they print. Must not
-- know: how time is measured (harness.lua), how a package is called (engines.lua), what the
-- values are (workloads.lua), which ratios are promised (targets.lua).

local here = arg[0]:match("^(.*)[/\\]") or "."
local root = here == "bench" and "." or here:match("^(.*)[/\\]bench$") or here .. "/.."
package.path = root .. "/?.lua;" .. package.path

local harness = require("bench.harness")
local engines = require("bench.engines")
local workloads = require("bench.workloads")
local decoding = require("bench.decoding")
local verdict = require("bench.verdict")
local targets = require("bench.targets")
local records = require("bench.records")
local layout = require("bench.layout")
local parse = require("bench.options").parse

local spec = {
  rounds = { "number", 7, "interleaved rounds, over which the medians are taken (7)" },
  seconds = { "number", 0.04, "length of one sample (0.04)" },
  elements = { "number", 1000, "elements of the classic workloads (1000)" },
  engines = { "list", nil, "only these engines, by name: fleece,lua-cjson,..." },
  workloads = { "list", nil, "only these workloads" },
  data = { "text", nil, "where the documents are (bench/data)" },
  record = { "flag", false, "write bench/record/<cpu>/<date>-<lua>.csv" },
  test = { "flag", false, "tiny counts: check that every bench works and every output is right" },
}

local synopsis = "lua bench/run.lua VERB [options]   (VERB: "
  .. "bench bench-10k bench2[-1k] bench3[-1k] bench3a bench3b bench4 bench5 bench5a bench5b bench7[-1k] bench7a"
  .. " bench7c all decode engines)"

local opt, words = parse(arg, spec, synopsis)
opt.data = opt.data or root .. "/bench/data"
if opt.test then
  opt.rounds, opt.seconds, opt.counts, opt.elements = 2, 0.001, 1, 50
end

local found, complaints = engines.find()
opt.reference, opt.reader = engines.reference(found), engines.reader(found)
local progress = layout.progress()

local function say(...) print(string.format(...)) end

local function allowed(name)
  if not opt.engines then return true end
  for _, n in ipairs(opt.engines) do
    if n == name then return true end
  end
  return false
end

-- ---------------------------------------------------------------------------------------------
-- Heading

local function banner()
  say("%s, %s, %s", records.lua_release(), records.cpu(), records.system())
  local shown = {}
  for _, e in ipairs(found) do
    if not shown[e.module] then
      shown[e.module] = true
      local name = e.is_fleece and "fleece" or e.name
      say("  %-12s %s%s", name, e.version, e.native and "" or "  (written in Lua)")
    end
  end
  local fleece = package.loaded.fleece
  if type(fleece) == "table" and type(fleece.info) == "function" then
    local info = fleece.info()
    say("  fleece runs on backend %s, kernel %s%s", tostring(info.backend), tostring(info.kernel),
      info.reason and " (" .. tostring(info.reason) .. ")" or "")
  end
  for _, message in ipairs(complaints) do say("  not usable: %s", message) end
  if not shown.fleece then say("  fleece itself is not found: `make -s env LUA=...` prints the paths to export") end
  if not shown.simdjson then say("  the fastest peers are missing: `make bench-peers` builds them") end
  if not opt.reference then say("  no JSON reader is installed, so outputs are not checked and documents not read") end
end

local function method()
  if opt.test then
    say("--test: tiny counts. These times mean nothing; only the outputs are checked.")
    return
  end
  say("Processor time (os.clock), medians of %d interleaved rounds of about %g s each, collector running.",
    opt.rounds, opt.seconds)
  local load, processors = records.load()
  if load and load > processors then
    say("Other programs are busy here (load %.1f on %d processors): they evict the caches, which affects"
      .. " the fastest calls most. Measure again on a quiet machine.", load, processors)
  end
  if opt.rounds < 5 then say("Fewer than 5 rounds are too few for a judgement.") end
end

-- ---------------------------------------------------------------------------------------------
-- Measuring one workload

local problems = {} -- descriptions of wrong outputs, for the end of the report
local failures = 0 -- wrong outputs of our engines that promise correct ones

local function promises_right_output(engine) return engine.name == "fleece" or engine.name == "fleece E4" end

-- An engine's result for a workload: its first output, or nil and why it cannot be measured.
local function trial(engine, workload)
  if workload.has_null and engine.null == nil then return nil, "has no null" end
  local value = workload.value(engine.null)
  local first = workload.spread and value[1] or value
  local ok, text, message
  if engine.arg == nil then ok, text, message = pcall(engine.encode, first)
  else ok, text, message = pcall(engine.encode, first, engine.arg) end
  if not ok then return nil, tostring(text) end
  if type(text) ~= "string" then return nil, tostring(message or "returned no string") end
  return text, nil, value
end

local function verdict_on(engine, workload, text, value)
  if not workload.spread then return verdict.of(text, value, engine.null, opt.reference) end
  for i, message in ipairs(value) do
    local ok, line
    if engine.arg == nil then ok, line = pcall(engine.encode, message)
    else ok, line = pcall(engine.encode, message, engine.arg) end
    local word, sentence = verdict.of(ok and line, message, engine.null, opt.reference)
    if word then return word, "message " .. i .. ": " .. tostring(sentence) end
  end
  return nil
end

local function judge(engine, workload, text, value)
  if not opt.reference then return nil end
  local word, sentence = verdict_on(engine, workload, text, value)
  if not word then return nil end
  if engine.is_fleece and engine.arg and engine.arg < "E4" then return "as asked" end
  problems[#problems + 1] = string.format("%s, %s: %s: %s", engine.name, workload.name, word, tostring(sentence))
  if promises_right_output(engine) then failures = failures + 1 end
  return word
end

-- Returns a list of {engine, seconds (per unit), least, most, runs, text, word} and the
-- failures to run.
local function measure(workload, list, extra)
  local contenders, kept, unable = {}, {}, {}
  for _, engine in ipairs(list) do
    local text, why, value = trial(engine, workload)
    if text then
      local word = judge(engine, workload, text, value)
      kept[#kept + 1] = { engine = engine, text = text, word = word }
      contenders[#contenders + 1] = {
        name = engine.name,
        run = harness.loop(engine.encode, value, engine.arg, workload.spread),
      }
    else
      unable[#unable + 1] = { engine = engine, why = why }
      if promises_right_output(engine) then
        failures = failures + 1
        problems[#problems + 1] = string.format("%s, %s: cannot: %s", engine.name, workload.name, tostring(why))
      end
    end
  end
  for _, e in ipairs(extra or {}) do
    kept[#kept + 1] = { engine = e, text = "", word = nil }
    contenders[#contenders + 1] = { name = e.name, run = harness.loop(e.encode, workload.value(e.null)) }
  end
  local results = harness.compare(contenders, {
    rounds = opt.rounds,
    seconds = opt.seconds,
    counts = opt.counts,
    progress = function(name, round) progress(workload.name .. ": " .. name .. ", round " .. round) end,
  })
  progress()
  for i, r in ipairs(results) do
    kept[i].seconds = r.median / workload.count
    kept[i].least, kept[i].most = r.least / workload.count, r.most / workload.count
    kept[i].runs = r.runs
  end
  return kept, unable
end

local record_rows = {}

local function keep_record(workload, kept)
  for _, k in ipairs(kept) do
    record_rows[#record_rows + 1] = {
      workload = workload.name,
      unit = workload.unit,
      count = workload.count,
      engine = k.engine.name,
      does = "encode",
      collector = "running",
      version = k.engine.version,
      median_ns = string.format("%.2f", k.seconds * 1e9),
      least_ns = string.format("%.2f", k.least * 1e9),
      most_ns = string.format("%.2f", k.most * 1e9),
      rounds = opt.rounds,
      runs = k.runs,
      bytes = #k.text,
      verdict = k.word or (opt.reference and "right" or "unchecked"),
    }
  end
end

local function choose(filter)
  local list = {}
  for _, e in ipairs(found) do
    if allowed(e.name) and filter(e) then list[#list + 1] = e end
  end
  return list
end

-- ---------------------------------------------------------------------------------------------
-- The classic tables: one row per package, ns/element, percent of each peer, the start of the output.

local function percent(part, base)
  local p = part / base * 100
  return string.format(p < 3 and "%.1f%%" or "%.0f%%", p)
end

local function classic_table(workload, list)
  local kept, unable = measure(workload, list)
  keep_record(workload, kept)
  local peers, rows = {}, {}
  for _, k in ipairs(kept) do
    if not k.engine.is_fleece then peers[#peers + 1] = k end
  end
  local lines = {}
  for _, k in ipairs(peers) do lines[#lines + 1] = k end
  for _, k in ipairs(kept) do
    if k.engine.is_fleece then lines[#lines + 1] = k end
  end
  for _, k in ipairs(lines) do
    local row = { k.runs .. "x", k.engine.call, string.format("%.1f ns/%s", k.seconds * 1e9, workload.unit) }
    for _, p in ipairs(peers) do
      row[#row + 1] = k.engine.is_fleece and percent(k.seconds, p.seconds) or ""
    end
    row[#row + 1] = layout.start_of(k.text, 30)
    row[#row + 1] = (k.word and k.word ~= "as asked") and "<- " .. k.word or ""
    rows[#rows + 1] = row
  end
  print(layout.rule())
  say("%d elements in %s", workload.count, workload.title)
  if #rows > 0 then
    print(layout.columns(rows, { [2] = true, [4 + #peers] = true, [5 + #peers] = true }))
  end
  for _, u in ipairs(unable) do say("%s: %s", u.engine.name, u.why) end
  if #peers > 0 then
    local names = {}
    for _, p in ipairs(peers) do names[#names + 1] = p.engine.name end
    say("percent: of the time of %s", table.concat(names, ", "))
  end
end

local classic_four = { "ints", "pairs", "strings", "strpairs" }

local function is_fast_fleece(e) return e.is_fleece and (e.arg == nil or e.arg == "E0" or e.arg == "E4") end

local function classic(names, filter)
  local list = choose(filter)
  if #list == 0 then
    say("nothing to measure: none of the packages of this bench is installed")
    return
  end
  for _, name in ipairs(names) do classic_table(workloads.classic(name, opt.elements), list) end
  print(layout.rule())
  print("Packages list the members of an object in different orders.")
end

local function escapes(filter)
  classic({ "ints", "esc10", "escpairs10", "esc30", "escpairs30", "esc100", "escpairs100", "esc1000", "escpairs1000" },
    filter)
  print("E0 copies strings, E1 to E3 escape only in part: their output is not JSON where more was needed.")
end

-- ---------------------------------------------------------------------------------------------
-- The overview of the verb `bench`, all workloads, the targets

local function overview()
  local list = choose(is_fast_fleece)
  if #list == 0 then return end
  print(layout.rule())
  print("Overview, Fleece alone")
  local rows = {}
  for _, name in ipairs(classic_four) do
    local w = workloads.classic(name, opt.elements)
    for _, k in ipairs((measure(w, list))) do
      rows[#rows + 1] = {
        "i=[1.." .. w.count .. "] in " .. w.title,
        k.engine.call,
        string.format("%.1f ns/element", k.seconds * 1e9),
        string.format("=> %.0fM elements/sec", 1e-6 / k.seconds),
      }
    end
  end
  print(layout.columns(rows, { [2] = true }))
end

local function add_floors()
  local path = root .. "/bench/out/" .. records.slug(records.lua()) .. "/?.so;"
  if package.cpath:sub(1, #path) ~= path then package.cpath = path .. package.cpath end
end

-- Into a new buffer and out of it, as a program does that sends what it has collected.
local function buffer_engine(engine)
  local fleece = require("fleece")
  local new, encode_to = fleece.buffer, fleece.encode_to
  return {
    name = "fleece buffer",
    version = engine.version,
    null = engine.null,
    encode = function(value)
      local buffer = new()
      encode_to(buffer, value)
      return buffer:tostring()
    end,
  }
end

-- What some workloads are compared with besides the packages.
local function companions(workload)
  local list = {}
  local fleece = allowed("fleece") and engines.named(found, "fleece")
  if fleece and (workload.name == "haproxy" or workload.name == "twitter") then list[1] = buffer_engine(fleece) end
  if workload.name ~= "twitter" and workload.name ~= "citm_catalog" then return list end
  add_floors()
  local ok, floor = pcall(require, "fleece_floor")
  if ok then
    list[#list + 1] = {
      name = "floor", version = "-", call = "floor.walk(t)", encode = floor.walk, null = opt.reader.null,
    }
  end
  return list
end

local function peer_names(list)
  local names = {}
  for _, e in ipairs(list) do
    if not e.is_fleece then names[#names + 1] = e.name end
  end
  return names
end

local function matrix(names)
  local list = choose(function(e) return not e.is_fleece or is_fast_fleece(e) end)
  local heading, times, least, missing, notes = { "workload" }, {}, {}, {}, {}
  for _, e in ipairs(list) do heading[#heading + 1] = e.name end
  heading[#heading + 1] = "over the fastest"
  heading[#heading + 1] = ""
  local rows, peers = { heading }, peer_names(list)
  for _, name in ipairs(names) do
    local workload, why = workloads.open(name, opt)
    if not workload then
      missing[#missing + 1] = why
    else
      local kept, unable = measure(workload, list, companions(workload))
      keep_record(workload, kept)
      local by_name, t = {}, {}
      least[name] = {}
      for _, k in ipairs(kept) do
        by_name[k.engine.name] = k
        t[k.engine.name] = k.seconds
        least[name][k.engine.name] = k.least
      end
      times[name] = t
      local row = { workload.title .. " /" .. workload.unit }
      for _, e in ipairs(list) do
        local k = by_name[e.name]
        local mark = k and k.word and k.word ~= "as asked" and " *" or ""
        row[#row + 1] = k and layout.time(k.seconds) .. mark or "-"
      end
      local best, best_name = targets.fastest(t, peers)
      row[#row + 1] = t.fleece and best and string.format("%.2fx", best / t.fleece) or "-"
      row[#row + 1] = best_name or "-"
      rows[#rows + 1] = row
      for _, u in ipairs(unable) do
        notes[#notes + 1] = string.format("%s, %s: not measured: %s", u.engine.name, name, tostring(u.why))
      end
      collectgarbage()
    end
  end
  print(layout.rule())
  print("All workloads: time for one element, record or document")
  print(layout.columns(rows, { [#heading] = true }))
  for _, note in ipairs(notes) do say("  %s", note) end
  for _, why in ipairs(missing) do say("  missing: %s", why) end
  if #missing > 0 then print("  `make bench-data` gets the documents (needs Go)") end
  return times, peers, least
end

local function print_rows(title, rows, by_least, notes)
  print(layout.rule())
  say("%s", title)
  local lines = { { "target", "wanted", "measured", "", "least", "" } }
  local met, missed, open = 0, 0, 0
  for i, r in ipairs(rows) do
    if opt.test then r.verdict = "not judged" end
    lines[#lines + 1] = { r.what, r.want, r.got, r.verdict, by_least[i].got, r.why and "(" .. r.why .. ")" or "" }
    if r.verdict == "met" then met = met + 1
    elseif r.verdict == "NOT MET" then missed = missed + 1
    else open = open + 1 end
  end
  print(layout.columns(lines, { [4] = true, [6] = true }))
  for _, note in ipairs(notes) do print(note) end
  print("least: the same from each contender's fastest round, which other programs disturb the least; not judged.")
  if not opt.test then say("%d met, %d not met, %d not measured", met, missed, open) end
end

local function print_targets(times, peers, least)
  local rows, notes = targets.judge(records.lua(), times, peers)
  print_rows("Targets on " .. records.lua() .. " (fleece.encode, which escapes and checks UTF-8)", rows,
    targets.judge(records.lua(), least, peers), notes)
end

local function decode_all(names)
  add_floors()
  local context = {
    list = choose(function(e) return e.decode ~= nil and (e.name == "fleece" or not e.is_fleece) end),
    reference = opt.reference,
    null = opt.reader and opt.reader.null,
    options = opt,
    here = root .. "/bench",
    pool = allowed("fleece") and engines.named(found, "fleece") ~= nil,
    progress = progress,
    keep = function(row) record_rows[#record_rows + 1] = row end,
    problem = function(text, ours)
      problems[#problems + 1] = text
      if ours then failures = failures + 1 end
    end,
  }
  local times, least, bytes, peers = decoding.matrix(names, context)
  local rows, notes = targets.judge_decode(records.lua(), times, peers, bytes)
  print_rows("Targets on " .. records.lua() .. " (fleece.decode, which checks everything that RFC 8259 requires)", rows,
    targets.judge_decode(records.lua(), least, peers, bytes), notes)
end

local function everything(with_targets)
  local times, peers, least = matrix(opt.workloads or workloads.all)
  if with_targets then print_targets(times, peers, least) end
end

-- ---------------------------------------------------------------------------------------------
-- Verbs

local function longer(factor)
  opt.seconds = opt.seconds * factor
  opt.seconds = opt.test and 0.001 or opt.seconds
end

local function any() return true end
local function peers_in_lua(e) return is_fast_fleece(e) or not e.native end
local function no_fleece(e) return not e.is_fleece end
local function native(e) return e.is_fleece or e.native end
local function fleece_only(e) return e.is_fleece end
local function with_peers(e) return is_fast_fleece(e) or not e.is_fleece end

local verbs = {}

function verbs.bench()
  overview()
  everything(true)
  decode_all(opt.workloads or decoding.names)
end
function verbs.decode() decode_all(opt.workloads or decoding.names) end
verbs["bench-10k"] = function()
  longer(10)
  overview()
end
function verbs.all() everything(true) end
function verbs.bench2() classic(classic_four, peers_in_lua) end
function verbs.bench3() classic(classic_four, with_peers) end
function verbs.bench3a() classic(classic_four, is_fast_fleece) end
function verbs.bench3b() classic(classic_four, no_fleece) end
function verbs.bench4() classic({ "ints", "pairs", "strings", "strpairs", "floats" }, with_peers) end
function verbs.bench5()
  longer(10)
  classic(classic_four, with_peers)
end
function verbs.bench5a()
  longer(10)
  classic(classic_four, is_fast_fleece)
end
function verbs.bench5b()
  longer(10)
  classic(classic_four, no_fleece)
end
function verbs.bench7() escapes(any) end
function verbs.bench7a() escapes(fleece_only) end
function verbs.bench7c() escapes(native) end
for _, name in ipairs({ "bench2", "bench3", "bench7" }) do
  verbs[name .. "-1k"] = function()
    longer(10)
    verbs[name]()
  end
end
function verbs.engines() print("workloads: " .. table.concat(workloads.all, " ")) end

local verb = words[1] or "bench"
if not verbs[verb] or words[2] then
  io.stderr:write("bench: ", words[2] and "one verb at a time" or "unknown verb " .. verb, "\nusage: ", synopsis, "\n")
  os.exit(2)
end

banner()
if verb ~= "engines" then method() end
verbs[verb]()

if #problems > 0 then
  print(layout.rule())
  say("Wrong outputs or decoded values, as %s reads them:",
    opt.reference and opt.reference.name or "?")
  for _, p in ipairs(problems) do print("  " .. p) end
end
if opt.record and not opt.test then
  print("recorded in " .. records.write(root, record_rows))
end
if failures > 0 then
  say("FAILED: %d outputs of Fleece are wrong", failures)
  os.exit(1)
end
