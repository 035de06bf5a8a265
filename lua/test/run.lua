-- run.lua — runs the suite on the Lua that runs this file.
-- Owns: finding and running lua/test/suite/test_*.lua, and the output: TAP.
--
-- usage: lua lua/test/run.lua [--gc tiny|generational] [--list] [-v] [NAME ...]
--   NAME   a suite (basic, test_basic.lua) or the start of a test's name (TestNumbers.test_pow)
--   --gc   runs everything under that setting of the collector
-- FLEECE_SUBJECT=oracle tests the oracle instead of the module; FJ_LONG=1 adds what is slow
-- or large.  The last line is `# N passed, N failed`; the exit code is 0 if all passed.
-- SPDX-License-Identifier: MIT

local here = arg[0]:match("^(.*[/\\])") or "./"
package.path = here .. "?.lua;" .. here .. "../lua/?.lua;" .. package.path
local uncompiled = require "uncompiled"
uncompiled.this()

local suites = {
  "basic", "parameters", "escapes", "complex", "classic", "encode", "errors", "numbers",
  "strings", "markers", "foreign", "metamethods", "sinks", "limits", "differential",
  "conformance", "decode", "decode_errors", "decode_options", "roundtrip",
  "decode_differential", "decode_limits", "decode_gc", "making", "tiny", "history", "lenient", "gc", "states", "pool", "safety", "luadata", "cli",
  "compat", "compat_cjson", "compat_cjson_differential", "compat_rapidjson", "compat_simdjson",
  "compat_dkjson", "compat_json4lua", "compat_luajson", "compat_rxi", "compat_history", "growth", "guides",
}

local wanted, verbose, gc = {}, false, nil

local function usage(text)
  io.stderr:write("run.lua: ", text, "\n")
  os.exit(2)
end

local i = 1
while arg[i] do
  if arg[i] == "--gc" then
    i = i + 1
    gc = arg[i]
  elseif arg[i] == "--list" then
    print(table.concat(suites, "\n"))
    os.exit(0)
  elseif arg[i] == "-v" then
    verbose = true
  elseif arg[i]:find("^%-") then
    usage("unknown option " .. arg[i])
  else
    wanted[#wanted + 1] = arg[i]
  end
  i = i + 1
end
while #arg > 0 do table.remove(arg) end                -- luaunit would read them too

local found, lu = pcall(require, "luaunit")
if not found then usage("luaunit is needed (Debian: lua-unit): " .. tostring(lu)) end

local ok, judge = pcall(require, "judge")
if not ok then
  print("Bail out!  The module cannot be loaded: " .. tostring(judge))
  os.exit(1)
end
judge.directory = here
judge.gc = gc

-- ---- The collector ----------------------------------------------------------------------

local function set_gc(mode)
  if mode == "generational" then
    if judge.is_jit or judge.version < 5.4 then
      usage("this Lua has no generational collector")
    end
    collectgarbage("generational")
  elseif mode == "tiny" then
    if judge.version >= 5.5 then
      collectgarbage("param", "pause", 1)
      collectgarbage("param", "stepmul", 1000)
    else
      collectgarbage("setpause", judge.smallest_pause)
      collectgarbage("setstepmul", 1000)
    end
  elseif mode then
    usage("unknown collector setting " .. mode)
  end
end

-- ---- The suites -------------------------------------------------------------------------

local function exists(path)
  local f = io.open(path)
  if f then f:close() end
  return f ~= nil
end

local function suite_wanted(name)
  if #wanted == 0 then return true end
  for _, w in ipairs(wanted) do
    if w:gsub("^test_", ""):gsub("%.lua$", "") == name then return true end
  end
  return false
end

local function test_wanted(name)
  for _, w in ipairs(wanted) do
    if w:find("^Test") and name:find(w, 1, true) == 1 then return true end
  end
  return false
end

-- What a suite file returns, {TestClass = {test_x = function}}, or the globals Test… that it
-- sets.
local function classes_of(path)
  local before = {}
  for name in pairs(_G) do before[name] = true end
  local classes = assert(uncompiled.loadfile(path))()
  if type(classes) ~= "table" then
    classes = {}
    for name, class in pairs(_G) do
      if type(name) == "string" and name:find("^[Tt]est") and not before[name] then
        classes[name] = class
      end
    end
  end
  return classes
end

-- A suite that cannot be loaded or has no tests is a failed test; otherwise it would be left out
-- silently.
local function load_suite(name, instances)
  local path = here .. "suite/test_" .. name .. ".lua"
  if not exists(path) then
    judge.note("there is no suite %s", name)
    return
  end
  local loaded, classes = pcall(classes_of, path)
  if not loaded or not next(classes) then
    local what = loaded and path .. " has no tests" or tostring(classes)
    instances[#instances + 1] = { name .. ".load", { load = function() error(what, 0) end } }
    return
  end
  local names = {}
  for class in pairs(classes) do names[#names + 1] = class end
  table.sort(names)
  for _, class in ipairs(names) do
    local methods = {}
    for method in pairs(classes[class]) do
      if method:find("^test") then methods[#methods + 1] = method end
    end
    table.sort(methods)
    for _, method in ipairs(methods) do
      local full = class .. "." .. method
      if suite_wanted(name) or test_wanted(full) then
        instances[#instances + 1] = { full, classes[class] }
      end
    end
  end
end

local instances = {}
for _, name in ipairs(suites) do load_suite(name, instances) end

local info = judge.fleece.info()
print(string.format("# %s, module %s, backend %s, kernel %s%s%s",
  judge.is_jit and rawget(_G, "jit").version or _VERSION, tostring(info.version),
  tostring(info.backend), tostring(info.kernel),
  info.reason and info.reason ~= "" and " (" .. tostring(info.reason) .. ")" or "",
  gc and ", collector " .. gc or ""))

set_gc(gc)

-- ---- TAP --------------------------------------------------------------------------------

-- Not luaunit's own TAP: here a skipped test has its name.
local tap = { printed = 0, passed = 0, failed = {} }

local function commented(text) return "# " .. tostring(text):gsub("\n", "\n# ") end

local function print_test(node)
  tap.printed = tap.printed + 1
  local line = tap.printed .. " - " .. node.testName
  if node:isSkipped() then
    print("ok " .. line .. " # SKIP " .. tostring(node.msg):gsub("\n", " "))
  elseif node:isSuccess() then
    tap.passed = tap.passed + 1
    print("ok " .. line)
  else
    tap.failed[#tap.failed + 1] = node.testName
    print("not ok " .. line)
    print(commented(node.msg))
    if verbose or node:isError() then print(commented(node.stackTrace)) end
  end
end

local runner = lu.LuaUnit.new()
runner.outputType = { new = function()
  local output = lu.genericOutput.new(runner, lu.VERBOSITY_LOW)
  function output.endTest(_, node) print_test(node) end
  return output
end }
io.stdout:setvbuf("line")                              -- after a crash, the output before it is kept
print("1.." .. math.max(#instances, 1))
runner:runSuiteByInstances(instances)

for _, text in ipairs(judge.notes) do print(commented("note: " .. text)) end
for _, name in ipairs(tap.failed) do print("# failed: " .. name) end
if #instances == 0 then print("# no test was run") end
print(string.format("# %d passed, %d failed", tap.passed, #tap.failed))
os.exit(#tap.failed == 0 and tap.printed > 0 and 0 or 1)
