-- SPDX-License-Identifier: MIT
--
-- Is a text the JSON of a value? Owns: comparing what a reference reader reads from an engine's
-- output with the original value. Must not know: engines, timing. Numbers must be equal to
-- the last bit; an empty table may be written as [] or as {}.

local verdict = {}

local function excerpt(v)
  if type(v) == "number" then
    return math.floor(v) == v and v > -1e15 and v < 1e15 and string.format("%.0f", v) or string.format("%.17g", v)
  end
  if type(v) == "string" then
    local text = string.format("%q", v:sub(1, 24)):gsub("\\\n", "\\n"):gsub("%c", "?")
    return text .. (#v > 24 and ".." or "")
  end
  return tostring(v)
end

local function note(state, kind, path, want, got)
  state[kind] = (state[kind] or 0) + 1
  state.differences = state.differences + 1
  if not state.first then
    state.first = string.format("%s: %s became %s", path, excerpt(want), excerpt(got))
  end
end

local compare

local function compare_tables(state, want, got, path)
  local count = 0
  for k, v in pairs(want) do
    count = count + 1
    local other = got[k]
    if other == nil and type(k) == "number" then other = got[tostring(k)] end
    compare(state, v, other, path .. (type(k) == "number" and "[" .. k .. "]" or "." .. tostring(k)))
  end
  local back = 0
  for _ in pairs(got) do back = back + 1 end
  if back ~= count then note(state, "members", path .. " (members)", count, back) end
end

function compare(state, want, got, path)
  if want == state.null_in then
    if got ~= state.null_out then note(state, "nulls", path, "null", got) end
    return
  end
  local kind = type(want)
  if kind == "number" then state.numbers_seen = state.numbers_seen + 1 end
  if kind ~= type(got) then
    note(state, "types", path, want, got)
  elseif kind == "table" then
    compare_tables(state, want, got, path)
  elseif want ~= got then
    note(state, kind .. "s", path, want, got)
  end
end

-- Raw control characters are not allowed in JSON strings, but the reference readers accept them. No
-- engine here writes white space between tokens, so any such character was inside a string.
local function raw_control(text)
  local at = text:gsub("\127", "?"):find("%c")
  return at
end

local function words_for(state)
  if state.differences == 0 then return nil end
  local what = {}
  if state.numbers then
    what[#what + 1] = string.format("%d of %d numbers differ", state.numbers, state.numbers_seen)
  end
  for _, kind in ipairs({ "types", "strings", "nulls", "members", "booleans" }) do
    if state[kind] then what[#what + 1] = string.format("%d %s differ", state[kind], kind) end
  end
  local only_numbers = state.numbers == state.differences
  return only_numbers and "digits" or "wrong", table.concat(what, ", ") .. " (" .. tostring(state.first) .. ")"
end

-- Is `got` the value `want`, each with its own null? Returns the same as verdict.of.
function verdict.same(want, got, null_in, null_out)
  local state = { differences = 0, numbers_seen = 0, null_in = null_in, null_out = null_out }
  compare(state, want, got, "$")
  return words_for(state)
end

-- Returns nil if the text is correct, otherwise a short word for tables and a sentence.
function verdict.of(text, value, null, reference)
  if type(text) ~= "string" then return "no text", "did not return a string but a " .. type(text) end
  local at = raw_control(text)
  if at then return "not JSON", "a raw control character at byte " .. at end
  local ok, got = pcall(reference.decode, text)
  if not ok then return "not JSON", (tostring(got):gsub("^.-:%d+: ", "")) end
  return verdict.same(value, got, null, reference.null)
end

return verdict
