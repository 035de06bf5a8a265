-- streaming.lua — writes large output in pieces: the whole text is never in memory.
local fleece = require "fleece"

local measurements = {}
for i = 1, 20000 do measurements[i] = { id = i, value = i / 8 } end

-- To a file.
local path = os.tmpname()
local file = assert(io.open(path, "wb"))
fleece.encode_to(file, measurements, { sort_keys = true })
file:close()
file = assert(io.open(path, "rb"))
local text = file:read("*a")
file:close()
os.remove(path)
print(#text, text:sub(1, 40)) --> 560018	[{"id":1,"value":0.125},{"id":2,"value":

-- To a function: a socket, a compressor, a hash.  Returning false stops the encoding.
local pieces, bytes = 0, 0
fleece.encode_to(function(piece)
  pieces, bytes = pieces + 1, bytes + #piece
end, measurements)
print(pieces > 1, bytes) --> true	560018

local ok = pcall(fleece.encode_to, function() return false end, measurements)
print(ok) --> false

-- Line by line (NDJSON): one codec, many values.
local codec, lines = fleece.new { sort_keys = true }, {}
for i = 1, 3 do codec.encode_to(function(piece) lines[#lines + 1] = piece end, measurements[i]) end
print(table.concat(lines, "\n"))
--> {"id":1,"value":0.125}
--> {"id":2,"value":0.25}
--> {"id":3,"value":0.375}

-- To a buffer that collects several values.
local buffer = fleece.buffer()
fleece.encode_to(buffer, { 1 })
fleece.encode_to(buffer, { 2 })
print(#buffer, tostring(buffer)) --> 6	[1][2]
