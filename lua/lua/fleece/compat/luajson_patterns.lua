--[[
fleece.compat.luajson_patterns — LuaJSON's json.decode.util: LPeg patterns for programs that
build their own, and their helpers.

Owns: the patterns; each is built on first use, and LPeg is not needed before that.
Must not know: how this drop-in reads (luajson_lexer does not use the patterns).

SPDX-License-Identifier: MIT
--]]

local lexer = require "fleece.compat.luajson_lexer"

local rawset, setmetatable, tonumber = rawset, setmetatable, tonumber

local patterns = { get_invalid_character_info = lexer.place }

--- A setObjectKey that converts keys that look like numbers to numbers.
function patterns.setObjectKeyForceNumber(t, key, value)
  return rawset(t, tonumber(key) or key, value)
end

-- By name: a function (lpeg, patterns) that builds the pattern.
local makers = {}

function makers.ascii_space(lpeg) return lpeg.S "\t\n\v\f\r " end

function makers.unicode_space(lpeg, p)
  local P, S = lpeg.P, lpeg.S
  local general = {}
  for last = 0x80, 0x8B do general[#general + 1] = string.char(last) end
  return p.ascii_space
    + P "\194" * S "\133\160"                                  -- U+0085 U+00A0
    + P "\225\154\128" + P "\225\160\142"                      -- U+1680 U+180E
    + P "\226\128" * S(table.concat(general) .. "\168\169\175") -- U+2000-200B 2028 2029 202F
    + P "\226\129\159" + P "\227\128\128" + P "\239\187\191"   -- U+205F U+3000 U+FEFF
end

function makers.identifier(lpeg)
  return lpeg.R("AZ", "az", "__") * lpeg.R("AZ", "az", "__", "09") ^ 0
end

function makers.hex(lpeg) return lpeg.R("09", "AF", "af") end

function makers.hexpair(_, p) return p.hex * p.hex end

function makers.comments(lpeg)
  local P = lpeg.P
  return { cpp = P "//" * (1 - P "\n") ^ 0 * P "\n", c = P "/*" * (1 - P "*/") ^ 0 * P "*/" }
end

function makers.comment(_, p) return p.comments.cpp + p.comments.c end

function makers.ascii_ignored(_, p) return (p.ascii_space + p.comment) ^ 0 end

function makers.unicode_ignored(_, p) return (p.unicode_space + p.comment) ^ 0 end

function makers.DecimalLpegVersion(lpeg)
  local version = lpeg.version
  if type(version) == "function" then version = version() end
  return tonumber(tostring(version):match("%d+%.%d+"))
end

--- A pattern that, when it matches, raises LuaJSON's error for a byte that begins no token.
function patterns.unexpected()
  local function raise(text, at) lexer.report(text, at, "unexpected character") end
  return require "lpeg".P(raise) * 1
end

--- The same for what an option does not allow.
function patterns.denied(item, option)
  local function raise(text, at) lexer.denied(text, at, item, option) end
  return require "lpeg".P(raise) * 1
end

return setmetatable(patterns, { __index = function(t, name)
  if not makers[name] then return nil end
  local value = makers[name](require "lpeg", t)
  rawset(t, name, value)
  return value
end })
