-- worker.lua: computes the Lua half's answers. It reads cases that main.go writes and answers each with one line.
-- A case is a line with the name of its options and its length, followed by its text; "flush" requests the answers
-- so far. An answer is an error with its place, or the text of the value in each mode.
-- SPDX-License-Identifier: MIT

local fleece = require "fleece"
local safe = require "fleece.safe"

-- Decoding options and encoding modes, the same as in half.go and in the same order.
local options = {
  strict = {},
  marked = { arrays = true, objects = true },
  replace = { utf8 = "replace" },
  unique = { duplicates = "error" },
  shallow = { max_depth = 4 },
}
local modes = {
  {},
  { sort_keys = true },
  { sort_keys = true, escape = "html" },
  { canonical = true },
}

local function verdict(ok, detail)
  if ok then return "ok" end
  return table.concat({ detail.code, detail.offset, detail.line, detail.column,
    (detail.path:gsub("[%c%%]", function(c) return ("%%%02x"):format(c:byte()) end)) }, " ")
end

local function answer(text, name)
  local v, _, detail = safe.decode(text, options[name])
  local decoded = verdict(v ~= nil, detail)
  local ok, _, other = fleece.valid(text, options[name])
  local valid = verdict(ok, other)
  if valid ~= decoded then return "decode: " .. decoded .. ", valid: " .. valid end
  if v == nil then return decoded end
  local out = { "ok" }
  for i, mode in ipairs(modes) do
    local written, message = safe.encode(v, mode)
    out[i + 1] = written or message:gsub("%c", " ")
  end
  return table.concat(out, "\t")
end

io.stdout:setvbuf("full", 65536)
io.write(math.type and "integers" or "floats", "\n")
io.flush()
for line in io.lines() do
  local name, length = line:match "^(%a+) (%d+)$"
  if name then
    length = tonumber(length)
    io.write(answer(length > 0 and io.read(length) or "", name), "\n")
  else
    io.flush()
  end
end
