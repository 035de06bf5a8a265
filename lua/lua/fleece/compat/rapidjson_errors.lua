--[[
fleece.compat.rapidjson_errors — lua-rapidjson's error messages, with RapidJSON's offsets, which
count from 0.

Owns: the messages.  Must not know: how the fault was found.

SPDX-License-Identifier: MIT
--]]

local errors = {}

local ROOT = "The document root must not be followed by other values."
local NEXT = { array = "Missing a comma or ']' after an array element.",
  object = "Missing a comma or '}' after an object member." }

local EXPECTED = { VALUE = "Invalid value.", OBJECT_KEY = "Missing a name for object member.",
  COLON = "Missing a colon after a name of object member.", ARRAY_NEXT = NEXT.array,
  OBJECT_NEXT = NEXT.object, TRAILING = ROOT }

local HEX = "Incorrect hex digit after \\u escape in string."
local SURROGATE = "The surrogate pair in string is invalid."
local QUOTE = "Missing a closing quotation mark in string."
local ESCAPE = "Invalid escape character in string."
local TOO_BIG = "Number too big to be stored in double."

-- The offset of the last backslash before the byte at fault.
local function backslash(text, at) return text:sub(1, at):match("^.*()\\") - 1 end

-- The message when a complete token is followed by something that may not follow it.
local function after(detail) return NEXT[detail.inside] or ROOT end

local function number(text, detail)
  local before = text:sub(detail.token + 1, detail.offset)
  if before:find("%.$") then return "Miss fraction part in number.", detail.offset end
  if before:find("[eE][+-]?$") then return "Miss exponent in number.", detail.offset end
  if not before:find("%d$") then return "Invalid value.", detail.offset end
  if math.abs(tonumber(before) or 0) == math.huge or before:find("[eE]%+?0*[1-9]%d%d%d") then
    return TOO_BIG, detail.token
  end
  return after(detail), detail.offset
end

-- The text and the offset of a pair's first half: is it followed by an escape with bad digits?
local function has_bad_half(text, at)
  return text:find("^\\u%x%x%x%x\\u", at) and not text:find("^\\u%x%x%x%x", at + 6)
end

-- A string that the text ends in: a truncated escape is a separate error.
local function unclosed(text)
  local rest = text:gsub("\\[^u]", "  ")
  local pair = rest:match("()\\u[dD][89aAbB]%x%x\\?u?%x?%x?%x?$")
  if pair then return has_bad_half(rest, pair) and HEX or SURROGATE, pair - 1 end
  local escape = rest:match("()\\u?%x?%x?%x?$")
  if not escape then return QUOTE, #text end
  return escape == #text and ESCAPE or HEX, escape - 1
end

local WORDS = { t = "true", f = "false", n = "null" }

local function literal(text, detail)
  local word = WORDS[text:sub(detail.token + 1, detail.token + 1)]
  if word and text:sub(detail.token + 1, detail.offset) == word then
    return after(detail), detail.offset
  end
  return "Invalid value.", detail.offset
end

local function find(text, detail)
  local code, at = detail.code, detail.offset
  local first = text:sub(detail.token + 1, detail.token + 1)
  if code == "DEPTH" or code == "STACK" then
    return "Terminate parsing due to Handler error.", at
  elseif code == "ESCAPE" then
    return ESCAPE, backslash(text, at)
  elseif code == "UNICODE" then
    return HEX, backslash(text, at)
  elseif code == "SURROGATE" then
    return has_bad_half(text, at + 1) and HEX or SURROGATE, at
  elseif code == "CONTROL" then
    return text:sub(at + 1, at + 1) == "\0" and QUOTE or "Invalid encoding in string.", at
  elseif code == "NUMBER_RANGE" then
    return TOO_BIG, detail.token
  elseif code == "NUMBER_SYNTAX" then
    return number(text, detail)
  elseif code == "LITERAL" then
    return literal(text, detail)
  elseif code == "END" and detail.token < #text then
    if first == '"' then return unclosed(text) end
    if first:find("[%d-]") then return number(text, detail) end
    return literal(text, detail)
  elseif code == "END" and detail.expected == "VALUE" and not detail.inside then
    return "The document is empty.", at
  end
  return EXPECTED[detail.expected] or "Invalid value.", at
end

--- The message for a text, with its offset in parentheses.
function errors.decode(text, detail)
  return ("%s (%d)"):format(find(text, detail))
end

--- The same for a text that is not shown.
function errors.unseen(detail)
  return ("%s (%d)"):format(EXPECTED[detail.expected] or "Invalid value.", detail.offset)
end

--- The message for a value.
function errors.encode(detail)
  local code = detail.code
  if code == "DEPTH" or code == "CYCLE" then return "nested too depth" end
  if code == "STACK" then return "stack overflow" end
  if code == "NUMBER" then return "error while encode double value." end
  return "unsupported value type : " .. tostring(detail.type)
end

return errors
