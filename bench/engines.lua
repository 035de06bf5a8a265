-- SPDX-License-Identifier: MIT
--
-- The packages that the benchmarks compare: those that `require` finds and those that `make bench-peers`
-- has built, with their versions.
-- Owns: how each package is loaded, identified and called. Must not know: what is measured.
-- A missing package is not an error; `engines.find` returns the ones that are there.

local records = require("bench.records")

local engines = {}

-- rank: fleece first, then packages in C, then packages in Lua. native: written in C or C++.
-- make(module) returns the list of engines that the module provides, or nil if it is another package
-- with the same name. An engine: name, call (as shown in tables), encode, arg, null,
-- decode, which takes a text and returns a value with that null.

local function version_of(m)
  local v = m._VERSION or m.version or m._version or m.VERSION
  if type(v) == "function" then return nil end
  return v and tostring(v):gsub("^%a[%a%-]*%s+", "")
end

local function plain(name, call, field, decode_field)
  return function(m)
    if type(m) ~= "table" or type(m[field]) ~= "function" then return nil end
    return { { name = name, call = call, encode = m[field], null = m.null, decode = m[decode_field or "decode"] } }
  end
end

-- Packages whose decoder drops null unless its third argument says what null becomes.
local function with_null(name, call, null)
  return function(m)
    if type(m) ~= "table" or type(m.encode) ~= "function" then return nil end
    local decode = m.decode
    null = null or m.null
    return {
      {
        name = name,
        call = call,
        encode = m.encode,
        null = null,
        decode = function(text) return (decode(text, 1, null)) end,
      },
    }
  end
end

local function fleece(m)
  local list = {}
  if type(m.json) == "function" then
    for i = 0, 4 do
      local flag = "E" .. i
      list[#list + 1] = {
        name = "fleece " .. flag,
        call = 'fleece.json(t, "' .. flag .. '")',
        encode = m.json,
        arg = flag,
        null = m.null,
        decode = m.decode,
      }
    end
  end
  if type(m.encode) == "function" then
    list[#list + 1] = {
      name = "fleece",
      call = "fleece.encode(t)",
      encode = m.encode,
      null = m.null,
      decode = m.decode,
      valid = m.valid,
    }
  end
  return list
end

-- Four packages are loaded as `json`: LuaJSON, JSON4Lua, rxi's json.lua and actboy168's.
local function any_json(m)
  if type(m) ~= "table" then return nil end
  if type(m.util) == "table" and m.util.null ~= nil then
    local encode, decode = m.encode, m.decode
    return {
      {
        name = "LuaJSON",
        call = "json.encode(t)",
        encode = type(encode) == "function" and encode or function(t) return encode(t) end,
        null = m.util.null,
        decode = function(text) return decode(text) end, -- a callable table
      },
    }
  end
  if type(m.encode) ~= "function" then return nil end
  local name = m._version and "rxi json.lua" or m.null ~= nil and "JSON4Lua" or "json"
  return { { name = name, call = "json.encode(t)", encode = m.encode, null = m.null, decode = m.decode } }
end

local function jeffrey(m)
  if type(m) ~= "table" or type(m.encode) ~= "function" or type(m.new) ~= "function" then return nil end
  return {
    {
      name = "JSON.lua",
      call = "JSON:encode(t)",
      encode = function(t) return m:encode(t) end,
      null = m.null,
      decode = function(text) return m:decode(text) end,
    },
  }
end

-- The ancestor, if it has been built: FLEECE_LITE names its shared object. It exports the same
-- luaopen function and sets a global, so it is loaded by path and the global is restored.
local function ancestor()
  local path = os.getenv("FLEECE_LITE")
  if not path or path == "" then return nil, "FLEECE_LITE is not set" end
  local open, message = package.loadlib(path, "luaopen_fleece")
  if not open then return nil, message end
  local kept, loaded = rawget(_G, "fleece"), package.loaded.fleece
  package.loaded.fleece = nil
  local m = open()
  rawset(_G, "fleece", kept)
  package.loaded.fleece = loaded
  return m
end

-- Beside this file: what `make bench-peers` has built for this Lua.
local here = debug.getinfo(1, "S").source:match("^@(.*)[/\\]") or "."
local peers = here .. "/out/" .. records.slug(records.lua()) .. "/peers/"

local function built(file, name)
  return function()
    local found = io.open(peers .. file .. ".so", "rb")
    if not found then return nil end
    found:close()
    local open, message = package.loadlib(peers .. file .. ".so", "luaopen_" .. name)
    if not open then return nil, message end
    return open()
  end
end

