--[[
fleece.place — where a byte of a text is, for people: line, column, excerpt.

Owns: how lines and columns are counted, and which part of a long line is shown.
Must not know: what is wrong there, and which language the text is in.
Invariant: the excerpt has no control characters, is cut between characters, and contains the
byte.

SPDX-License-Identifier: MIT
--]]

local find, gsub, match, rep, sub = string.find, string.gsub, string.match, string.rep, string.sub

local place = {}

local BEFORE, AFTER = 40, 40

local function characters(bytes)
  local _, n = gsub(bytes, "[^\128-\191]", "")
  return n
end

-- The line number and where that line starts; "\r\n" and "\n\r" end one line, as in Lua.
local function line_of(text, at)
  local line, start, p = 1, 1, 1
  while true do
    p = find(text, "[\r\n]", p)
    if not p or p >= at then return line, start end
    local pair = sub(text, p, p + 1)
    p = p + ((pair == "\r\n" or pair == "\n\r") and 2 or 1)
    if p > at then return line, start end
    line, start = line + 1, p
  end
end

local function printable(bytes)
  return (gsub(gsub(bytes, "\t", " "), "[^\32-\126\128-\255]", "?"))
end

-- The part of the line around the offset, and how many characters precede the offset in it.
local function excerpt_of(text, start, at)
  local from, cut = start, ""
  if at - start > BEFORE then
    from, cut = at - BEFORE + 4, "..."
    while from < at and match(sub(text, from, from), "[\128-\191]") do from = from + 1 end
  end
  local before = cut .. printable(sub(text, from, at - 1))
  local after = match(sub(text, at, at + AFTER - 1), "^[^\r\n]*")
  if #after == AFTER then
    after = gsub(sub(after, 1, AFTER - 3), "[\192-\255][\128-\191]*$", "") .. "..."
  end
  return before .. printable(after), characters(before)
end

--- Where the byte `at` (from 1) of a text is: line and column (from 1, in characters), the excerpt
--- around it, and how many characters of the excerpt precede it.
function place.of(text, at)
  local line, start = line_of(text, at)
  local column = characters(sub(text, start, at - 1)) + 1
  return line, column, excerpt_of(text, start, at)
end

--- The excerpt, and a caret under it, for a terminal.  Nil if the excerpt is empty.
function place.caret(excerpt, before)
  if excerpt == "" then return nil end
  return "  " .. excerpt .. "\n  " .. rep(" ", before) .. "^"
end

return place
