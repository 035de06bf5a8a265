-- judge.lua — the module under test, and the assertions with which tests state what they expect.
-- Owns: which module is tested, on which Lua, and the assertions that all suites share.
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"

local judge = {}

judge.is_oracle = os.getenv("FLEECE_SUBJECT") == "oracle"
judge.globals_before = {}
for name in pairs(_G) do judge.globals_before[name] = true end
judge.fleece = require(judge.is_oracle and "twin" or "fleece")

judge.is_jit = rawget(_G, "jit") ~= nil
judge.version = tonumber(_VERSION:match("(%d+%.%d+)"))
judge.has_integers = math.type ~= nil
judge.long = os.getenv("FJ_LONG") == "1"
-- The pause (percent) that keeps the collector busiest. Below 100, Lua 5.2 and 5.3 count all live memory
-- as debt and collect everything at nearly every allocation: programs hardly progress.
judge.smallest_pause = (_VERSION == "Lua 5.2" or _VERSION == "Lua 5.3") and 100 or 1
-- The depth for which there is certainly room on the stack. Below the API nesting takes none; through it
-- every level takes up to three slots, of which Lua 5.1 and LuaJIT give a C function 8000.
judge.stack_levels = judge.fleece.info().backend == "capi" and _VERSION == "Lua 5.1" and 2500 or math.huge

-- What cannot be tested on this Lua; run.lua prints the list, so that no omission is silent.
judge.notes = {}
function judge.note(...) judge.notes[#judge.notes + 1] = string.format(...) end

local function shown(s)
  if type(s) ~= "string" then return tostring(s) end
  if #s > 600 then s = s:sub(1, 300) .. " ... " .. s:sub(-250) end
  return (string.format("%q", s):gsub("[\128-\255]", function(c)
    return string.format("\\%d", c:byte())
  end))
end

-- Exactly these bytes.
function judge.bytes(actual, expected, what)
  if actual == expected then
    lu.assertTrue(true)
    return
  end
  lu.fail(string.format("%sexpected %s, got %s", what and what .. ": " or "",
    shown(expected), shown(actual)))
end

-- One of these.
function judge.one_of(actual, list, what)
  for _, expected in ipairs(list) do
    if actual == expected then
      lu.assertTrue(true)
      return
    end
  end
  lu.fail(string.format("%sgot %s, expected one of %s", what and what .. ": " or "",
    shown(actual), shown(table.concat(list, " | "))))
end

function judge.contains(text, piece, what)
  if type(text) == "string" and text:find(piece, 1, true) then
    lu.assertTrue(true)
    return
  end
  lu.fail(string.format("%s%s does not contain %s", what and what .. ": " or "",
    shown(text), shown(piece)))
end

-- f(...) must raise a text that contains each piece.  Returns the text.
-- pieces: one string or a list.
function judge.fails(pieces, f, ...)
  local ok, err = pcall(f, ...)
  if ok then lu.fail("no error was raised; the result was " .. shown(err)) end
  if type(err) ~= "string" then lu.fail("the error is a " .. type(err) .. ", not a text") end
  for _, piece in ipairs(type(pieces) == "table" and pieces or { pieces }) do
    judge.contains(err, piece)
  end
  return err
end

-- A table nested n deep, made without recursion: nest(2, 1) is {{1}}.
function judge.nest(n, inner)
  local t = inner
  for _ = 1, n do t = { t } end
  return t
end

-- A codec's function by name, called as a method.
function judge.by_codec(opts, name, ...)
  local codec = judge.fleece.new(opts)
  return codec[name](codec, ...)
end

-- A light userdata that is not NULL, or nil if pure Lua has none.
function judge.light_userdata()
  if not debug.upvalueid then return nil end
  local kept = {}
  return debug.upvalueid(function() return kept end, 1)
end

-- Runs full collections until nothing more is freed.
function judge.collect()
  for _ = 1, 3 do collectgarbage() end
  return collectgarbage("count") * 1024
end

-- The command line of this interpreter, preceded by environment settings.
function judge.interpreter()
  local i = 0
  while arg[i - 1] do i = i - 1 end
  return "'" .. arg[i]:gsub("'", "'\\''") .. "'"
end

-- Runs a script of this directory in another process of the same Lua.  Returns its output
-- and whether it succeeded.
function judge.run(environment, script, ...)
  local words = { environment, judge.interpreter(), "'" .. judge.directory .. script .. "'" }
  for i = 1, select("#", ...) do words[#words + 1] = "'" .. select(i, ...) .. "'" end
  words[#words + 1] = "2>&1 && echo ENDED-WELL"
  local pipe = assert(io.popen(table.concat(words, " ")))
  local out = pipe:read("*a")
  pipe:close()
  local body, good = out:gsub("ENDED%-WELL\n$", "")
  return body, good == 1
end

return judge
