-- decode.lua — JSON in, values out.  What a line prints stands behind its arrow.
local fleece = require "fleece"

local order = fleece.decode [[
  { "id": 7, "customer": null, "paid": true, "notes": [],
    "lines": [ { "seed": "Arnika", "grams": 2.5 }, { "seed": "Mohn", "grams": 10 } ] }
]]
print(order.id, order.lines[1].seed, order.lines[2].grams) --> 7	Arnika	10

-- null is a value, so that it can stand in a table.
print(order.customer == fleece.null) --> true
print(fleece.decode('{"customer":null}', { null = fleece.nothing }).customer) --> nil

-- What came in goes out: [] stays [], true stays true.
print(fleece.encode(order, { sort_keys = true }))
--> {"customer":null,"id":7,"lines":[{"grams":2.5,"seed":"Arnika"},{"grams":10,"seed":"Mohn"}],"notes":[],"paid":true}

-- Integers that are too large for Lua pass unharmed with "raw", or become strings.
local bill = '{"account":98765432109876543210}'
print(fleece.encode(fleece.decode(bill, { bigint = "raw" })))    --> {"account":98765432109876543210}
print(fleece.decode(bill, { bigint = "string" }).account)        --> 98765432109876543210

-- A text from outside: check it, or take the message and the details.
print(fleece.valid('{"grams": 2.5}'))  --> true
local safe = require "fleece.safe"
local value, message, detail = safe.decode '{"lines":[{"grams":2,5}]}'
print(value, message)
--> nil	expected a string as object key at line 1 column 22 (byte 22): …"lines":[{"grams":2,5}]}
print(detail.code, detail.line, detail.column) --> OBJECT_KEY	1	22

-- A codec with limits, for strangers; its options are checked once.
local careful = fleece.new { max_bytes = 100000, max_depth = 16, max_keys = 1000, duplicates = "error" }
print(pcall(careful.decode, '{"a":1,"a":2}') == false) --> true

-- What people write by hand.
local by_hand = fleece.new { comments = true, trailing_commas = true }
print(by_hand.decode("[1, 2, // and so on\n]")[2]) --> 2

-- Lines of JSON (NDJSON): one value each.
local total = 0
for line in ('{"grams":2}\n{"grams":3}\n'):gmatch("[^\n]+") do
  total = total + fleece.decode(line).grams
end
print(total) --> 5
