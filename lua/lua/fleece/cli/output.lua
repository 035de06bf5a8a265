--[[
fleece.cli.output — the output: standard output, or a file that appears complete or not at all.

Owns: the temporary file, the rename, and that every failed write is reported.
Must not know: JSON, options.
Invariant: after finish() the system has all bytes; after abandon() no file is left.

SPDX-License-Identifier: MIT
--]]

local output = {}
local Output = {}
Output.__index = Output

local function quoted(path)
  return "'" .. path:gsub("'", "'\\''") .. "'"
end

local function answer_of(command)
  local pipe = io.popen(command .. " 2>/dev/null", "r")
  if not pipe then return nil end
  local line = pipe:read("*l")
  pipe:close()
  return line ~= "" and line or nil
end

-- A device or a pipe is written to and never replaced; for a link, its target is replaced.
local function kind_of(path)
  local p = quoted(path)
  if answer_of("[ -e " .. p .. " ] && [ ! -f " .. p .. " ] && echo special") then
    return "special", path
  end
  if answer_of("[ -h " .. p .. " ] && echo link") then
    return "file", answer_of("readlink -f -- " .. p) or path
  end
  return "file", path
end

-- The new file gets the permissions of the old one, so that a private file stays private.
local function keep_permissions(path, temporary)
  local p, t = quoted(path), quoted(temporary)
  local mode = "$(stat -c %a -- " .. p .. " || stat -f %Lp " .. p .. ")"
  os.execute("{ [ ! -f " .. p .. " ] || chmod " .. mode .. " " .. t .. "; } 2>/dev/null")
end

local function unused_name(path)
  local tag = tostring({}):match("0x(%x+)") or tostring(os.time())
  for try = 1, 100 do
    local name = ("%s.%s-%d.tmp"):format(path, tag, try)
    local file = io.open(name, "rb")
    if not file then return name end
    file:close()
  end
  return nil
end

local function dashed(path)
  return path:sub(1, 1) == "-" and "./" .. path or path
end

-- Does a program or a person wait for the output?  Not for that of a file, which has positions.
local function is_awaited(file) return not file:seek("cur") end

--- Opens the output.  Returns it, or nil and a message.
function output.open(path)
  local self = setmetatable({ bytes = 0, name = path or "standard output" }, Output)
  if not path or path == "-" then
    self.file, self.name = io.stdout, "standard output"
    io.stdout:setvbuf("full", 65536)
    self.is_awaited = is_awaited(self.file)
    return self
  end
  local kind, target = kind_of(dashed(path))
  local problem
  if kind == "special" then
    self.file, problem = io.open(target, "wb")
  else
    self.target, self.temporary = target, unused_name(target)
    self.file, problem = io.open(self.temporary or target, "wb")
    if self.file then keep_permissions(target, self.temporary) end
  end
  if not self.file then
    return nil, (tostring(problem):gsub("^.*: ", ""))
  end
  self.is_awaited = is_awaited(self.file)
  return self
end

--- An output that counts and discards.
function output.nothing()
  local sink = {}
  function sink.write() return true end
  sink.flush, sink.close = sink.write, sink.write
  return setmetatable({ bytes = 0, name = "nothing", file = sink }, Output)
end

function Output:failed(problem)
  self.failure = self.failure or (tostring(problem):gsub("^.*: ", ""))
  return nil, self.failure
end

--- Writes a piece, and what follows it if anything does.  Returns true, or nil and a message; the
--- first failure is remembered.
function Output:write(piece, ending)
  if self.failure then return nil, self.failure end
  ending = ending or ""
  local ok, problem = self.file:write(piece, ending)
  if not ok then return self:failed(problem) end
  self.bytes = self.bytes + #piece + #ending
  return true
end

--- Passes on to the system what was written.  Returns true, or nil and a message.
function Output:flush()
  if self.failure then return nil, self.failure end
  local ok, problem = self.file:flush()
  if not ok then return self:failed(problem) end
  return true
end

--- Flushes everything to the system and moves the file into place.
function Output:finish()
  if self.failure then return nil, self.failure end
  local ok, problem = self.file:flush()
  if ok and self.file ~= io.stdout then ok, problem = self.file:close() end
  if not ok then return self:failed(problem) end
  if self.temporary then
    ok, problem = os.rename(self.temporary, self.target)
    if not ok then return self:failed(problem) end
    self.temporary = nil
  end
  return true
end

--- Gives up: removes what was written to a file.
function Output:abandon()
  if self.file ~= io.stdout then pcall(self.file.close, self.file) end
  if self.temporary then os.remove(self.temporary) end
end

return output
