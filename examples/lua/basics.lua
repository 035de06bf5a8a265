-- basics.lua — encodes values as JSON.  The output of a line follows its arrow.
local fleece = require "fleece"

-- The classic call: fast, without spaces.  The second argument says what is escaped.
print(fleece.json({ 1, 2.5, "three", true, nil })) --> [1,2.5,"three",true]
print(fleece.json({ 'say "hi"' }, "E2"))           --> ["say \"hi\""]
print(fleece.json({}))                             --> []

-- encode writes valid JSON or raises an error that names the place.
print(fleece.encode({ "tab\there", "naïve", "10 €" })) --> ["tab\there","naïve","10 €"]
print(fleece.encode({ a = {} }))                        --> {"a":{}}
print(pcall(fleece.encode, { user = { name = print } })) --> false	cannot encode function at $.user.name

-- A number is written as the shortest text that reads back the same.
print(fleece.encode({ 0.1, 1e100, -0.5, 2 ^ 53, 1 / 3 }))
--> [0.1,1e+100,-0.5,9007199254740992,0.3333333333333333]

-- The length of the text, without building it.
print(fleece.size({ 1, 2, 3 })) --> 7

-- The safe variant returns nil and a message.
local safe = require "fleece.safe"
local text, message = safe.encode({ 0 / 0 })
print(text, message) --> nil	cannot encode NaN at $[1]
