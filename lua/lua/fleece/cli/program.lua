--[[
fleece.cli.program — runs a Lua program with drop-ins in place of the libraries that it requires:
fleece --as cjson script.lua args...

Owns: the program's environment (drop-ins, `arg`, its arguments) and what its outcome means.
Must not know: drop-ins (fleece.compat).

SPDX-License-Identifier: MIT
--]]

local compat = require("fleece.compat")
local report = require("fleece.cli.report")

local program = {}

local is_jit = rawget(_G, "jit") ~= nil
local before_53 = _VERSION == "Lua 5.1" or _VERSION == "Lua 5.2"

-- What the __tostring of an error object returns, if the interpreter calls it.
local function told(failure)
  local meta = (is_jit or _VERSION ~= "Lua 5.1") and debug.getmetatable(failure)
  local say = type(meta) == "table" and rawget(meta, "__tostring")
  local text = say and say(failure)
  return (type(text) == "string" or is_jit and type(text) == "number") and text or nil, say
end

-- What the interpreter prints for an error, and whether it adds a traceback; nothing for nil before 5.3.
local function described(failure)
  if type(failure) == "string" or type(failure) == "number" then return failure, true end
  if failure == nil and before_53 then return nil end
  local text, say = told(failure)
  if text then return text, is_jit end
  if not before_53 then return "(error object is a " .. type(failure) .. " value)", true end
  if is_jit or say or _VERSION == "Lua 5.1" then return "(error object is not a string)" end
  return "(no error message)"
end

-- Calls the program as the interpreter does; returns true, or false and what to print.
local function call(chunk, arguments)
  local below
  local function main() return chunk end -- a function that a call returned has no name in a traceback
  local function run()
    below = debug.traceback("", 1) main()((unpack or table.unpack)(arguments))
  end
  local function traced(failure)
    local text, with_trace = described(failure)
    if not with_trace then return text end
    text = debug.traceback(text, 2)
    -- From `run` on, the traceback shows only the interpreter, as for a program run without Fleece.
    below = below:match("traceback:\n(.*)$")
    if text:sub(-#below) == below then text = text:sub(1, -#below - 1) .. below:match("[^\n]*$") end
    return text
  end
  return xpcall(run, traced)
end

--- Runs the script with its arguments.  Returns the exit status: 1 where the interpreter's is 1, and
--- 3 if the script cannot be read.
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
    return failure:find("^cannot ") and report.BAD_FILE or report.BAD_DATA
  end
  local outer, arguments = _G.arg or {}, settings.arguments
  local whole = { [0] = script }
  for i = 1, #arguments do whole[i] = arguments[i] end
  local i = -1
  while outer[i] do
    whole[i] = outer[i]
    i = i - 1
  end
  _G.arg = whole
  local ok, text = call(chunk, arguments)
  if ok then return report.DONE end
  if text then report.say(text, "\n") end
  return report.BAD_DATA
end

return program
