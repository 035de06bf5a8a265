--[[
fleece.compat.cjson_util — lua-cjson's module `cjson.util`: it prints and compares values, reads
and writes files, and has a small test runner.

Owns: its API.  Its functions print and compare like the original's, because lua-cjson's own tests
and other callers depend on that.

SPDX-License-Identifier: MIT
--]]

local fleece = require("fleece")
local interpreted = require("fleece.interpreted")

local util = {}
local unpack = unpack or table.unpack

---------------------------------------------------------------------------------------
-- Alternatives

local OneOf = {}

--- Marks a list of values: compare_values accepts any of them.
function util.one_of(list) return setmetatable(list, OneOf) end

local function is_one_of(value) return type(value) == "table" and getmetatable(value) == OneOf end

---------------------------------------------------------------------------------------
-- Showing values

local MAX_SHOWN_DEPTH = 50

-- The highest index of an array that is at least half full; 0 if it is empty, -1 if it is not an array.
local function array_size(t)
  local highest, count = 0, 0
  for key in pairs(t) do
    if type(key) ~= "number" then return -1 end
    highest = math.max(highest, key)
    count = count + 1
  end
  return highest <= 2 * count and highest or -1
end

local function show_table(value, indent, depth)
  local outer, inner, deeper = " ", " ", false
  if indent then
    deeper = indent .. "  "
    outer, inner = "\n" .. indent, "\n" .. deeper
  end
  depth = depth + 1
  if depth > MAX_SHOWN_DEPTH then
    return "Cannot serialise any further: too many nested tables"
  end
  local parts, size = {}, array_size(value)
  if size >= 0 then
    for i = 1, size do parts[i] = util.serialise_value(value[i], deeper, depth) end
  else
    for k, v in pairs(value) do
      parts[#parts + 1] = "[" .. util.serialise_value(k, deeper, depth) .. "] = "
        .. util.serialise_value(v, deeper, depth)
    end
  end
  return (is_one_of(value) and "ONE_OF{" or "{") .. inner
    .. table.concat(parts, "," .. inner) .. outer .. "}"
end

interpreted(array_size, show_table)

--- A value as text, for people to read.
function util.serialise_value(value, indent, depth)
  if indent == nil then indent = "" end
  if value == fleece.null then return "json.null" end
  local kind = type(value)
  if kind == "string" then return ("%q"):format(value) end
  if kind == "table" then return show_table(value, indent, depth or 0) end
  if kind == "nil" or kind == "number" or kind == "boolean" then return tostring(value) end
  return '"<' .. kind .. '>"'
end

---------------------------------------------------------------------------------------
-- Files

--- The contents of a file, or of standard input.
function util.file_load(name)
  local file = io.stdin
  if name ~= nil then
    local problem
    file, problem = io.open(name, "rb")
    if not file then error(("Unable to read '%s': %s"):format(name, problem)) end
  end
  local data = file:read("*a")
  if name ~= nil then file:close() end
  if data == nil then error("Failed to read " .. tostring(name)) end
  return data
end

--- Writes to a file, or to standard output.
function util.file_save(name, data)
  local file = io.stdout
  if name ~= nil then
    local problem
    file, problem = io.open(name, "wb")
    if not file then error(("Unable to write '%s': %s"):format(name, problem)) end
  end
  file:write(data)
  if name ~= nil then file:close() end
end

---------------------------------------------------------------------------------------
-- Comparing values

--- Are the values equal?  NaN equals itself, tables are compared by their members, and the second
--- value may be a choice (one_of).
function util.compare_values(a, b)
  if is_one_of(b) then
    for _, choice in ipairs(b) do
      if util.compare_values(a, choice) then return true end
    end
    return false
  end
  if type(a) ~= type(b) then return false end
  if type(a) ~= "table" then return a == b or (a ~= a and b ~= b) end
  for key, value in pairs(b) do
    if a[key] == nil or not util.compare_values(a[key], value) then return false end
  end
  for key in pairs(a) do
    if b[key] == nil then return false end
  end
  return true
end

interpreted(util.compare_values)

---------------------------------------------------------------------------------------
-- Running tests

local passed, total = 0, 0

--- How many tests have passed, and how many have run.
function util.run_test_summary() return passed, total end

local function highest_index(t)
  local highest = 0
  for key in pairs(t) do
    if type(key) == "number" and key > highest then highest = key end
  end
  return highest
end

interpreted(highest_index)

local STATUS = { [true] = ":success", [false] = ":error" }

local function print_values(name, status, values)
  print("[" .. name .. (STATUS[status] or "") .. "] " .. util.serialise_value(values, false))
end

--- Calls the function with the inputs and compares the outcome with the expected one; returns
--- whether they match, and the results.
function util.run_test(name, func, input, should_work, output)
  local all = { pcall(func, unpack(input, 1, highest_index(input))) }
  local success, result = all[1], {}
  for i = 2, highest_index(all) do result[i - 1] = all[i] end
  local correct = success == should_work and util.compare_values(result, output)
  total = total + 1
  if correct then passed = passed + 1 end
  print(("==> Test [%d] %s: %s"):format(total, name, correct and "PASS" or "FAIL"))
  print_values("Input", nil, input)
  if not correct then print_values("Expected", should_work, output) end
  print_values("Received", success, result)
  print()
  return correct, result
end

--- Runs a list of tests, each the arguments of run_test; a test without an expectation is a helper
--- and is only called.
function util.run_test_group(tests)
  for _, test in ipairs(tests) do
    if test[4] == nil then
      if type(test[1]) == "string" and #test[1] > 0 then print("==> " .. test[1]) end
      test[2](unpack(test[3] or {}))
      print()
    else
      util.run_test(unpack(test, 1, 5))
    end
  end
end

--- Runs a piece of Lua code in a new environment, or in the given one, and returns the environment.
function util.run_script(script, env)
  env = env or {}
  local func
  if setfenv then -- luacheck: globals setfenv loadstring
    func = loadstring(script)
    if func then setfenv(func, env) end
  else
    func = load(script, nil, nil, env)
  end
  if func == nil then error("Invalid syntax.") end
  func()
  return env
end

return util
