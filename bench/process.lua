-- SPDX-License-Identifier: MIT
--
-- What the system reports about this process's memory, in bytes. Linux only: it reads
-- /proc/self/status and resets the peak in /proc/self/clear_refs. Must not know: what is measured.

local process = {}

function process.status(field)
  for line in assert(io.open("/proc/self/status", "r")):lines() do
    local kilobytes = line:match("^" .. field .. ":%s*(%d+) kB")
    if kilobytes then return tonumber(kilobytes) * 1024 end
  end
  error("no " .. field .. " in /proc/self/status")
end

function process.reset_peak()
  local file = assert(io.open("/proc/self/clear_refs", "w"))
  file:write("5\n")
  file:close()
end

function process.settle()
  for _ = 1, 4 do collectgarbage() end
end

return process
