-- test_foreign.lua — the markers of other libraries: the real ones where they are installed,
-- otherwise values of the documented kinds, stored where the real ones would be.
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"
local fleece, bytes = judge.fleece, judge.bytes
local encode = fleece.encode

local TestForeign = {}

-- Runs f with a substitute for package.loaded[name] (or for the global `vim`).
local function with_module(name, module, f)
  local before = package.loaded[name]
  package.loaded[name] = module
  local ok, err = pcall(f)
  package.loaded[name] = before
  if not ok then error(err, 0) end
end

local function with_vim(vim, f)
  local before = rawget(_G, "vim")
  rawset(_G, "vim", vim)
  local ok, err = pcall(f)
  rawset(_G, "vim", before)
  if not ok then error(err, 0) end
end

-- Substitutes for unusual values: a light userdata if Lua can create one, a full one, a table
-- and a function.
local function stand_ins()
  local list = { ["full userdata"] = assert(io.tmpfile()), table = {}, ["function"] = function() end }
  list["light userdata"] = judge.light_userdata()
  return list
end

local has_cjson, cjson = pcall(require, "cjson")
local has_dkjson, dkjson = pcall(require, "dkjson")

if has_cjson then
  function TestForeign.test_cjson_null()
    bytes(encode { cjson.null, a = cjson.null }:gsub("1", ""), '{"":null,"a":null}')
    bytes(encode { a = cjson.null }, '{"a":null}')
    bytes(fleece.json { cjson.null }, "[null]")
    bytes(encode(cjson.decode '{"a":[null,1]}'), '{"a":[null,1]}')
    if cjson.empty_array then bytes(encode { cjson.empty_array }, "[[]]") end
    if cjson.array_mt then bytes(encode(setmetatable({}, cjson.array_mt)), "[]") end
  end
else
  judge.note("cjson is not installed for this Lua")
end

if has_dkjson then
  function TestForeign.test_dkjson_null()
    bytes(encode(dkjson.null), "null")
    bytes(encode { a = { dkjson.null, 1 } }, '{"a":[null,1]}')
    bytes(encode(dkjson.decode('{"a":[null,1],"b":[]}', 1, dkjson.null), { sort_keys = true }),
      '{"a":[null,1],"b":[]}')
  end
else
  judge.note("dkjson is not installed for this Lua")
end

function TestForeign.test_openresty_cjson_markers()
  for kind, value in pairs(stand_ins()) do
    if kind:find("userdata") then
      local module = { empty_array = value, array_mt = {}, empty_array_mt = {} }
      with_module("cjson", module, function()
        if kind == "light userdata" then
          bytes(encode { a = value }, '{"a":[]}')
          bytes(encode(value), "[]")
        end
        bytes(encode(setmetatable({}, module.array_mt)), "[]")
        bytes(encode { setmetatable({ 1, 2 }, module.array_mt) }, "[[1,2]]")
        bytes(encode(setmetatable({}, module.empty_array_mt)), "[]")
        bytes(encode(setmetatable({ a = 1 }, module.empty_array_mt)), '{"a":1}')
        bytes(encode(setmetatable({ 1 }, module.empty_array_mt)), "[1]")
        bytes(encode { {} }, "[{}]")
      end)
    end
  end
end

function TestForeign.test_nulls_of_other_modules()
  for _, name in ipairs { "rapidjson", "yajl", "cjson" } do
    for kind, value in pairs(stand_ins()) do
      if kind:find("userdata") then
        with_module(name, { null = value }, function()
          for _, opts in ipairs { {}, { indent = 0 }, { sort_keys = true }, { unsupported = "skip" } } do
            bytes(encode(value, opts), "null", name .. " " .. kind)
            bytes(encode({ a = value }, opts):gsub("%s", ""), '{"a":null}', name .. " " .. kind)
            bytes(encode({ value, 1 }, opts):gsub("%s", ""), "[null,1]", name .. " " .. kind)
          end
        end)
        judge.fails("userdata", encode, { value })
      end
    end
  end
end

function TestForeign.test_neovim()
  local vim = { NIL = assert(io.tmpfile()), _empty_dict_mt = {} }
  with_vim(vim, function()
    bytes(encode { a = vim.NIL }, '{"a":null}')
    bytes(encode(vim.NIL), "null")
    local dict = setmetatable({}, vim._empty_dict_mt)
    bytes(encode(dict, { empty_table = "array" }), "{}")
    bytes(encode({ dict, {} }, { empty_table = "array" }), "[{},[]]")
    dict.x = 1
    bytes(encode(dict), '{"x":1}')
  end)
end

function TestForeign.test_a_module_that_is_no_table_does_no_harm()
  for _, odd in ipairs { true, "text", 5, setmetatable({}, { __index = function() error("looked") end }) } do
    for _, name in ipairs { "cjson", "rapidjson", "yajl", "dkjson", "vim" } do
      with_module(name, odd, function()
        bytes(encode { fleece.null, setmetatable({}, {}) }, "[null,{}]")
        judge.fails("userdata", encode, { io.stdout })
      end)
    end
    with_vim(odd, function() judge.fails("userdata", encode, { io.stdout }) end)
  end
end

function TestForeign.test_looking_loads_nothing()
  local before = {}
  for name in pairs(package.loaded) do before[name] = true end
  pcall(encode, { io.stdout, fleece.null, setmetatable({}, {}) })
  for name in pairs(package.loaded) do lu.assertTrue(before[name], tostring(name)) end
end

return { TestForeign = TestForeign }
