-- pacing.lua — a program: the collector works before a large text is decoded (vm/fj_gc.h).
-- Owns: both checks.  A process of their own gives them a small heap; a large one makes each cycle of the
-- collector longer than one decode.  Prints "fine", or raises an error.
-- SPDX-License-Identifier: MIT

local here = (debug.getinfo(1, "S").source:match("^@(.*[/\\])") or "./")
package.path = here .. "?.lua;" .. here .. "../lua/?.lua;" .. package.path

local judge = require "judge"
local collecting = require "collecting"
local decode = judge.fleece.decode

-- Each result but the last ones is collected by the decodes that follow it.
local text = collecting.document(1500)
local results, alive = setmetatable({}, { __mode = "v" }), 0
for i = 1, 30 do results[i] = decode(text) end
for i = 1, 30 do if results[i] then alive = alive + 1 end end
if alive > 8 then error(alive .. " of 30 results are in memory") end

-- A finalizer runs in that work: with a live heap this large, a cycle that went on during the build would
-- call it when much of the result exists.
if judge.fleece.info().backend ~= "capi" then
  local live, huge, called, at = {}, collecting.document(12000), false, nil
  for i = 1, 40000 do live[i] = { i } end
  local function drop()
    collecting.finalized(function() called, at = true, at or collectgarbage("count") end)
  end
  collecting.under(100, 200, function()
    judge.collect()
    coroutine.wrap(drop)() -- no register of this function holds it
    collectgarbage("restart") -- the next cycle is due at once
    local before = collectgarbage("count")
    local result = decode(huge)
    if not called then error("the collector has not worked") end
    -- 5.4 does not count in a finalizer
    if at and at > before + 1000 then error(("%.0f kB after the start of the decode"):format(at - before)) end
    if #result <= #live / 5 then error("the text is too short") end
  end)
end
print("fine")