local catalogue = {
  { module = "fleece", rank = 1, native = true, make = fleece },
  {
    module = "fleece lite",
    rank = 2,
    native = true,
    load = ancestor,
    version = "0.3.1",
    make = plain("fleece lite", "fleece_lite.json(t)", "json"),
  },
  { module = "cjson", rank = 3, native = true, make = plain("lua-cjson", "cjson.encode(t)", "encode") },
  {
    module = "openresty cjson",
    rank = 3,
    native = true,
    load = built("openresty/cjson", "cjson"),
    make = plain("OpenResty cjson", "cjson.encode(t)", "encode"),
  },
  {
    module = "rapidjson",
    rank = 3,
    native = true,
    load = built("rapidjson", "rapidjson"),
    make = plain("lua-rapidjson", "rapidjson.encode(t)", "encode"),
  },
  {
    module = "simdjson",
    rank = 3,
    native = true,
    load = built("simdjson", "simdjson"),
    make = plain("lua-simdjson", "simdjson.encode(t)", "encode", "parse"),
  },
  { module = "yajl", rank = 3, native = true, make = plain("lua-yajl", "yajl.to_string(t)", "to_string", "to_value") },
  {
    module = "luajson",
    rank = 3,
    native = true,
    make = plain("luajson.c", "luajson.stringify(t)", "stringify", "parse"),
  },
  { module = "dkjson", rank = 4, one_file = true, make = with_null("dkjson", "dkjson.encode(t)") },
  { module = "lunajson", rank = 4, make = with_null("lunajson", "lunajson.encode(t)", {}) },
  { module = "json", rank = 4, make = any_json },
  { module = "json4lua", rank = 4, make = plain("JSON4Lua", "json4.encode(t)", "encode") },
  { module = "json4", rank = 4, make = plain("JSON4Lua", "json4.encode(t)", "encode") },
  { module = "rxi.json", rank = 4, make = plain("rxi json.lua", "rxi_json.encode(t)", "encode") },
  { module = "JSON", rank = 4, make = jeffrey },
}

-- A distribution packages Lua libraries for its own Lua versions; a package that is a single file of
-- plain Lua also works on a newer Lua (Lua 5.5 with Debian's package for 5.4).
local function borrowed(name)
  for minor = 5, 1, -1 do
    for _, prefix in ipairs({ "/usr/share/lua/5.", "/usr/local/share/lua/5." }) do
      local chunk = loadfile(prefix .. minor .. "/" .. name .. ".lua")
      if chunk then return chunk(name) end
    end
  end
  return nil
end

local function load_module(entry)
  local m, message
  if entry.load then
    m, message = entry.load()
    if m then return m end
  end
  local ok
  ok, m = pcall(require, entry.module)
  if ok then return m end
  local other = entry.one_file and borrowed(entry.module)
  if other then
    package.loaded[entry.module] = other
    return other
  end
  return nil, message or m
end

-- A module that exists but fails to load is reported; a missing one is not.
local function trouble(entry, message)
  message = tostring(message)
  if message:find("not found", 1, true) and message:find("no field package.preload", 1, true) then return nil end
  if message:find("is not set", 1, true) then return nil end
  return entry.module .. ": " .. (message:match("[^\n]+") or message)
end

-- Returns the engines, by rank, and a list of messages about installed modules that fail to load.
function engines.find()
  local found, messages, seen = {}, {}, {}
  for _, entry in ipairs(catalogue) do
    local m, message = load_module(entry)
    local list = m and entry.make(m)
    if not m then
      messages[#messages + 1] = trouble(entry, message)
    elseif list then
      for _, engine in ipairs(list) do
        if not seen[engine.name] then
          seen[engine.name] = true
          engine.rank, engine.native, engine.module = entry.rank, entry.native or false, entry.module
          engine.version = entry.version or version_of(m) or "version unknown"
          engine.is_fleece = entry.module == "fleece"
          found[#found + 1] = engine
        end
      end
    end
  end
  return found, messages
end

-- Does a reader keep 64-bit integers, if Lua has them? Debian's lua-cjson does not.
local function keeps_integers(decode)
  if not math.type then return true end
  local ok, list = pcall(decode, "[9007199254740993]")
  return ok and math.type(list[1]) == "integer" and list[1] == 9007199254740993
end

local function dkjson_reader(dkjson)
  local null = dkjson.null
  return {
    name = "dkjson",
    null = null,
    decode = function(text)
      local value, _, message = dkjson.decode(text, 1, null, nil, nil)
      if message then error(message, 0) end
      return value
    end,
  }
end

-- The reference reader that checks the outputs and reads the documents: the first of lua-cjson,
-- dkjson and Fleece itself that keeps integers. Returns {name, decode = function(text) ->
-- value, null}.
function engines.reference(found)
  local by_module = {}
  for _, e in ipairs(found) do by_module[e.module] = e end
  local cjson, dkjson, own = by_module.cjson, by_module.dkjson, by_module.fleece
  if cjson and cjson.decode and keeps_integers(cjson.decode) then
    return { name = "lua-cjson", decode = cjson.decode, null = cjson.null }
  end
  if dkjson then return dkjson_reader(require("dkjson")) end
  if own and own.decode then return { name = "fleece", decode = own.decode, null = own.null } end
  return nil
end

-- Converts integral floats to integers, in place: if a reader has only doubles, the document would
-- contain none of the integers that programs work with. The reader's tables are otherwise unchanged.
local function with_integers(value)
  if type(value) == "number" then return math.tointeger(value) or value end
  if type(value) == "table" then
    for k, v in pairs(value) do value[k] = with_integers(v) end
  end
  return value
end

-- The reader of the documents: lua-cjson if installed, because in most programs the values have the
-- memory layout that a reader written in C creates; otherwise the reference.
function engines.reader(found)
  local cjson = nil
  for _, e in ipairs(found) do
    if e.module == "cjson" and e.decode then cjson = e end
  end
  if not cjson or not math.type or keeps_integers(cjson.decode) then
    return cjson and { name = "lua-cjson", decode = cjson.decode, null = cjson.null }
      or engines.reference(found)
  end
  return {
    name = "lua-cjson",
    null = cjson.null,
    decode = function(text) return with_integers(cjson.decode(text)) end,
  }
end

function engines.named(found, name)
  for _, e in ipairs(found) do
    if e.name == name then return e end
  end
  return nil
end

return engines
