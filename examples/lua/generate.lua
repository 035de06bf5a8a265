--[[
generate.lua [records] [seed] > catalogue.lua — generates the sample data of the examples.

An invented catalogue of a seed library: nested records with strings (escapes, quotes, many
scripts), integers, floats, booleans, arrays and maps.  It has its own random number generator,
so that every Lua writes the same bytes:

    lua examples/lua/generate.lua > examples/lua/catalogue.lua

SPDX-License-Identifier: MIT
--]]

local records = tonumber(arg and arg[1]) or 420
local state = tonumber(arg and arg[2]) or 20110320

-- The minimal standard generator of Park and Miller; exact in a double.
local function random(n)
  state = state * 16807 % 2147483647
  return state % n + 1
end

local function one_of(list) return list[random(#list)] end

local genera = { "Arnika", "Bellovia", "Calendra", "Dravina", "Elmeria", "Fennugo", "Galantis",
  "Hyssandra", "Ixoriel", "Jasmira", "Kalmette", "Lunarex", "Mirabond", "Nigellot", "Orvala" }
local epithets = { "alpina", "borealis", "crispa", "dulcis", "estiva", "fragrans", "glauca",
  "hirsuta", "incana", "lutea", "maritima", "nivalis", "odorata", "pumila", "rubra" }
local names = {
  { de = "Schwarzkümmelblüte", en = "Lady's \"Night\" Flower", fr = "Fleur d'été", ja = "夏の花" },
  { de = "Öhrchenkraut", en = "Little-ear", el = "Αυτάκι", pl = "Uszkó łąkowe" },
  { de = "Weißer Stern", en = "White Star", ru = "Белая звезда", ar = "نجمة بيضاء" },
  { de = "Süßgras", en = "Sweet\\Savoury Grass", he = "עשב מתוק", ko = "단풀" },
  { de = "Große Königin", en = "Queen / King", hi = "बड़ी रानी", zh = "大王后" },
  { de = "Zwergenhut", en = "Gnome's Hat 🎩", sv = "Tomteluva", th = "หมวกคนแคระ" },
}
local colours = { "white", "cream", "yellow", "apricot", "rose", "crimson", "violet", "sky blue" }
local places = { "Greenhouse 3", "Cold store", "Drawer \"K\"", "Shelf\tNorth", "C:\\seeds\\old",
  "Annex/2" }
local people = { "Zoë", "Björn", "Nadia", "O'Neil" }
local sentences = {
  "Sow on the surface; light wakes the seed.",
  "Keeps for years if dry.\nDo not freeze.",
  "She wrote: \"the best of the bed\".",
  "Blüht früh – manchmal schon im März.",
  "Soak overnight in water at 25 °C, then sow 5 mm deep.",
  "Prix au marché : 4 € le sachet.",
  "Collected near the sea wall, path A\\B, by hand.",
  "Slow to start\t(28 days or more).",
  "種は浅くまく。",
  "Loved by bees 🐝 and, alas, by snails 🐌.",
}

local escapes = { ["\\"] = "\\\\", ['"'] = '\\"', ["\n"] = "\\n", ["\t"] = "\\t" }

-- A Lua literal of a string, with the escapes that people write.
local function quoted(text)
  return '"' .. text:gsub('[\\"\n\t]', escapes) .. '"'
end

local function decimals(whole, places_after)
  local digits = {}
  for i = 1, places_after do digits[i] = random(10) - 1 end
  if places_after > 0 and digits[places_after] == 0 then digits[places_after] = 7 end
  return ("%d.%s"):format(random(whole) - 1, table.concat(digits))
end

local function write(...) io.write(...) end

local function write_names()
  local picked = one_of(names)
  local languages = {}
  for language in pairs(picked) do languages[#languages + 1] = language end
  table.sort(languages)
  write("    names = { ")
  for _, language in ipairs(languages) do
    write(language, " = ", quoted(picked[language]), ", ")
  end
  write("},\n")
end

local function write_list(name, item, most)
  write("    ", name, " = { ")
  for _ = 1, random(most) do write(item(), ", ") end
  write("},\n")
end

local function write_lot(number)
  write("      { lot = ", number, ", packed = ", 1262304000 + random(500000000))
  write(", grams = ", decimals(400, 2), ", viability = ", decimals(1, 4))
  write(", place = ", quoted(one_of(places)))
  write(", sold_out = ", random(4) == 1 and "true" or "false", " },\n")
end

local function write_record(id)
  write("  {\n    id = ", id, ",\n")
  write("    species = ", quoted(one_of(genera) .. " " .. one_of(epithets)), ",\n")
  write_names()
  write_list("colours", function() return quoted(one_of(colours)) end, 4)
  write_list("germination_days", function() return random(40) end, 8)
  write("    position = { latitude = ", random(2) == 1 and "-" or "", decimals(90, 6),
    ", longitude = ", random(2) == 1 and "-" or "", decimals(180, 6),
    ", altitude = ", random(3000) - 100, " },\n")
  write("    weight_of_one = ", decimals(1, 3), "e-", random(6), ",\n")
  write("    barcode = ", "40", 100000 + random(800000), 10000 + random(80000), ",\n")
  write("    notes = ", quoted(one_of(sentences) .. " " .. one_of(sentences)), ",\n")
  write("    [\"last check\"] = { by = ", quoted(one_of(people)))
  write(", ok = ", random(9) == 1 and "false" or "true", " },\n")
  write("    lots = {\n")
  for number = 1, random(4) do write_lot(number) end
  write("    },\n  },\n")
end

write("-- The catalogue of an invented seed library, made by generate.lua.\n")
write("-- Plain Lua data: `fleece` reads it without running it.\n-- luacheck: ignore 631\n\nreturn {\n")
for id = 1, records do write_record(id) end
write("}\n")
