-- SPDX-License-Identifier: MIT
--
-- The texts that the benchmarks decode. Owns: these texts: the documents and shapes unchanged, and the
-- generated values as a simple separate writer prints them, the same on every Lua (keys sorted, no
-- spaces). Must not know: engines, timing.
--
-- A text workload: name, title, count and unit (what a time is divided by), spread (`text` is a
-- list of messages decoded one by one), text, bytes (in total).

local shapes = require("bench.shapes")
local workloads = require("bench.workloads")

local texts = {}

local function number_text(n)
  if math.floor(n) == n and n > -1e15 and n < 1e15 then return string.format("%.0f", n) end
  for digits = 15, 17 do
    local text = string.format("%." .. digits .. "g", n)
    if tonumber(text) == n then return text end
  end
end

-- Strings here contain only letters, digits and characters that need no escape.
local function string_text(s)
  assert(not s:find('[%c"\\\127-\255]'), "this writer escapes nothing")
  return '"' .. s .. '"'
end

-- x2 before x10.
local function in_order(a, b)
  if #a ~= #b and a:find("^x%d+$") and b:find("^x%d+$") then return #a < #b end
  return a < b
end

local function write(value)
  local kind = type(value)
  if kind == "number" then return number_text(value) end
  if kind == "string" then return string_text(value) end
  if kind ~= "table" then return tostring(value) end
  local parts = {}
  if value[1] ~= nil then
    for i, v in ipairs(value) do parts[i] = write(v) end
    return "[" .. table.concat(parts, ",") .. "]"
  end
  local keys = {}
  for k in pairs(value) do keys[#keys + 1] = k end
  table.sort(keys, in_order)
  for i, k in ipairs(keys) do parts[i] = string_text(k) .. ":" .. write(value[k]) end
  return "{" .. table.concat(parts, ",") .. "}"
end
texts.write = write

texts.all = { "ints", "pairs", "strings", "strpairs", "floats", "haproxy" }
for _, name in ipairs({
  "twitter", "citm_catalog", "canada", "golang_source", "synthea_fhir", "string_unicode", "string_escaped",
  "search_result", "records", "made_records",
}) do
  table.insert(texts.all, name)
end
for _, list in ipairs({ shapes.hard, shapes.tiny }) do
  for _, name in ipairs(list) do table.insert(texts.all, name) end
end

local function split(text)
  local list = {}
  for line in text:gmatch("[^\r\n]+") do list[#list + 1] = line end
  return list
end

local function with_sizes(w)
  w.bytes = 0
  for _, text in ipairs(w.spread and w.text or { w.text }) do w.bytes = w.bytes + #text end
  return w
end

-- Returns nil and a reason if the data is missing. options: data, elements. million_ints is one
-- large array.
function texts.open(name, options)
  if name == "million_ints" then
    options = { elements = 1000000 }
    name = "ints"
  end
  local text, spread, file = workloads.document_text(name, options.data)
  if text then
    local list = spread and split(text)
    return with_sizes({
      name = name,
      title = file ~= name .. ".json" and not spread and name .. " (" .. file .. ")" or name,
      count = spread and #list or 1,
      unit = spread and "record" or "document",
      spread = spread,
      text = list or text,
    })
  end
  local shape = shapes.open(name, options.elements)
  if shape then return with_sizes(shape) end
  local w, why = workloads.open(name, { elements = options.elements, data = options.data })
  if not w then return nil, file or why end
  local value, text_of = w.value(), {}
  if w.spread then
    for i, message in ipairs(value) do text_of[i] = write(message) end
  else
    text_of = write(value)
  end
  return with_sizes({
    name = name, title = w.title, count = w.count, unit = w.unit, spread = w.spread, text = text_of,
  })
end

-- The calls "fleece decode" and "fleece valid", for drivers that measure one call: returns the
-- function; nil for a call that encodes.
function texts.call(call, found)
  local name, field = call:match("^(.*) (%l+)$")
  if field ~= "decode" and field ~= "valid" then return nil end
  for _, e in ipairs(found) do
    if e.name == name then return e[field] end
  end
  return nil
end

return texts
