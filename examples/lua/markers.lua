-- markers.lua — what Lua cannot say by itself: null, empty arrays, objects with number keys,
-- JSON that is there already.
local fleece = require "fleece"

-- nil in a table is nothing; fleece.null is JSON's null.
print(fleece.encode { name = fleece.null }) --> {"name":null}

-- {} is an object unless something says that it is an array.
print(fleece.encode { {}, fleece.array {}, fleece.empty_array }) --> [{},[],[]]
print(fleece.encode({ {}, {} }, { empty_table = "array" }))      --> [[],[]]

-- Keys 1 to n make an array; object() says otherwise.
print(fleece.encode(fleece.object { "a" })) --> {"1":"a"}

-- JSON text that is at hand goes in as it is; raw() checks it once.
local settings = fleece.raw '{"kept": "as it is"}'
print(fleece.encode { settings, settings })     --> [{"kept": "as it is"},{"kept": "as it is"}]
print(pcall(fleece.raw, '{"broken":') == false) --> true

-- A type of your own says how it is written.
local Money = {}
Money.__index = Money
function Money:__tojson() return ('{"cents":%d}'):format(self.cents) end
print(fleece.encode { setmetatable({ cents = 450 }, Money) }) --> [{"cents":450}]
