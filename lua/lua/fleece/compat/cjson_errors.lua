--[[
fleece.compat.cjson_errors — lua-cjson's error messages.

Owns: what its lexer would say about the token at which a text is wrong, and what its encoder
says about a value.  Must not know: how to find that token; the decoder has found it.
Positions count from 1, as in lua-cjson.

SPDX-License-Identifier: MIT
--]]

local errors = {}

local SINGLE = { ["{"] = "T_OBJ_BEGIN", ["}"] = "T_OBJ_END", ["["] = "T_ARR_BEGIN",
  ["]"] = "T_ARR_END", [":"] = "T_COLON", [","] = "T_COMMA" }

local EXPECTED = { VALUE = "value", OBJECT_KEY = "object key string", COLON = "colon",
  OBJECT_NEXT = "comma or object end", ARRAY_NEXT = "comma or array end",
  TRAILING = "the end" }

-- \uXXXX at the backslash: returns where it ends, or nil.
local function unicode_end(text, at)
  local hex = text:match("^\\u(%x%x%x%x)", at)
  if not hex then return nil end
  local code = tonumber(hex, 16)
  if code < 0xD800 or code > 0xDFFF then return at + 6 end
  if code >= 0xDC00 then return nil end
  hex = text:match("^\\u(%x%x%x%x)", at + 6)
  code = hex and tonumber(hex, 16) or 0
  if code < 0xDC00 or code > 0xDFFF then return nil end
  return at + 12
end

local function string_token(text, at)
  at = at + 1
  while true do
    local stop = text:find('["\\]', at)
    if not stop then return "unexpected end of string", #text + 1 end
    if text:sub(stop, stop) == '"' then return "T_STRING" end
    local letter = text:sub(stop + 1, stop + 1)
    if letter == "u" then
      at = unicode_end(text, stop)
      if not at then return "invalid unicode escape code", stop end
    elseif letter ~= "" and ('"\\/btnfr'):find(letter, 1, true) then
      at = stop + 2
    else
      return "invalid escape code", stop
    end
  end
end

local function is_odd(text, at)
  if text:find("^%+", at) then return true end
  if text:find("^%-", at) then at = at + 1 end
  if text:find("^0[xX0-9]", at) then return true end
  local word = text:sub(at, at + 2):lower()
  return word == "inf" or word == "nan"
end

local function number_token(text, at)
  local _, last = text:find("^[+-]?%d+", at)
  if last then
    return text:find("^[.eExX]", last + 1) and "T_NUMBER" or "T_INTEGER"
  end
  if text:find("^[+-]?%.%d", at) then return "T_NUMBER" end
  if text:find("^[+-]?[iI][nN][fF]", at) or text:find("^[+-]?[nN][aA][nN]", at) then
    return "T_NUMBER"
  end
  return "invalid number", at
end

-- What is found at a byte that begins a token, and where it is if it is not at that byte.
local function token(text, at, odd_numbers)
  local c = text:sub(at, at)
  if c == "" then return "T_END" end
  if SINGLE[c] then return SINGLE[c] end
  if c == '"' then return string_token(text, at) end
  if c:find("[%d-]") then
    if not odd_numbers and is_odd(text, at) then return "invalid number" end
    return number_token(text, at)
  end
  if text:find("^true", at) or text:find("^false", at) then return "T_BOOLEAN" end
  if text:find("^null", at) then return "T_NULL" end
  if odd_numbers and c:find("[+iInN]") and is_odd(text, at) then return number_token(text, at) end
  if text:find("^/%*", at) then return "unclosed multi-line comment", #text + 1 end
  return "invalid token"
end

--- The message for a text that the decoder rejects.
function errors.decode(text, detail, config)
  if #text >= 2 and (text:byte(1) == 0 or text:byte(2) == 0) then
    return "JSON parser does not support UTF-16 or UTF-32"
  end
  if detail.code == "DEPTH" or detail.code == "STACK" then
    return ("Found too many nested data structures (%d) at character %d"):format(
      config.decode_max_depth + 1, detail.offset + 1)
  end
  local nul = text:find("\0", 1, true)
  if nul then text = text:sub(1, nul - 1) end
  local found, at = token(text, detail.token + 1, config.decode_invalid_numbers)
  if found == "unclosed multi-line comment" and not config.decode_allow_comment then
    found, at = "invalid token", nil
  end
  return ("Expected %s but found %s at character %d"):format(
    EXPECTED[detail.expected] or "value", found, at or detail.token + 1)
end

--- The message for a value that the encoder rejects.
function errors.encode(detail, config)
  local code = detail.code
  if code == "DEPTH" or code == "CYCLE" or code == "STACK" then
    return ("Cannot serialise, excessive nesting (%d)"):format(config.encode_max_depth + 1)
  elseif code == "NUMBER" then
    return "Cannot serialise number: must not be NaN or Infinity"
  elseif code == "KEY" then
    return "Cannot serialise " .. detail.type .. ": table key must be a number or string"
  elseif code == "SPARSE" then
    return "Cannot serialise table: excessively sparse array"
  elseif code == "CHANGED" then
    return "Cannot serialise table: changed while it was being serialised"
  end
  return "Cannot serialise " .. tostring(detail.type) .. ": type not supported"
end

return errors
