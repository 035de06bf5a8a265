-- twin.lua — the oracle dressed as the module, so that the suite can judge the oracle too.
-- Owns: the smallest honest version of each function of the module's surface.
-- SPDX-License-Identifier: MIT

local oracle = require "oracle"
local reader = require "reader"

local twin = { _NAME = "fleece", _VERSION = "oracle" }

twin.null = setmetatable({}, { __tostring = function() return "null" end })
twin.empty_array = setmetatable({}, { __jsontype = "array" })

local array_mt, object_mt = { __jsontype = "array" }, { __jsontype = "object" }

local function marked(mt)
  return function(t)
    if type(t) ~= "table" then error("a table expected, got " .. type(t), 2) end
    return setmetatable(t, mt)
  end
end

twin.array, twin.object = marked(array_mt), marked(object_mt)

function twin.info()
  return { version = "oracle", lua = _VERSION, backend = "capi", kernel = "scalar",
    reason = "the oracle is plain Lua" }
end

function twin.buffer()
  local parts = {}
  return setmetatable({ write = function(s) parts[#parts + 1] = s end }, {
    __tostring = function() return table.concat(parts) end,
    __len = function() return #table.concat(parts) end,
  })
end

local function writer_of(sink)
  if type(sink) == "function" then
    return function(piece)
      local ok, err = sink(piece)
      if ok == false or (ok == nil and err) then
        error("sink failed: " .. tostring(err), 0)
      end
    end
  end
  if io.type(sink) == "file" then
    return function(piece)
      local ok, err = sink:write(piece)
      if not ok then error("sink failed: " .. tostring(err), 0) end
    end
  end
  if type(sink) == "table" and rawget(sink, "write") then return sink.write end
  error("sink must be an open file, a function or a buffer, got " ..
    (io.type(sink) or type(sink)), 0)
end

local function send(write, text)
  for i = 1, #text, 4096 do write(text:sub(i, i + 4095)) end
end

-- Raises what f raises, with a position if it is a text.
local function raising(f, ...)
  local function pass(ok, ...)
    if ok then return ... end
    error((...), type((...)) == "string" and 4 or 0)
  end
  return pass(pcall(f, ...))
end

local codec_of                                       -- defined below

-- A codec's functions take the codec first or leave it out.
function codec_of(given, base)
  local opts = oracle.options(given, base)
  local codec = {}
  local function bind(f)
    return function(first, ...)
      if rawequal(first, codec) then return raising(f, ...) end
      return raising(f, first, ...)
    end
  end
  local function encode(v, more)
    return oracle.encode(v, more, opts, more and codec_of(more, opts) or codec)
  end
  codec.encode = bind(encode)
  codec.json = bind(oracle.json)
  codec.size = bind(function(v, how)
    return type(how) == "string" and oracle.size(v, how) or #encode(v, how)
  end)
  codec.encode_to = bind(function(sink, v, more)
    send(writer_of(sink), encode(v, more))
    return true
  end)
  codec.new = bind(function(more) return codec_of(more, opts) end)
  return codec
end

local top = codec_of()
twin.encode, twin.encode_to, twin.new, twin.json = top.encode, top.encode_to, top.new, top.json

function twin.size(v, how) return raising(oracle.size, v, how) end

function twin.raw(text)
  if type(text) ~= "string" then error("raw: a string expected", 2) end
  local ok, what, at = reader.valid(text)
  if not ok then error(string.format("raw: %s at byte %d", what, at), 2) end
  return oracle.raw(function() return setmetatable({}, {}) end, text)
end

oracle.bind(twin)

return twin
