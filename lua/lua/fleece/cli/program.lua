--[[
fleece.cli.program — runs somebody's Lua program with drop-ins in the places of the libraries
that it requires: fleece --as cjson script.lua args...

Owns: what the program finds (drop-ins, `arg`, its arguments) and what its end means.
Must not know: drop-ins (fleece.compat).

SPDX-License-Identifier: MIT
--]]

local compat = require("fleece.compat")
local report = require("fleece.cli.report")

local program = {}

-- As the interpreter does it: a failure is shown with where it came from.
local function traced(failure)
  if type(failure) ~= "string" then
    local meta = getmetatable(failure)
    if type(meta) == "table" and meta.__tostring then return tostring(failure) end
    return "(error object is a " .. type(failure) .. " value)"
  end
  return debug.traceback(failure, 2)
end

--- Runs the script with its arguments; returns the exit status.
function program.run(settings)
  local installed, problem = pcall(compat.install, (unpack or table.unpack)(settings.as))
  if not installed then
    report.say((tostring(problem):gsub("^[^:]*:%d+: ", "")), "\n")
    return report.BAD_USAGE
  end
  local script = settings.files[1]
  local chunk, failure
  if script == "-" then
    chunk, failure = loadfile()
  else
    chunk, failure = loadfile(script)
  end
  if not chunk then
    report.say(failure, "\n")
    return report.BAD_FILE
  end
  local arguments = settings.arguments
  local whole = { [0] = script }
  for i = 1, #arguments do whole[i] = arguments[i] end
  _G.arg = whole
  local ok, text = xpcall(function() chunk((unpack or table.unpack)(arguments)) end, traced)
  if ok then return report.DONE end
  report.say(text, "\n")
  return report.BAD_DATA
end

return program
