--[[
fleece.cli.work — one run of the command: its settings, its output, its counts.

Owns: how a value or a JSON text is written, and what happens to bad data.
Must not know: where values and texts come from.
Invariant: a value on a line is written completely or not at all.

SPDX-License-Identifier: MIT
--]]

local fleece = require("fleece")
local safe = require("fleece.safe")
local jsontext = require("fleece.cli.jsontext")
local output = require("fleece.cli.output")
local progress = require("fleece.cli.progress")
local report = require("fleece.cli.report")

local work = {}
local Work = {}
Work.__index = Work

-- Options that need no decoding: they affect only the layout, or are checked with the text.
local LAYOUT = { indent = true, max_depth = true, max_bytes = true, max_keys = true,
  max_string = true }

local function needs_values(settings)
  for name, value in pairs(settings.codec) do
    if not LAYOUT[name] and not (name == "sort_keys" and value == true) then return true end
  end
  return false
end

-- Numbers that Lua cannot hold keep their digits; in canonical JSON all numbers are doubles.
local function codec_options(settings)
  local opts = {}
  if settings.from == "json" then
    local canonical = settings.codec.canonical
    opts.bigint, opts.integers = canonical and "float" or "raw", not canonical or nil
    if canonical then opts.integers = false end
  end
  for name, value in pairs(settings.codec) do opts[name] = value end
  if settings.to == "lua" then opts.indent = nil end
  return opts
end

local function new_codec(module, opts)
  local ok, codec = pcall(module.new, opts)
  if not ok then report.stop(report.BAD_USAGE, tostring(codec), "Try 'fleece --help'.") end
  return codec
end

local function style_of(settings)
  local indent, sorted = settings.codec.indent, settings.codec.sort_keys == true
  if type(indent) == "number" then indent = (" "):rep(indent) end
  if settings.to == "lua" then
    return jsontext.lua_style(indent or nil, sorted, settings.null or "nil")
  end
  return jsontext.json_style(indent or nil, sorted)
end

local function open_output(settings)
  if settings.check then return output.nothing() end
  local out, problem = output.open(settings.output)
  if not out then
    report.stop(report.BAD_FILE, "cannot write " .. settings.output .. ": " .. problem)
  end
  return out
end

--- Starts: checks the options and opens the output.
function work.start(settings)
  local opts = codec_options(settings)
  local self = setmetatable({
    settings = settings, bar = progress.new(settings.quiet),
    codec = new_codec(fleece, opts), rebuilds = not settings.check and needs_values(settings),
    ends_lines = settings.lines and not settings.no_newline,
    values = 0, bytes = 0, bad = 0, encode_time = 0, status = report.DONE,
    clock = settings.stats and os.clock or function() return 0 end,
  }, Work)
  self.safe = new_codec(safe, opts)
  self.out = open_output(settings)
  self.sink = function(piece)
    self.bar:tell("writing", self.out.bytes)
    return self.out:write(piece) and true or false
  end
  self.write_text = jsontext.writer(style_of(settings),
    function(piece, ending) self:write(piece, ending) end,
    function(done, total) self.bar:tell("writing", done, total) end)
  return self
end

function Work:stop_writing()
  report.stop(report.BAD_FILE, "cannot write " .. self.out.name .. ": " .. self.out.failure)
end

function Work:write(piece, ending)
  if not self.out:write(piece, ending) then self:stop_writing() end
end

--- Passes on to the system what was written.
function Work:flush()
  if not self.out:flush() then self:stop_writing() end
end

--- Bad data ends the work or, with --keep-going, prints a message.
function Work:is_bad(failure)
  if not self.settings.keep_going then error(failure, 0) end
  self.bar:clear()
  report.show(failure)
  self.bad = self.bad + 1
end

-- Each line gets its newline with its last piece, so that only complete lines precede a failure.
-- Returns what to write after the value.
function Work:begin()
  if self.values > 0 and not self.ends_lines then self:write("\n") end
  self.values = self.values + 1
  return self.ends_lines and "\n" or ""
end

function Work:complete(started)
  self.encode_time = self.encode_time + self.clock() - started
end

--- Reports a value that cannot be read or written.  A failure inside encode_to is the output's if the
--- output has failed, otherwise the value's.
--- - form, name and n say where the value is; the text is made only here, because most values are good.
function Work:bad_value(problem, form, name, n)
  if self.out.failure then self:stop_writing() end
  if report.interrupted(problem) then error(problem, 0) end
  self:is_bad(report.failure(report.BAD_DATA, form:format(name, n) .. tostring(problem)))
end

--- Writes a value as JSON.  The other arguments are those of bad_value.
--- - A line is built in memory, because there are many of them; a document is written in pieces.
function Work:put_value(value, form, name, n)
  local started = self.clock()
  if self.settings.lines then
    local ok, line = pcall(self.codec.encode, value)
    if not ok then return self:bad_value(line, form, name, n) end
    self:write(line, self:begin())
  else
    self:begin()
    local ok, problem = pcall(self.codec.encode_to, self.sink, value)
    if not ok or self.out.failure then return self:bad_value(problem, form, name, n) end
  end
  self:complete(started)
end

local function put_text(self, text)
  local started = self.clock()
  local ending = self:begin()
  if self.settings.to == "lua" and not self.settings.lines then self:write("return ") end
  self.write_text(text, ending)
  self:complete(started)
end

--- Writes a valid JSON text as JSON or as Lua data, without its values.
function Work:put_text(text)
  if not self.settings.check then return put_text(self, text) end
  self.values = self.values + 1
end

--- Writes a value that was decoded from JSON, as JSON or as Lua data.
function Work:put_decoded(value, form, name, n)
  if self.settings.to == "json" then return self:put_value(value, form, name, n) end
  local ok, text = pcall(self.codec.encode, value)
  if not ok then return self:bad_value(text, form, name, n) end
  put_text(self, text)
end

--- Ends: writes the final newline of documents, and moves the file into place.
function Work:finish()
  local settings = self.settings
  if self.values > 0 and not settings.lines and not settings.no_newline then self:write("\n") end
  if not self.out:finish() then self:stop_writing() end
end

return work
