-- rival.lua — compares an original with its drop-in: loads the original, describes what both do.
-- Owns: the comparison that the suites test_compat_* share.
-- Must not know: any library.
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"
local values = require "values"

local rival = {}

-- The modules, in the order of the names, and the first name that is not installed.  Undoes what
-- loading them left behind.
local function fetch(...)
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
  return modules, missing
end

local function absent(what)
  judge.note("%s is not installed: its drop-in was not compared with it", what)
  return nil
end

-- The original's modules, in the order of the names, or nothing if they are not installed; then it
-- adds a note that says so.
function rival.load(...)
  local modules, missing = fetch(...)
  if missing then return absent(missing) end
  return (table.unpack or unpack)(modules, 1, select("#", ...))
end

-- The same for one module whose name other libraries share: it is the right one if it has such a field.
function rival.load_with(field, name, what)
  local module = fetch(name)[1]
  if type(module) == "table" and module[field] ~= nil then return module end
  return absent(what)
end

-- A message without the source position that `error` puts before it.
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

-- Equal texts for equal values.  names: what to call certain values.
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

-- The outcome of a call as one text: results, or the message.  Lua's own errors (from an original
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

-- Both outcomes must be the same; if the original crashes, the drop-in must raise a message.
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

-- Two readers must do the same with texts: o.one and o.other, for o.rounds texts from o.seed.
-- o: tokens and plain, as above; names for the one's values, other_names for the other's; and allowed
-- differences, alike(text, outcome, other outcome) -> true.
function rival.same_texts(o)
  local random = values.random(o.seed)
  for _ = 1, o.rounds do
    local text = rival.text(random, o.tokens, o.plain, 9)
    local one, other = rival.outcome(o.names, o.one, text), rival.outcome(o.other_names, o.other, text)
    if not (o.alike and o.alike(text, one, other)) then rival.same(one, other, ("%q"):format(text)) end
  end
end

-- The same for two writers.  o.shown, if present, converts an outcome into one that can be compared.
function rival.same_values(o)
  local random, shown = values.random(o.seed), o.shown or rival.untied
  for _ = 1, o.rounds do
    local value = values.value(random, 4)
    rival.same(shown(rival.outcome(nil, o.one, value)), shown(rival.outcome(nil, o.other, value)), "a value")
  end
end

return rival
