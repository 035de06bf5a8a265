--[[
fleece.cli.jsonsource — JSON texts: documents, the elements of an array, lines (NDJSON).

Owns: where one text ends and the next starts, and what is wrong with an invalid one.
Must not know: what happens to a text (fleece.cli.work).
Invariant: a text is passed on only after the module has found it valid, or has decoded it.

SPDX-License-Identifier: MIT
--]]

local luadata = require("fleece.luadata")
local place = require("fleece.place")
local input = require("fleece.cli.input")
local jsontext = require("fleece.cli.jsontext")
local report = require("fleece.cli.report")

local byte, find = string.byte, string.find

local jsonsource = {}

local HINTS = {
  BOM = "--set bom=true accepts it",
  DEPTH = "--max-depth allows more",
}
local HINTS_AT = {
  ["/"] = "--set comments=true accepts comments",
  ["]"] = "--set trailing_commas=true accepts a comma before it",
  ["}"] = "--set trailing_commas=true accepts a comma before it",
}
local EXPECTS_MORE = { VALUE = true, OBJECT_KEY = true }

local function follows_comma(text, at) return text:sub(1, at - 1):find(",%s*$") ~= nil end

local function hint_for(text, detail, at, settings)
  local c = text:sub(at, at)
  if HINTS[detail.code] then return HINTS[detail.code] end
  if c == "/" or EXPECTS_MORE[detail.code] and HINTS_AT[c] and follows_comma(text, at) then
    return HINTS_AT[c]
  end
  if detail.code == "TRAILING" and not settings.lines then
    return "-l reads one value from each line"
  end
  if not settings.lines and select(2, luadata.read(text)) == nil then
    return "this is Lua data: omit -d and -j to read it"
  end
end

-- The module's message without the place, which the command prints differently.
local function reason_of(message)
  return message:match("^(.-) at line %d+ column %d+ %(byte %d+%)") or message
end

local function failure(work, name, text, message, detail, line)
  local at = (detail.offset or 0) + 1
  local row, column, excerpt, caret = place.of(text, at)
  return report.at(name, { line = line or row, column = column, excerpt = excerpt,
    caret = caret, path = detail.path, reason = reason_of(message),
    hint = not work.settings.quiet and hint_for(text, detail, at, work.settings) or nil,
  }, work.settings.quiet)
end

-- Is the text valid?  If not, reports that.
local function is_valid(work, name, text, line)
  local ok, message, detail = work.safe.valid(text)
  if not ok then work:is_bad(failure(work, name, text, message, detail, line)) end
  return ok
end

-- Passes on a text, after a check unless it is known to be valid.  A text that is decoded is not
-- checked before: only an error is looked for.  form, name and n say where the text is.
local function put(work, text, is_known, form, name, n, line)
  if work.rebuilds then
    local value, problem = work.safe.decode(text)
    if not problem then
      work:put_decoded(value, form, name, n)
    elseif is_known or is_valid(work, name, text, line) then
      work:bad_value(problem, form, name, n)
    end
  elseif is_known or is_valid(work, name, text, line) then
    work:put_text(text)
  end
end

local function put_elements(work, name, text)
  local n = 0
  local is_array = jsontext.elements(text, function(element)
    n = n + 1
    put(work, element, true, "%s: element %d: ", name, n)
  end)
  if not is_array then
    work:is_bad(report.failure(report.BAD_DATA, name .. ": --elements wants an array"))
  end
end

local function process_document(work, path)
  local text, name = input.text(path, "JSON", work.settings.quiet)
  work.bytes = work.bytes + #text
  if not work.settings.elements then
    put(work, text, false, "%s: ", name)
  elseif is_valid(work, name, text) then
    put_elements(work, name, text)
  end
end

local function process_lines(work, path)
  local function visit(name, line, number)
    if (byte(line) or 32) <= 32 and not find(line, "[^ \t\r]") then return end
    put(work, line, false, "%s:%d: ", name, number, number)
  end
  local bytes = input.lines(path, "JSON", work.settings.quiet, visit, function(done, total)
    work.bar:tell("reading", done, total)
  end, work.out.is_awaited and function() work:flush() end)
  work.bytes = work.bytes + bytes
end

--- Reads a file (-: standard input) of JSON and passes on its texts.
function jsonsource.process(work, path)
  if work.settings.lines and not work.settings.elements then
    process_lines(work, path)
  else
    process_document(work, path)
  end
end

return jsonsource
