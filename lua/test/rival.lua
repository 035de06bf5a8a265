-- rival.lua — an original beside its drop-in: loading the one, describing what both do.
-- Owns: the comparison that the suites test_compat_* share.
-- Must not know: any library.
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"

local rival = {}

-- The original's modules, in the order of the names, or nothing where they are not installed;
-- then a note says so.  What loading them left behind is taken away again.
function rival.load(...)
  local loaded, globals, modules = {}, {}, {}
  for k, v in pairs(package.loaded) do loaded[k] = v end
  for k, v in pairs(_G) do globals[k] = v end
  local missing
  for i = 1, select("#", ...) do
    local name = select(i, ...)
    package.loaded[name] = nil
    local ok, module = pcall(require, name)
    if ok then modules[i] = module else missing = missing or name end
  end
  for k in pairs(package.loaded) do
    if k ~= "lpeg" and k ~= "re" then package.loaded[k] = loaded[k] end
  end
  for k in pairs(_G) do
    if globals[k] == nil then rawset(_G, k, nil) end
  end
  if missing then
    judge.note("%s is not installed: its drop-in was not compared with it", missing)
    return nil
  end
  return (table.unpack or unpack)(modules, 1, select("#", ...))
end

-- A message without the place in the source that `error` puts before it.
function rival.stripped(message)
  return (tostring(message):gsub("^[^\n]-:%d+: ", ""))
end

local function scalar(v)
  if type(v) == "string" then return ("%q"):format(v) end
  if v ~= v then return "nan" end
  if type(v) == "number" and v == 0 and not judge.has_integers then
    return 1 / v < 0 and "-0" or "0"
  end
  return type(v) == "number" and ("%s %.17g"):format(tostring(v), v) or tostring(v)
end

-- A text that is the same for values that are the same.  names: what to call certain values.
function rival.shown(v, names)
  if names and v ~= nil and names[v] then return names[v] end
  if type(v) ~= "table" then return type(v) .. " " .. scalar(v) end
  local parts = {}
  for k, x in pairs(v) do
    parts[#parts + 1] = rival.shown(k, names) .. "=" .. rival.shown(x, names)
  end
  table.sort(parts)
  local mt = getmetatable(v)
  local mark = mt and (names and names[mt] or "mt " .. tostring(rawget(mt, "__jsontype"))) or ""
  return "{" .. table.concat(parts, ",") .. "}" .. mark
end

-- What a call does, as one text: results, or the message.  Errors of Lua itself (an original
-- that crashes) are "crash".
function rival.outcome(names, f, ...)
  local results = { pcall(f, ...) }
  if not results[1] then
    local message = rival.stripped(results[2])
    if message:find("^attempt to ") or message:find("^bad argument #%d to '[%w_?]+'") or
      message:find("stack overflow", 1, true) then return "crash" end
    return "error " .. message
  end
  local parts = {}
  for i = 2, 5 do parts[#parts + 1] = rival.shown(results[i], names) end
  return table.concat(parts, " | ")
end

-- Both outcomes must be the same; where the original crashes, the drop-in must raise a message.
function rival.same(original, dropin, what)
  if original == "crash" and dropin:find("^error ") then return end
  if original ~= dropin then
    lu.fail(("%s:\n  original: %s\n  drop-in:  %s"):format(what, original, dropin))
  end
end

-- LuaJIT's own tostring rounds ties of 14 digits up, C rounds them to even: an outcome without the
-- last digits of such numbers.
function rival.untied(outcome)
  if not jit then return outcome end
  return (outcome:gsub("%d[%d.]+%d", function(number)
    return #number >= 12 and number:sub(1, 11) or nil
  end))
end

-- A text of up to `most` tokens; the first `plain` of the list come more often.
function rival.text(random, tokens, plain, most)
  local out = {}
  for i = 1, random(most) do
    out[i] = tokens[random(random(3) == 1 and #tokens or plain)]
  end
  return table.concat(out)
end

return rival
