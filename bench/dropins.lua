-- SPDX-License-Identifier: MIT
--
-- Measures what a drop-in costs compared with the native call that does the same work, in one run:
--
--   lua bench/dropins.lua [--rounds N] [--time SECONDS] [library ...]
--
-- Owns: which native options correspond to a drop-in's defaults, and the table on the screen.
-- Must not know: how times are measured (bench.harness).
-- The native codec has the drop-in's escapes and metatables where it has such options, so that the
-- difference is due to the drop-in; other number formats count as part of the drop-in.

local here = arg[0]:match("^(.*)/") or "."
package.path = here .. "/../?.lua;" .. package.path

local fleece = require("fleece")
local harness = require("bench.harness")
local options = require("bench.options")

-- The native call uses the library's own null.
local nothing = fleece.nothing

local LIBRARIES = {
  cjson = { encode = { escape = "E4" }, decode = { empty_array = false } },
  dkjson = { encode = {}, decode = { arrays = true, objects = true, null = nothing } },
  json4lua = { encode = { escape = "E4" }, decode = { empty_array = false, null = nothing } },
  luajson = { encode = { escape = "E4" }, decode = { arrays = true },
    read = function(text) -- its null is a function, which the native call cannot encode
      local json = require("fleece.compat.luajson")
      return json.decode(text, json.decode.simple)
    end },
  rapidjson = { encode = { utf8 = "pass" }, decode = { arrays = true, objects = true } },
  rxi = { encode = { utf8 = "pass" }, decode = { empty_array = false, null = nothing } },
  simdjson = { encode = { metamethods = false }, decode = { empty_array = false },
    parse = "parse" },
}

local o, names = options.parse(arg, {
  rounds = { "number", 9, "rounds; each measures all contenders" },
  time = { "number", 0.02, "seconds per sample" },
}, "dropins.lua [--rounds N] [--time SECONDS] [library ...]")
if #names == 0 then
  for name in pairs(LIBRARIES) do names[#names + 1] = name end
  table.sort(names)
end

local function record(i)
  return { entry1 = 123 + i, entry2 = 456.789, entry3 = "string",
    entry4 = { "a", "b", "c", "d", "e", "..." },
    entry5 = { entry1 = 1123, entry2 = 1456.789, entry3 = "Another string",
      entry4 = { "a", "b", "c", "d", "e", "..." } } }
end

local function documents()
  local list = { { "{}", {} }, { "[1,2,3]", { 1, 2, 3 } }, { "a small nested record", record(0) } }
  local records = {}
  for i = 1, 1000 do records[i] = record(i) end
  list[#list + 1] = { "1000 records", records }
  for _, name in ipairs { "twitter", "citm_catalog", "canada" } do
    local file = io.open(here .. "/data/" .. name .. ".json", "rb")
    if file then
      list[#list + 1] = { name, nil, file:read("*a") }
      file:close()
    end
  end
  return list
end

-- The median time of each of two functions, measured alternately and equally often, so that the state
-- of the collector is the same for both.
local function times(f, g, argument)
  local native, dropin = harness.loop(f, argument), harness.loop(g, argument)
  local results = harness.compare({ { name = "native", run = native },
    { name = "drop-in", run = dropin } },
    { rounds = o.rounds, counts = math.max(8, harness.calibrate(native, o.time)) })
  return results[1].median, results[2].median
end

print("| drop-in | document | encode | decode |")
print("| --- | --- | ---: | ---: |")
for _, name in ipairs(names) do
  local library = assert(LIBRARIES[name], "no such drop-in: " .. name)
  local ours = require("fleece.compat." .. name)
  local decode = ours[library.parse or "decode"]
  local encoder, decoder = fleece.new(library.encode), fleece.new(library.decode)
  for _, document in ipairs(documents()) do
    local text = document[3] or fleece.encode(document[2])
    local value = document[2] or (library.read or decode)(text)
    local native, dropin = times(encoder.encode, ours.encode, value)
    local native_in, dropin_in = times(decoder.decode, decode, text)
    print(("| %s | %s | %+.0f %% of %.3g µs | %+.0f %% of %.3g µs |"):format(name, document[1],
      (dropin / native - 1) * 100, native * 1e6, (dropin_in / native_in - 1) * 100, native_in * 1e6))
  end
end
