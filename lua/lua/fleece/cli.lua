--[[
fleece.cli — the command `fleece`: Lua data in, JSON out.

Owns: the order of the work (arguments, input, value, output), the messages and the exit
status.  Must not know: how Lua data is read (fleece.luadata) or JSON is made (fleece).
Invariant: every way out says what happened and leaves no half-written file.

SPDX-License-Identifier: MIT
--]]

local fleece = require("fleece")
local luadata = require("fleece.luadata")
local options = require("fleece.cli.options")
local output = require("fleece.cli.output")
local progress = require("fleece.cli.progress")

local cli = {}

local DONE, BAD_DATA, BAD_USAGE, BAD_FILE, INTERRUPTED = 0, 1, 2, 3, 130

-- What stops the work: raised with error(), caught in cli.main.
local Stop = {}

local function stop(status, message, more)
  error(setmetatable({ status = status, message = message, more = more }, Stop), 0)
end

-- The stand-alone Lua turns the signal INT into this error.
local function interrupted(problem)
  return type(problem) == "string" and problem:match("interrupted!$") ~= nil
end

local function say(...) io.stderr:write("fleece: ", ...) end

---------------------------------------------------------------------------------------
-- Input

local function read_stream(file, name)
  local text, problem = file:read("*a")
  if not text then stop(BAD_FILE, "cannot read " .. name .. ": " .. tostring(problem)) end
  return text
end

local function read_input(path, settings)
  if path == "-" then
    if not settings.quiet and progress.is_terminal(0) then
      say("reading Lua data from the terminal (Ctrl-D ends it, --help helps)\n")
    end
    return read_stream(io.stdin, "standard input"), "stdin"
  end
  local file, problem = io.open(path, "rb")
  if not file then stop(BAD_FILE, "cannot read " .. tostring(problem)) end
  local text = read_stream(file, path)
  file:close()
  return text, path
end

local HINTS = {
  not_data = "a file that computes its value needs --run (only for files you trust)",
  more = "-l takes several values, and makes one line of JSON of each",
  depth = "--max-depth allows more",
}

local function stop_at(name, detail, settings)
  local where = ("%s:%d:%d: %s"):format(name, detail.line, detail.column, detail.reason)
  local more
  if not settings.quiet then
    local hint = HINTS[detail.code]
    more = (luadata.caret(detail) or "") .. (hint and "\nfleece: hint: " .. hint or "")
    if more:sub(1, 1) == "\n" then more = more:sub(2) end
  end
  stop(BAD_DATA, where, more ~= "" and more or nil)
end

---------------------------------------------------------------------------------------
-- The values of one input, one after the other

local loadstring = rawget(_G, "loadstring") or load

-- Runs the text as a program; every value that it returns is a value of the input.
local function each_returned(text, name, visit)
  if text:sub(1, 1) == "#" then text = text:gsub("^[^\n]*", "", 1) end
  local chunk, problem = loadstring(text, "@" .. name)
  if not chunk then stop(BAD_DATA, problem) end
  local function collect(ok, ...) return ok, select("#", ...), { ... } end
  local ok, n, values = collect(pcall(chunk))
  if not ok then
    if interrupted(values[1]) then error(values[1], 0) end
    stop(BAD_DATA, tostring(values[1]))
  end
  for i = 1, n do visit(values[i]) end
  return n
end

