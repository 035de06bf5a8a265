--[[
fleece.cli.input — reads files and standard input, whole or line by line.

Owns: opening, reading, and that every failed read is reported.
Must not know: what the text is.
Invariant: lines end at "\n" and nowhere else, on every Lua, whatever bytes they contain; of a file
that is read line by line, one line and one block are in memory.

SPDX-License-Identifier: MIT
--]]

local progress = require("fleece.cli.progress")
local report = require("fleece.cli.report")

local input = {}

local BLOCK = 65536
local INTERRUPTED = 4 -- EINTR

local function open(path, what, quiet)
  if path == "-" then
    if not quiet and progress.is_terminal(0) then
      report.say("reading ", what, " from the terminal (Ctrl-D ends it, --help helps)\n")
    end
    return io.stdin, "stdin", "standard input"
  end
  local file, problem = io.open(path, "rb")
  if not file then report.stop(report.BAD_FILE, "cannot read " .. tostring(problem)) end
  return file, path, path
end

local function fail(shown, problem)
  report.stop(report.BAD_FILE, "cannot read " .. shown .. ": " .. tostring(problem))
end

--- The text of a file (-: standard input), and its name for messages.
function input.text(path, what, quiet)
  local file, name, shown = open(path, what, quiet)
  local text, problem = file:read("*a")
  if not text then fail(shown, problem) end
  if file ~= io.stdin then file:close() end
  return text, name
end

-- How many bytes there are to read; nil if the system does not tell.
local function size_of(file)
  local here = file:seek("cur")
  local size = here and file:seek("end")
  if size then file:seek("set", here) end
  return size and size > 0 and size or nil
end

-- How a block is read from a pipe: LuaJIT returns what is there, Lua 5.3 and later a line.  nil on
-- other Luas: their io library reads whole blocks, or loses bytes of a line that has a zero byte.
local function pipe_reader(file)
  if _VERSION ~= "Lua 5.1" and _VERSION ~= "Lua 5.2" then
    return function() return file:read("L") end
  end
  local found, ffi = pcall(require, "ffi")
  if not found or ffi.os == "Windows" then return nil end
  pcall(ffi.cdef, "intptr_t read(int, void *, size_t); int fileno(void *); char *strerror(int);")
  local C, space = ffi.C, ffi.new("char[?]", BLOCK)
  local descriptor = C.fileno(file)
  return function()
    local n
    repeat n = tonumber(C.read(descriptor, space, BLOCK)) until n >= 0 or ffi.errno() ~= INTERRUPTED
    if n < 0 then return nil, ffi.string(C.strerror(ffi.errno())) end
    if n > 0 then return ffi.string(space, n) end
  end
end

-- How a block is read, and whether to call `wait` before each.
local function block_reader(file, wait)
  local read = wait and not file:seek("cur") and pipe_reader(file)
  if read then return read, wait end
  return function() return file:read(BLOCK) end, function() end
end

-- Splits a block into lines; the incomplete last line waits in `parts`.
local function cut(block, parts, name, number, visit)
  local p = 1
  local newline = block:find("\n", 1, true)
  while newline do
    local line = block:sub(p, newline - 1)
    if parts[1] then
      parts[#parts + 1] = line
      line = table.concat(parts)
      for i = #parts, 1, -1 do parts[i] = nil end
    end
    number = number + 1
    visit(name, line, number)
    p = newline + 1
    newline = block:find("\n", p, true)
  end
  if p <= #block then parts[#parts + 1] = block:sub(p) end
  return number
end

--- Visits each line, with its number, and tells how many bytes are done, and of how many.
--- If `wait` is not nil, each line of a pipe is visited when it arrives, if this Lua can read it then;
--- wait() is called before the next is awaited.  Returns the number of bytes.
function input.lines(path, what, quiet, visit, tell, wait)
  local file, name, shown = open(path, what, quiet)
  local total, done, told, number, parts = size_of(file), 0, 0, 0, {}
  local read, before = block_reader(file, wait)
  while true do
    before()
    local block, problem = read()
    if problem then fail(shown, problem) end
    if not block then break end
    done = done + #block
    if done - told >= BLOCK then
      told = done
      tell(done, total and math.max(done, total))
    end
    number = cut(block, parts, name, number, visit)
  end
  if parts[1] then visit(name, table.concat(parts), number + 1) end
  if file ~= io.stdin then file:close() end
  return done
end

return input
