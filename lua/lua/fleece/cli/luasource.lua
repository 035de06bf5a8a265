--[[
fleece.cli.luasource — the values in Lua data, and in Lua programs that return them.

Owns: which values an input has, and what is wrong with an input that has none.
Must not know: what happens to a value (fleece.cli.work).

SPDX-License-Identifier: MIT
--]]

local fleece = require("fleece")
local interpreted = require("fleece.interpreted")
local luadata = require("fleece.luadata")
local input = require("fleece.cli.input")
local report = require("fleece.cli.report")

local luasource = {}

local loadstring = rawget(_G, "loadstring") or load

local HINTS = {
  not_data = "a file that computes its value needs --run (only for files you trust)",
  more = "-l takes several values, and writes each as a line of JSON",
  depth = "--max-depth allows more",
}

local function bad_text(work, name, text, detail)
  local quiet = work.settings.quiet
  local hint = HINTS[detail.code]
  if not quiet and fleece.valid(text) then
    hint = "this is JSON: -d makes Lua data of it, -j writes it as JSON"
  end
  work:is_bad(report.at(name, { line = detail.line, column = detail.column, hint = hint,
    reason = detail.reason, excerpt = detail.excerpt, caret = detail.caret }, quiet))
end

-- Runs the text as a program; every value that it returns is a value of the input.
local function each_returned(text, name, visit)
  if text:sub(1, 1) == "#" then text = text:gsub("^[^\n]*", "", 1) end
  local chunk, problem = loadstring(text, "@" .. name)
  if not chunk then report.stop(report.BAD_DATA, problem) end
  local function collect(ok, ...) return ok, select("#", ...), { ... } end
  local ok, n, values = collect(pcall(chunk))
  if not ok then
    if report.interrupted(values[1]) then error(values[1], 0) end
    report.stop(report.BAD_DATA, tostring(values[1]))
  end
  for i = 1, n do visit(values[i]) end
  return n
end

local function reader_options(work)
  return { max_depth = work.settings.codec.max_depth, progress = function(done, total)
    work.bar:tell("reading", done, total)
  end }
end

-- After bad data the search for the next value starts on the next line.
local function each_read(work, text, name, visit)
  local opts, position, n = reader_options(work), 1, 0
  while true do
    local after, value, detail = luadata.next(text, position, opts)
    if after then
      n = n + 1
      if n % 256 == 0 then work.bar:tell("reading", after, #text) end
      visit(value)
      position = after
    elseif not detail then
      return
    else
      bad_text(work, name, text, detail)
      n = n + 1
      position = text:find("\n", detail.offset, true)
      if not position then return end
    end
  end
end

local function only_value(work, text, name)
  local value, message, detail = luadata.read(text, reader_options(work))
  if message then bad_text(work, name, text, detail) end
  return value
end

local function count_keys(t)
  local n = 0
  for _ in pairs(t) do n = n + 1 end
  return n
end

interpreted(count_keys)

-- Visits each element of an array instead of the array.
local function elements_of(work, name, visit)
  local function bad(what)
    work:is_bad(report.failure(report.BAD_DATA, name .. ": --elements wants an array, not a " .. what))
  end
  return function(value)
    if type(value) ~= "table" then return bad(type(value)) end
    local n = #value
    if count_keys(value) ~= n then return bad("table with other keys or holes") end
    for i = 1, n do visit(value[i]) end
  end
end

local function visitor(work, name)
  local n, form = 0, work.settings.lines and "%s: value %d: " or "%s: "
  local function visit(value)
    n = n + 1
    work:put_value(value, form, name, n)
  end
  return work.settings.elements and elements_of(work, name, visit) or visit
end

--- Reads a file (-: standard input) of Lua data and passes on its values.
function luasource.process(work, path)
  local settings = work.settings
  local text, name = input.text(path, "Lua data", settings.quiet)
  work.bytes = work.bytes + #text
  local visit = visitor(work, name)
  if settings.run then
    if each_returned(text, name, visit) == 0 and not settings.lines then
      report.stop(report.BAD_DATA, name .. ": the program returns nothing")
    end
  elseif settings.lines then
    each_read(work, text, name, visit)
  else
    visit(only_value(work, text, name))
  end
end

return luasource
