-- making.lua — a program: decodes and encodes with the collector stopped and prints how many bytes each
-- result takes, and a digest of its contents.
-- Owns: the texts.  Run with and without FLEECE_MAKING=capi, it prints the same.
-- SPDX-License-Identifier: MIT

local here = (debug.getinfo(1, "S").source:match("^@(.*[/\\])") or "./")
package.path = here .. "?.lua;" .. here .. "../lua/?.lua;" .. package.path

local fleece = require("judge").fleece
if rawget(_G, "jit") then rawget(_G, "jit").off() end -- what a trace takes depends on addresses

local texts = { "[]", "{}", "[[],{},[[]]]", '["",""]', "[[1],[1,2],[1,2,3],[1,2,3,4],[1,2,3,4,5]]" }

-- strings of every length around the limit of 40 bytes, new and known
for n = 0, 45 do texts[#texts + 1] = ('["%s","%s"]'):format(("s"):rep(n), ("\\u00e4"):rep(n)) end

-- objects of every number of members around the powers of two, of one shape and loose
for _, n in ipairs { 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 60, 70, 300 } do
  local members = {}
  for i = 1, n do members[i] = ('"key %d":"value %d of %d"'):format(i, i, n) end
  local object = "{" .. table.concat(members, ",") .. "}"
  texts[#texts + 1] = ("[%s,%s,%s,%s]"):format(object, object, object, object)
end

-- more strings than the string table has lists
local many = {}
for i = 1, 5000 do many[i] = ('"new %d"'):format(i) end
texts[#texts + 1] = "[" .. table.concat(many, ",") .. "]"

local function digest(v, h)
  if type(v) ~= "table" then
    for i = 1, #tostring(v), #tostring(v) > 100000 and 4095 or 1 do h = (h * 31 + tostring(v):byte(i)) % 2147483647 end
    return h
  end
  local keys = {}
  for k in pairs(v) do keys[#keys + 1] = k end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  for _, k in ipairs(keys) do h = digest(v[k], digest(k, h)) end
  return h
end

local function measured(name, f, argument)
  collectgarbage()
  collectgarbage("stop")
  local before = collectgarbage("count")
  local value = f(argument)
  local used = collectgarbage("count") - before
  collectgarbage("restart")
  print(("%s %d %d"):format(name, used * 1024, digest(value, 7)))
end

print("making " .. fleece.info().making)
fleece.decode('[{"a":1}]') -- the first call also allocates what is kept between calls
for round = 1, 3 do -- shapes get their tables, and keys are known, from the second round on
  for i, text in ipairs(texts) do
    measured(round .. " " .. i, fleece.decode, text)
  end
end

-- large results: encode adds two bytes
fleece.encode(1)
for n = 4 * 1024 * 1024 - 4, 4 * 1024 * 1024 + 1 do measured("result " .. n, fleece.encode, ("x"):rep(n)) end
