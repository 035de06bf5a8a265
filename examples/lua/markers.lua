-- markers.lua — what plain Lua values cannot express: null, empty arrays, objects with number keys,
-- ready-made JSON.
local fleece = require "fleece"

-- A table cannot hold nil; fleece.null is JSON's null.
print(fleece.encode { name = fleece.null }) --> {"name":null}

-- {} is an object unless a marker or an option makes it an array.
print(fleece.encode { {}, fleece.array {}, fleece.empty_array }) --> [{},[],[]]
print(fleece.encode({ {}, {} }, { empty_table = "array" }))      --> [[],[]]

-- A table with keys 1 to n is an array, unless object() marks it.
print(fleece.encode(fleece.object { "a" })) --> {"1":"a"}

-- Ready-made JSON text is copied unchanged; raw() checks it once.
local settings = fleece.raw '{"kept": "as it is"}'
print(fleece.encode { settings, settings })     --> [{"kept": "as it is"},{"kept": "as it is"}]
print(pcall(fleece.raw, '{"broken":') == false) --> true

-- Your own types can define how they are written.
local Money = {}
Money.__index = Money
function Money:__tojson() return ('{"cents":%d}'):format(self.cents) end
print(fleece.encode { setmetatable({ cents = 450 }, Money) }) --> [{"cents":450}]
