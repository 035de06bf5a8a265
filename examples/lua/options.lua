-- options.lua — options for one call, and codecs, which keep options.
local fleece = require "fleece"

local seed = { species = "Arnika alpina", id = 7, colours = { "yellow" } }

-- Sorted, so that equal values give equal texts.
print(fleece.encode(seed, { sort_keys = true }))
--> {"colours":["yellow"],"id":7,"species":"Arnika alpina"}

-- These keys first.
print(fleece.encode(seed, { sort_keys = { "id", "species" } }))
--> {"id":7,"species":"Arnika alpina","colours":["yellow"]}

-- Indented, for people.
print(fleece.encode(seed, { sort_keys = true, indent = 2 }))
--> {
-->   "colours": [
-->     "yellow"
-->   ],
-->   "id": 7,
-->   "species": "Arnika alpina"
--> }

-- A codec checks its options once; another can inherit them.
local web = fleece.new { escape = "html", sort_keys = true }
print(web.encode { html = "<b>&" }) --> {"html":"\u003cb\u003e\u0026"}
local ascii = web:new { escape = "ascii" }
print(ascii.encode { b = "é", a = "🐝" }) --> {"a":"\ud83d\udc1d","b":"\u00e9"}

-- A value without a JSON form is an error, unless an option says what to write.
local lenient = fleece.new { nan = "null", unsupported = "tostring", utf8 = "replace" }
print(lenient.encode { 1 / 0, "\255" }) --> [null,"�"]
print(fleece.encode({ "x", print }, { unsupported = function(value, path)
  return type(value) .. " at " .. path
end })) --> ["x","function at $[2]"]

-- Unknown options are errors.
print(pcall(fleece.new, { indnt = 2 }) == false) --> true
