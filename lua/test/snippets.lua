-- snippets.lua — runs the examples and the notes, and compares their output with the output that
-- they state.
-- Owns: `print(x) --> text`; in a .md file, the ```lua blocks, which are one program.
-- Must not know: what the examples are about.
--
-- usage: lua lua/test/snippets.lua FILE...
-- Prints TAP.
-- SPDX-License-Identifier: MIT

package.path = (arg[0]:match("^(.*[/\\])") or "./") .. "?.lua;" .. package.path
local tap = require "tap"
local loadstring = rawget(_G, "loadstring") or load

local function contents(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

-- The lines of code at their positions, and other lines empty, so that errors have correct lines.
local function code_of(path)
  local text = contents(path)
  if not path:find("%.md$") then return text end
  local out, inside = {}, false
  for line in text:gmatch("([^\n]*)\n") do
    local fence = line:match("^```(.*)$")
    if fence then inside = fence == "lua" end
    out[#out + 1] = (inside and not fence) and line or ""
  end
  return table.concat(out, "\n")
end

local function promised(code)
  local list, number = {}, 0
  for line in (code .. "\n"):gmatch("([^\n]*)\n") do
    number = number + 1
    local text = line:match("%-%->%s?(.-)%s*$")
    if text then list[#list + 1] = { line = number, text = text } end
  end
  return list
end

local function printed_by(chunk)
  local list, real_print = {}, print
  print = function(...) -- luacheck: ignore 121
    local words = {}
    for i = 1, select("#", ...) do words[i] = tostring((select(i, ...))) end
    local text = table.concat(words, "\t")
    for line in (text .. "\n"):gmatch("([^\n]*)\n") do
      list[#list + 1] = { line = debug.getinfo(2, "l").currentline, text = line }
    end
  end
  local ok, problem = pcall(chunk)
  print = real_print -- luacheck: ignore 121
  return list, not ok and tostring(problem) or nil
end

local function compare(expected, printed)
  for i = 1, math.max(#expected, #printed) do
    local want, got = expected[i], printed[i]
    if not want then return ("line %d prints %s, promised nowhere"):format(got.line, got.text) end
    if not got then return ("line %d promises %s, not printed"):format(want.line, want.text) end
    if want.text ~= got.text then
      return ("line %d promises\n  %s\nand line %d prints\n  %s"):format(want.line, want.text,
        got.line, got.text)
    end
  end
end

local function judge(path)
  local code = code_of(path)
  local chunk, problem = loadstring(code, "@" .. path)
  if not chunk then return problem end
  local expected = promised(code)
  if #expected == 0 then return "promises nothing" end
  local printed
  printed, problem = printed_by(chunk)
  return problem or compare(expected, printed)
end

for _, path in ipairs(arg) do
  local problem = judge(path)
  tap.check(not problem, path .. ": " .. tostring(problem))
end
tap.finish("files")