local function each_read(text, name, settings, bar, visit)
  local opts = { max_depth = settings.max_depth, progress = function(done, total)
    bar:tell("reading", done, total)
  end }
  local read, n = luadata.reader(text, opts), 0
  while true do
    local after, value, detail = read()
    if not after and detail then stop_at(name, detail, settings) end
    if not after then return n end
    n = n + 1
    if n % 256 == 0 then bar:tell("reading", after, #text) end
    visit(value)
  end
end

local function only_value(text, name, settings, bar)
  local value, message, detail = luadata.read(text, { max_depth = settings.max_depth,
    progress = function(done, total) bar:tell("reading", done, total) end })
  if message then stop_at(name, detail, settings) end
  return value
end

local function each_value(text, name, settings, bar, visit)
  if settings.run then
    local n = each_returned(text, name, visit)
    if n == 0 and not settings.lines then
      stop(BAD_DATA, name .. ": the program returns nothing")
    end
  elseif settings.lines then
    each_read(text, name, settings, bar, visit)
  else
    visit(only_value(text, name, settings, bar))
  end
end

-- Visits each element of an array in the place of the array.
local function elements_of(name, visit)
  return function(value)
    if type(value) ~= "table" then
      stop(BAD_DATA, name .. ": --elements wants an array, not a " .. type(value))
    end
    local n, keys = #value, 0
    for _ in pairs(value) do keys = keys + 1 end
    if keys ~= n then
      stop(BAD_DATA, name .. ": --elements wants an array, not a table with other keys or holes")
    end
    for i = 1, n do visit(value[i]) end
  end
end

---------------------------------------------------------------------------------------
-- The work

local function stop_writing(out)
  stop(BAD_FILE, "cannot write " .. out.name .. ": " .. out.failure)
end

local function write(work, piece)
  if not work.out:write(piece) then stop_writing(work.out) end
end

-- A failure inside of encode_to is the output's if the output has failed, else the value's.
local function check_encoded(work, name, ok, problem)
  if work.out.failure then stop_writing(work.out) end
  if ok then return end
  if interrupted(problem) then error(problem, 0) end
  local which = work.settings.lines and ("value %d: "):format(work.values + 1) or ""
  stop(BAD_DATA, name .. ": " .. which .. tostring(problem))
end

-- A line is made whole, for there are many of them; a document goes out piece by piece.
local function encode_value(work, name, value)
  if not work.settings.lines then
    check_encoded(work, name, pcall(work.codec.encode_to, work.sink, value))
    return
  end
  local ok, line = pcall(work.codec.encode, value)
  if not ok then check_encoded(work, name, false, line) end
  write(work, line)
end

local function visitor(work, name)
  local clock = work.settings.stats and os.clock or function() return 0 end
  local visit = function(value)
    if work.values > 0 then write(work, "\n") end
    local started = clock()
    encode_value(work, name, value)
    work.encode_time = work.encode_time + clock() - started
    work.values = work.values + 1
  end
  return work.settings.elements and elements_of(name, visit) or visit
end

local function new_codec(settings)
  local ok, codec = pcall(fleece.new, settings.encode)
  if not ok then stop(BAD_USAGE, tostring(codec), "Try 'fleece --help'.") end
  return codec
end

local function open_output(settings)
  local out, problem = output.open(settings.output)
  if not out then stop(BAD_FILE, "cannot write " .. settings.output .. ": " .. problem) end
  return out
end

local function start(settings)
  local bar = progress.new(settings.quiet)
  local codec = new_codec(settings)
  local work = {
    settings = settings, bar = bar, codec = codec, out = open_output(settings),
    values = 0, bytes = 0, read_time = 0, encode_time = 0,
  }
  work.sink = function(piece)
    bar:tell("writing", work.out.bytes)
    return work.out:write(piece) and true or false
  end
  return work
end

local function process(work)
  for _, path in ipairs(work.settings.files) do
    local text, name = read_input(path, work.settings)
    work.bytes = work.bytes + #text
    each_value(text, name, work.settings, work.bar, visitor(work, name))
  end
  if work.values > 0 and not work.settings.no_newline then write(work, "\n") end
  if not work.out:finish() then stop_writing(work.out) end
end

-- Most of the input lives until the end: collecting it again and again gains nothing.
local function relax_collector()
  if _VERSION == "Lua 5.5" then
    collectgarbage("param", "pause", 400)
  else
    collectgarbage("setpause", 400)
  end
end

---------------------------------------------------------------------------------------
-- What is told about the work

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

local function show_stats(work, total_time)
  local info = fleece.info()
  local read_time = math.max(0, total_time - work.encode_time)
  io.stderr:write(("read    %15s bytes in %.3f s%s\n"):format(grouped(work.bytes), read_time,
    rate(work.bytes, read_time)))
  io.stderr:write(("wrote   %15s bytes in %.3f s%s\n"):format(grouped(work.out.bytes),
    work.encode_time, rate(work.out.bytes, work.encode_time)))
  io.stderr:write(("values  %15s, memory %.1f MB, %s, backend %s, kernel %s\n"):format(
    grouped(work.values), collectgarbage("count") / 1024, tostring(info.lua),
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
-- The way out

local function report(failure)
  if getmetatable(failure) == Stop then
    say(failure.message, "\n")
    if failure.more then io.stderr:write(failure.more, "\n") end
    return failure.status
  end
  if interrupted(failure) then
    say("interrupted\n")
    return INTERRUPTED
  end
  say(tostring(failure), "\n")
  return BAD_DATA
end

local function run_action(name)
  local out = output.open(nil)
  out:write(ACTIONS[name]())
  if out:finish() then return DONE end
  say("cannot write ", out.name, ": ", out.failure, "\n")
  return BAD_FILE
end

local function run(settings)
  relax_collector()
  if #settings.files == 0 then settings.files[1] = "-" end
  local started, work = os.clock(), nil
  local ok, failure = pcall(function()
    work = start(settings)
    process(work)
  end)
  if work then work.bar:clear() end
  if not ok then
    if work then work.out:abandon() end
    return report(failure)
  end
  if settings.stats then show_stats(work, os.clock() - started) end
  return DONE
end

--- The command.  Takes the arguments, returns the exit status.
function cli.main(args)
  local settings, problem = options.parse(args)
  if not settings then
    say(problem, "\nTry 'fleece --help'.\n")
    return BAD_USAGE
  end
  if settings.action then return run_action(settings.action) end
  return run(settings)
end

return cli
