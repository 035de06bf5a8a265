--[[
fleece.cli.progress — a progress bar on standard error, for long work on a terminal.

Owns: whether there is a bar, when it is drawn, and that it is erased.
Must not know: what the work is.
Invariant: nothing is written in the first half second, nor if standard error is not a terminal.

SPDX-License-Identifier: MIT
--]]

local progress = {}
local Progress = {}
Progress.__index = Progress

local WIDTH = 30
local PATIENCE = 0.5
local PAUSE = 0.1

--- Is this descriptor (0, 1, 2) a terminal?  Runs a shell, which is slow, so ask late.
function progress.is_terminal(descriptor)
  local status = os.execute("test -t " .. descriptor)
  return status == true or status == 0
end

function progress.new(quiet)
  return setmetatable({ quiet = quiet, next = os.clock() + PATIENCE }, Progress)
end

-- Determined only once the work turns out to be long.
function Progress:shown()
  if self.visible == nil then
    self.visible = not self.quiet and os.getenv("TERM") ~= "dumb" and progress.is_terminal(2)
  end
  return self.visible
end

local function megabytes(bytes) return ("%.1f MB"):format(bytes / 1e6) end

--- Draws the bar if it is time: `done` bytes of `total` (nil: unknown).
function Progress:tell(what, done, total)
  local now = os.clock()
  if now < self.next or not self:shown() then return end
  self.next = now + PAUSE
  local line
  if total then
    local filled = math.floor(WIDTH * done / total)
    line = ("%s [%s%s] %3d%%  %s of %s"):format(what, ("#"):rep(filled), (" "):rep(WIDTH - filled),
      math.floor(100 * done / total), megabytes(done), megabytes(total))
  else
    line = ("%s %s"):format(what, megabytes(done))
  end
  io.stderr:write("\r", line, "\27[K")
  self.drawn = true
end

--- Erases the bar if it was drawn.
function Progress:clear()
  if self.drawn then io.stderr:write("\r\27[K") end
  self.drawn = nil
end

return progress
