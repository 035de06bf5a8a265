-- SPDX-License-Identifier: MIT
--
-- What Fleece and the installed packages do in the cases in which they differ, as a table:
--
--   lua bench/features.lua [--into FILE]
--
-- Owns: the cases.  No cell is written by hand: it is what a call returned or raised.
-- --into writes the table between the features:begin and features:end marks of a file.  As a module
-- (require "features") it is the function that creates the table.

local PACKAGES = {
  { "Fleece", "fleece" }, { "lua-cjson", "cjson" }, { "dkjson", "dkjson" }, { "LuaJSON", "json" },
}

-- ok, result or message; dkjson and others return failures.
local function call(f, ...)
  local ok, value, _, message = pcall(f, ...)
  if ok and value == nil then return false, message end
  if not ok then value = tostring(value):gsub("^[^\n]-:%d+: ", "") end
  return ok, value
end

local function shown(ok, value)
  value = tostring(value):gsub("\n.*", ""):gsub("|", "\\|"):gsub("[%z\1-\31\127]+", "?")
    :gsub("\255", "\\255")
  if ok then return "`" .. value .. "`" end
  value = value:gsub("0x%x+", "0x…")
  return "error: " .. value
end

-- 53 bits of a linear congruential generator: the same on every Lua.
local function doubles(count)
  local state, list = 1, {}
  for i = 1, count do
    state = (state * 16807) % 2147483647
    local high = state
    state = (state * 16807) % 2147483647
    list[i] = (high * 2 ^ 22 + state % 2 ^ 22) / 2 ^ 53
  end
  return list
end

local function count(list, accepted)
  local n = 0
  for _, x in ipairs(list) do
    if accepted(x) then n = n + 1 end
  end
  return n .. " of " .. #list
end

local INVALID = { "", "[1,]", "{\"a\":1,}", "[01]", "[+1]", "[0x10]", "[1.]", "[.5]", "[NaN]", "[Infinity]",
  "[1 2]", "['a']", "{a:1}", "[\"\t\"]", "[\"\\x\"]", "[\"\255\"]", "[\"\\ud800\"]", "[1]x", "[1", "/**/[1]" }

-- A row: the text on the left, and the function that fills a cell.
local CASES = {
  { "random doubles that read back the same", function(p)
    return count(doubles(1000), function(x)
      local _, text = call(p.encode, { x })
      return tonumber((tostring(text):match("[%d.eE+-]+"))) == x
    end)
  end },
  { "`{ 9007199254740993 }`", function(p) return shown(call(p.encode, { 9007199254740993 })) end },
  { "`{ 0/0, 1/0 }`", function(p) return shown(call(p.encode, { 0 / 0, 1 / 0 })) end },
  { "encoding `\"\\255\"`, which is no UTF-8", function(p) return shown(call(p.encode, { "\255" })) end },
  { "encoding what `[[],{}]` was decoded to", function(p)
    local ok, value = call(p.decode, "[[],{}]")
    return shown(call(p.encode, ok and value))
  end },
  { "invalid texts that are decoded", function(p)
    return count(INVALID, function(text) return (p.reads(text)) end)
  end },
  { "`[18446744073709551616]`", function(p)
    local _, value = call(p.decode, "[18446744073709551616]")
    return "`" .. ("%.17g"):format(type(value) == "table" and value[1] or 0) .. "`"
  end },
  { "a table in itself", function(p)
    local cycle = {}
    cycle.a = cycle
    return shown(call(p.encode, cycle))
  end },
  { "`{ user = { tags = { print } } }`", function(p)
    return shown(call(p.encode, { user = { tags = { print } } }))
  end },
  { "`[1,2`", function(p) return shown(call(p.decode, "[1,2")) end },
}

local function package_of(row)
  local ok, module = pcall(require, row[2])
  if not ok or type(module) ~= "table" then return nil end
  local p = { name = row[1], encode = module.encode, decode = module.decode }
  p.version = module._VERSION or module.version
  if not p.version then return nil end -- another library with that name
  p.reads = function(text)
    local results = { pcall(module.decode, text) }
    local after = type(results[3]) == "number" and results[3]
    return results[1] and results[2] ~= nil and not (after and text:find("%S", after))
  end
  return p
end

--- The table as Markdown; nil and its name if a package is not installed.
local function features()
  local packages, heads, lines = {}, {}, {}
  for i, row in ipairs(PACKAGES) do
    local p = package_of(row)
    if p then
      packages[#packages + 1] = p
      heads[#heads + 1] = p.name
    elseif i < 4 then
      return nil, row[1]
    end
  end
  lines[1] = ("What the calls do, made by `bench/features.lua` on %s with %s."):format(_VERSION,
    table.concat({ packages[2].name .. " " .. packages[2].version, tostring(packages[3].version),
      packages[4] and packages[4].name .. " " .. packages[4].version }, ", "))
  lines[2] = ""
  lines[3] = "| | " .. table.concat(heads, " | ") .. " |"
  lines[4] = "|" .. (" --- |"):rep(#heads + 1)
  for _, case in ipairs(CASES) do
    local cells = {}
    for i, p in ipairs(packages) do cells[i] = case[2](p) end
    lines[#lines + 1] = "| " .. case[1] .. " | " .. table.concat(cells, " | ") .. " |"
  end
  return table.concat(lines, "\n")
end

if ... == "features" then return features end

local text = assert(features())
if arg[1] == "--into" then
  local file = assert(io.open(arg[2], "rb"))
  local whole = file:read("*a")
  file:close()
  local _, from = whole:find("<!-- features:begin -->\n", 1, true)
  local to = assert(whole:find("<!-- features:end -->", 1, true), arg[2] .. " has no marks for the table")
  file = assert(io.open(arg[2], "wb"))
  file:write(whole:sub(1, from), text, "\n", whole:sub(to))
  file:close()
else
  print(text)
end
