-- decode.lua — decodes JSON into values.  The output of a line follows its arrow.
local fleece = require "fleece"

local order = fleece.decode [[
  { "id": 7, "customer": null, "paid": true, "notes": [],
    "lines": [ { "seed": "Arnika", "grams": 2.5 }, { "seed": "Mohn", "grams": 10 } ] }
]]
print(order.id, order.lines[1].seed, order.lines[2].grams) --> 7	Arnika	10

-- null becomes a value that a table can hold.
print(order.customer == fleece.null) --> true
print(fleece.decode('{"customer":null}', { null = fleece.nothing }).customer) --> nil

-- A round trip changes nothing: [] stays [], true stays true.
print(fleece.encode(order, { sort_keys = true }))
--> {"customer":null,"id":7,"lines":[{"grams":2.5,"seed":"Arnika"},{"grams":10,"seed":"Mohn"}],"notes":[],"paid":true}

-- Integers that are too large for Lua keep their digits with "raw", or become strings.
local bill = '{"account":98765432109876543210}'
print(fleece.encode(fleece.decode(bill, { bigint = "raw" })))    --> {"account":98765432109876543210}
print(fleece.decode(bill, { bigint = "string" }).account)        --> 98765432109876543210

-- Untrusted text: check it, or use the message and the details.
print(fleece.valid('{"grams": 2.5}'))  --> true
local safe = require "fleece.safe"
local value, message, detail = safe.decode '{"lines":[{"grams":2,5}]}'
print(value, message)
--> nil	expected a string as object key at line 1 column 22 (byte 22): …"lines":[{"grams":2,5}]}
print(detail.code, detail.line, detail.column) --> OBJECT_KEY	1	22

-- A codec with limits, for untrusted text; its options are checked once.
local careful = fleece.new { max_bytes = 100000, max_depth = 16, max_keys = 1000, duplicates = "error" }
print(pcall(careful.decode, '{"a":1,"a":2}') == false) --> true

-- JSON that people write by hand.
local by_hand = fleece.new { comments = true, trailing_commas = true }
print(by_hand.decode("[1, 2, // and so on\n]")[2]) --> 2

-- NDJSON: one value per line.
local total = 0
for line in ('{"grams":2}\n{"grams":3}\n'):gmatch("[^\n]+") do
  total = total + fleece.decode(line).grams
end
print(total) --> 5
