--[[
fleece.cli — the command `fleece`: reads Lua data or JSON, writes JSON or Lua data.

Owns: the order of the work (arguments, inputs, output), what is reported about it, and the exit
status.  Must not know: how an input is read (cli/luasource, cli/jsonsource), how an output is
written (cli/work) or how a program is run (cli/program).
Invariant: every exit reports what happened and leaves no half-written file.

SPDX-License-Identifier: MIT
--]]

local fleece = require("fleece")
local jsonsource = require("fleece.cli.jsonsource")
local luasource = require("fleece.cli.luasource")
local options = require("fleece.cli.options")
local output = require("fleece.cli.output")
local program = require("fleece.cli.program")
local report = require("fleece.cli.report")
local work = require("fleece.cli.work")

local cli = {}

---------------------------------------------------------------------------------------
-- The work

-- With --check, the other files are checked even after a bad one.
local function check(job, source, path)
  local ok, failure = pcall(source.process, job, path)
  if ok then return end
  if not report.is_failure(failure) then error(failure, 0) end
  job.bar:clear()
  job.status = math.max(job.status, report.show(failure))
end

local function summarize(job)
  if job.bad == 0 then return end
  job.status = math.max(job.status, report.BAD_DATA)
  job.bar:clear()
  if not job.settings.quiet then
    report.say(("%d bad, %d good\n"):format(job.bad, job.values))
  end
end

local function process(job)
  local source = job.settings.from == "json" and jsonsource or luasource
  for _, path in ipairs(job.settings.files) do
    if job.settings.check then
      check(job, source, path)
    else
      source.process(job, path)
    end
  end
  job:finish()
  summarize(job)
end

-- Most of the input lives until the end, so collecting it repeatedly gains nothing.
local function relax_collector()
  if _VERSION == "Lua 5.5" then
    collectgarbage("param", "pause", 400)
  else
    collectgarbage("setpause", 400)
  end
end

---------------------------------------------------------------------------------------
-- Reports about the work

local function grouped(n)
  local text = ("%.0f"):format(n)
  repeat
    local changed
    text, changed = text:gsub("^(%d+)(%d%d%d)", "%1,%2")
  until changed == 0
  return text
end

local function rate(bytes, seconds)
  return seconds > 0 and (" (%.1f MB/s)"):format(bytes / seconds / 1e6) or ""
end

local function show_stats(job, total_time)
  local info = fleece.info()
  local read_time = math.max(0, total_time - job.encode_time)
  io.stderr:write(("read    %15s bytes in %.3f s%s\n"):format(grouped(job.bytes), read_time,
    rate(job.bytes, read_time)))
  io.stderr:write(("wrote   %15s bytes in %.3f s%s\n"):format(grouped(job.out.bytes),
    job.encode_time, rate(job.out.bytes, job.encode_time)))
  io.stderr:write(("values  %15s, memory %.1f MB, %s, backend %s, kernel %s\n"):format(
    grouped(job.values), collectgarbage("count") / 1024, tostring(info.lua),
    tostring(info.backend), tostring(info.kernel)))
end

local ACTIONS = {
  help = function() return options.help() end,
  version = function() return "fleece " .. tostring(fleece._VERSION) .. "\n" end,
  info = function()
    local info, lines, names = fleece.info(), {}, {}
    for name in pairs(info) do names[#names + 1] = name end
    table.sort(names)
    for _, name in ipairs(names) do
      lines[#lines + 1] = ("%-8s %s\n"):format(name, tostring(info[name]))
    end
    return table.concat(lines)
  end,
}

---------------------------------------------------------------------------------------
-- Leaving

local function run_action(name)
  local out = output.open(nil)
  out:write(ACTIONS[name]())
  if out:finish() then return report.DONE end
  report.say("cannot write ", out.name, ": ", out.failure, "\n")
  return report.BAD_FILE
end

local function run(settings)
  relax_collector()
  if #settings.files == 0 then settings.files[1] = "-" end
  local started, job = os.clock(), nil
  local ok, problem = pcall(function()
    job = work.start(settings)
    process(job)
  end)
  if job then job.bar:clear() end
  if not ok then
    if job then job.out:abandon() end
    return report.show(problem)
  end
  if settings.stats then show_stats(job, os.clock() - started) end
  return job.status
end

--- The command.  Takes the arguments; returns the exit status and whether to close the state.
function cli.main(args)
  local settings, problem = options.parse(args)
  if not settings then
    report.say(problem, "\nTry 'fleece --help'.\n")
    return report.BAD_USAGE
  end
  if settings.action then return run_action(settings.action) end
  if settings.as then return program.run(settings), true end
  return run(settings)
end

return cli
