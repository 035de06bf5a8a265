--[[
fleece.cli.report — what the command prints on standard error, and its exit status.

Owns: the exit statuses, the errors that stop all or part of the work, the form of messages.
Must not know: what the work is.
Invariant: a message starts with the name of the command, and its first line includes the place.

SPDX-License-Identifier: MIT
--]]

local place = require("fleece.place")

local report = { DONE = 0, BAD_DATA = 1, BAD_USAGE = 2, BAD_FILE = 3, INTERRUPTED = 130 }

-- An error that stops the work; raised with error().
local Stop = {}

--- A failure: its status, a message of one line, and lines that explain it (or nil).
function report.failure(status, message, more)
  return setmetatable({ status = status, message = message, more = more }, Stop)
end

function report.stop(...) error(report.failure(...), 0) end

--- Is this a failure from this module, that is, about bad data or files?
function report.is_failure(problem) return getmetatable(problem) == Stop end

--- The stand-alone Lua turns SIGINT into this error.
function report.interrupted(problem)
  return type(problem) == "string" and problem:match("interrupted!$") ~= nil
end

function report.say(...) io.stderr:write("fleece: ", ...) end

--- Bad data at a place.  detail: line, column, reason; optionally excerpt, caret, path, hint.
function report.at(name, detail, quiet)
  local message = ("%s:%d:%d: %s"):format(name, detail.line, detail.column, detail.reason)
  if quiet then return report.failure(report.BAD_DATA, message) end
  local more = { place.caret(detail.excerpt, detail.caret) }
  if detail.path and detail.path ~= "" then
    more[#more + 1] = "fleece: the value is at " .. detail.path
  end
  if detail.hint then more[#more + 1] = "fleece: hint: " .. detail.hint end
  return report.failure(report.BAD_DATA, message, more[1] and table.concat(more, "\n"))
end

--- Reports what went wrong and returns the exit status.
function report.show(problem)
  if report.is_failure(problem) then
    report.say(problem.message, "\n")
    if problem.more then io.stderr:write(problem.more, "\n") end
    return problem.status
  end
  if report.interrupted(problem) then
    report.say("interrupted\n")
    return report.INTERRUPTED
  end
  report.say(tostring(problem), "\n")
  return report.BAD_DATA
end

return report
