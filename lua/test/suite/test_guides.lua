-- test_guides.lua — docs/guides: every row in a table of differences names tests that exist.
-- README.md: its table of features is the one that bench/features.lua prints.
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"

local TestGuides = {}

local GUIDES = { "fleece-lite", "dkjson", "json4lua", "lua-cjson", "lua-rapidjson", "lua-simdjson",
  "luajson", "rxi-json" }

local function contents(name)
  local file = assert(io.open(judge.directory .. "../../" .. name, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

-- The last cells of the rows of each table whose last column is headed `test`.
local function rows_of(text)
  local rows, inside = {}, false
  for line in (text .. "\n"):gmatch("(.-)\n") do
    local last = line:match("^|.*|%s*(.-)%s*|$")
    if not last then
      inside = false
    elseif last == "test" then
      inside = true
    elseif inside and not last:find("^%-+:?$") then
      rows[#rows + 1] = { line = line, tests = last }
    end
  end
  return rows
end

-- Does a suite contain it: Class.test_name, test_name, name, or a whole class?
local function is_test(name, suites)
  local class, own = name:match("^(Test%w+)%.(test_[%w_]+)$")
  if class then return suites:find("function " .. class .. "." .. own .. "(", 1, true) end
  if name:find("^Test%w+$") then return suites:find("function " .. name .. ".test_", 1, true) end
  if not name:find("^test_") then name = "test_" .. name end
  return suites:find("function Test%w+%." .. name .. "%(")
end

function TestGuides.test_each_difference_names_its_tests()
  for _, guide in ipairs(GUIDES) do
    local text = contents("docs/guides/migrating-from-" .. guide .. ".md")
    local suites = {}
    for name in text:gmatch("`(lua/test/suite/[%w_]+%.lua)`") do suites[#suites + 1] = contents(name) end
    lu.assertTrue(#suites > 0, guide .. " names no suite")
    local all, rows = table.concat(suites, "\n"), rows_of(text)
    lu.assertTrue(#rows > 0, guide .. " has no table of differences")
    for _, row in ipairs(rows) do
      local count = 0
      for name in row.tests:gmatch("`([%w_.]+)`") do
        count = count + 1
        lu.assertTrue(is_test(name, all) ~= nil, ("%s: no test '%s'"):format(guide, name))
      end
      lu.assertTrue(count > 0, guide .. ": no test in the row " .. row.line)
    end
  end
end

function TestGuides.test_what_is_looked_for()
  local rows = rows_of("| a | b | test |\n| --- | --- | --- |\n| x | y | `one`, `Two.three` |\n\n| k | v |\n| 1 | 2 |\n")
  lu.assertEquals(#rows, 1)
  lu.assertEquals(rows[1].tests, "`one`, `Two.three`")
  local suite = "function TestA.test_one() end\nfunction TestB.test_two() end"
  lu.assertNotNil(is_test("one", suite))
  lu.assertNotNil(is_test("test_two", suite))
  lu.assertNotNil(is_test("TestA.test_one", suite))
  lu.assertNotNil(is_test("TestB", suite))
  for _, name in ipairs { "on", "test_on", "TestA.test_two", "TestC", "three" } do
    lu.assertNil(is_test(name, suite), name)
  end
end

-- What f returns while `require` finds the originals, not drop-ins.
local function with_originals(f)
  local kept, global = {}, rawget(_G, "json")
  for _, t in ipairs { package.loaded, package.preload } do
    kept[t] = {}
    for name, value in pairs(t) do
      if name:find("^c?json") or name == "dkjson" then kept[t][name] = value end
    end
    for name in pairs(kept[t]) do t[name] = nil end
  end
  local result = f()
  for t, values in pairs(kept) do
    for name in pairs(t) do
      if name:find("^c?json") or name == "dkjson" then t[name] = nil end
    end
    for name, value in pairs(values) do t[name] = value end
  end
  rawset(_G, "json", global)
  return result
end

function TestGuides.test_the_table_of_features()
  local written = contents("README.md"):match("<!%-%- features:begin %-%->\n(.-)\n<!%-%- features:end %-%->")
  lu.assertNotNil(written)
  local head = written:match("[^\n]+")
  local features = assert((loadstring or load)(contents("bench/features.lua"), "=features"))("features")
  local made = not judge.is_jit and with_originals(features)
  if made and made:match("[^\n]+") == head then
    judge.bytes(made, written)
  else
    judge.note("the features in README.md were not compared: %s", head)
  end
end

return { TestGuides = TestGuides }
