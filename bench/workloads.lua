-- SPDX-License-Identifier: MIT
--
-- The values that the benchmarks encode. Owns: the generated values (the same on every Lua: own
-- random numbers) and reading the documents of bench/data. Must not know: engines, timing.
--
-- A workload: name, title, count and unit (what a time is divided by), spread (the value is a
-- list of messages encoded one by one), has_null, and value(null) -> the value, with `null` as
-- JSON's null.

local random = require("bench.random")

local shapes = require("bench.shapes")

local generator = random.generator
local workloads = {}

local function letters(below)
  local bytes = {}
  for i = 1, below(20) + 1 do bytes[i] = string.char(97 + below(26)) end
  return table.concat(bytes)
end

-- The characters that E4 escapes.
local special = {}
for code = 0, 31 do special[#special + 1] = string.char(code) end
for _, c in ipairs({ "\127", '"', "\\", "/" }) do special[#special + 1] = c end

local function letters_and_specials(below, one_in)
  local bytes = {}
  for i = 1, below(20) + 1 do
    bytes[i] = below(one_in) == 0 and special[below(#special) + 1] or string.char(97 + below(26))
  end
  return table.concat(bytes)
end

-- fill(t, n, string): inserts one by one into an empty table, as programs do.
local function array_of(make)
  return function(n)
    local below, unit = generator(20110320)
    local t = {}
    for i = 1, n do t[i] = make(below, unit, i) end
    return t
  end
end

local function map_of(make_key, make_value)
  return function(n)
    local below, unit = generator(20110320)
    local t, filled = {}, 0
    while filled < n do
      local key = make_key(below, filled + 1)
      if t[key] == nil then
        filled = filled + 1
        t[key] = make_value(below, unit, filled)
      end
    end
    return t
  end
end

local function numbered(_, i) return "x" .. i end
local function index(_, _, i) return i end

local fillers = {
  ints = array_of(index),
  pairs = map_of(numbered, index),
  strings = array_of(letters),
  strpairs = map_of(letters, letters),
  floats = array_of(function(_, unit) return unit() end),
}
for _, one_in in ipairs({ 10, 30, 100, 1000 }) do
  local function make(below) return letters_and_specials(below, one_in) end
  fillers["esc" .. one_in] = array_of(make)
  fillers["escpairs" .. one_in] = map_of(make, make)
end

local titles = {
  ints = "t[i]=i",
  pairs = "t['x'..i]=i",
  strings = "t[i]=randstr(i)",
  strpairs = "t[randstr(i)]=randstr(i)",
  floats = "t[i]=random()",
}

function workloads.classic(name, n)
  n = n or 1000
  local one_in = name:match("^esc%a*(%d+)$")
  local title = titles[name]
  if one_in then
    title = (name:find("pairs") and titles.strpairs or titles.strings) .. ", escapes 1 in " .. one_in
  end
  local value
  return {
    name = name,
    title = title,
    count = n,
    unit = "element",
    value = function()
      value = value or fillers[name](n)
      return value
    end,
  }
end

local function haproxy()
  return {
    entry1 = 123,
    entry2 = 456.789,
    entry3 = "string",
    entry4 = { "a", "b", "c", "d", "e", "..." },
    entry5 = {
      entry1 = 1123,
      entry2 = 1456.789,
      entry3 = "Another string",
      entry4 = { "a", "b", "c", "d", "e", "..." },
    },
  }
end

local function generated_records(n)
  local below, unit = generator(19790101)
  local makes = { "HOND", "FORD", "TOYT", "NISS", "BMW", "MERZ" }
  local list = {}
  for i = 1, n do
    list[i] = {
      id = 1103341116 + i,
      issued = string.format("2015-12-%02dT%02d:%02d:00", below(28) + 1, below(24), below(60)),
      make = makes[below(#makes) + 1],
      colour = letters(below),
      location = below(20000) .. " " .. letters(below):upper() .. " AV",
      fine = below(400),
      latitude = 33 + unit(),
      longitude = -118 - unit(),
      open = below(2) == 0,
      tags = { letters(below), letters(below) },
    }
  end
  return list
end

-- ---------------------------------------------------------------------------------------------
-- Documents and shapes: values that a reader makes of a text

local function read_file(path)
  local file = io.open(path, "rb")
  if not file then return nil end
  local text = file:read("*a")
  file:close()
  return text
end

local function replace_null(value, from, to)
  if value == from then return to end
  if type(value) ~= "table" then return value end
  local copy = {}
  local n = #value
  for i = 1, n do copy[i] = replace_null(value[i], from, to) end
  for k, v in pairs(value) do
    if copy[k] == nil then copy[k] = replace_null(v, from, to) end
  end
  return copy
end

local function holds(value, what)
  if value == what then return true end
  if type(value) ~= "table" then return false end
  for _, v in pairs(value) do
    if holds(v, what) then return true end
  end
  return false
end

local function lines_decoded(text, reader)
  local list = {}
  for line in text:gmatch("[^\r\n]+") do list[#list + 1] = reader.decode(line) end
  return list
end

local function document(name, text, reader, spread)
  local base = spread and lines_decoded(text, reader) or reader.decode(text)
  local has_null = holds(base, reader.null)
  local copies = {}
  return {
    name = name,
    title = name,
    count = spread and #base or 1,
    unit = spread and "record" or "document",
    spread = spread,
    has_null = has_null,
    value = function(null)
      if not has_null or null == reader.null then return base end
      copies[null] = copies[null] or replace_null(base, reader.null, null)
      return copies[null]
    end,
  }
end

-- ---------------------------------------------------------------------------------------------
-- The list

local documents = {
  { name = "twitter", files = { "twitter.json" } },
  { name = "citm_catalog", files = { "citm_catalog.json" } },
  { name = "canada", files = { "canada.json", "canada_geometry.json" } },
  { name = "golang_source", files = { "golang_source.json" } },
  { name = "synthea_fhir", files = { "synthea_fhir.json" } },
  { name = "string_unicode", files = { "string_unicode.json" } },
  { name = "string_escaped", files = { "string_escaped.json" } },
  { name = "search_result", files = { "search_result.json" } },
  { name = "records", files = { "records.ndjson" }, spread = true },
}

local classic_names = { "ints", "pairs", "strings", "strpairs", "floats", "esc10", "esc100", "esc1000" }

workloads.all = {}
for _, name in ipairs(classic_names) do table.insert(workloads.all, name) end
table.insert(workloads.all, "haproxy")
for _, d in ipairs(documents) do table.insert(workloads.all, d.name) end
table.insert(workloads.all, "made_records")

-- The values of these are like others.
local only_decoded = {
  escapes9 = true, unicode_escapes = true, shuffled = true, shuffled_indented = true, repeated_keys = true,
}
for _, list in ipairs({ shapes.hard, shapes.tiny }) do
  for _, name in ipairs(list) do
    if not only_decoded[name] then table.insert(workloads.all, name) end
  end
end

local function find_document(entry, directory)
  for _, file in ipairs(entry.files) do
    local text = read_file(directory .. "/" .. file)
    if text then return text, file end
  end
  return nil
end

-- The text of a document, whether it is a list of messages, and the file's name; nil and a reason.
function workloads.document_text(name, directory)
  for _, entry in ipairs(documents) do
    if entry.name == name then
      local text, file = find_document(entry, directory)
      if text then return text, entry.spread, file end
      return nil, false, name .. ": " .. entry.files[1] .. " is not in " .. directory
    end
  end
  return nil, false, nil
end

-- Creates one workload each time, so that only one document is alive and the collector has nothing
-- else to walk. Returns nil and a reason if its data is missing.
function workloads.open(name, options)
  if fillers[name] then return workloads.classic(name, options.elements) end
  if name == "haproxy" then
    local value = haproxy()
    return {
      name = name,
      title = "HAProxy record",
      count = 1,
      unit = "record",
      value = function() return value end,
    }
  end
  if name == "made_records" then
    local value = generated_records(1000)
    return {
      name = name,
      title = "generated records",
      count = #value,
      unit = "record",
      spread = true,
      value = function() return value end,
    }
  end
  for _, entry in ipairs(documents) do
    if entry.name == name then
      if not options.reader then return nil, name .. ": needs lua-cjson or dkjson to read the document" end
      local text, file = find_document(entry, options.data)
      if not text then return nil, name .. ": " .. entry.files[1] .. " is not in " .. options.data end
      local w = document(name, text, options.reader, entry.spread)
      if file ~= entry.files[1] then w.title = name .. " (" .. file .. ")" end
      return w
    end
  end
  local shape = shapes.open(name, options.elements)
  if shape then
    if not options.reader then return nil, name .. ": needs lua-cjson or dkjson to read the text" end
    local w = document(name, shape.text, options.reader)
    w.title, w.count, w.unit = shape.title, shape.count, shape.unit == "text" and "value" or shape.unit
    return w
  end
  return nil, name .. ": no such workload; there are " .. table.concat(workloads.all, ", ")
end

return workloads
