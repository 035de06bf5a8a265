-- test_strings.lua — every byte in every mode, every kind of ill-formed UTF-8 at every position.
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"
local oracle = require "oracle"
local reader = require "reader"
local fleece, bytes, fails = judge.fleece, judge.bytes, judge.fails
local encode = fleece.encode

local TestStrings, TestUtf8 = {}, {}

local modes = { "json", "html", "ascii", "E0", "E1", "E2", "E3", "E4" }
local policies = { "error", "replace", "pass" }

-- Every code point, in texts of 4096.
local function each_block(from, to, f)
  local out = {}
  for cp = from, to do
    if cp < 0xd800 or cp > 0xdfff then out[#out + 1] = reader.utf8_char(cp) end
    if #out == 4096 or cp == to then
      f(table.concat(out))
      out = {}
    end
  end
end

function TestStrings.test_every_byte_in_every_mode()
  for _, mode in ipairs(modes) do
    for _, policy in ipairs { "replace", "pass" } do
      local opts = { escape = mode, utf8 = policy }
      local codec = fleece.new(opts)
      for b = 0, 255 do
        local c = string.char(b)
        for _, s in ipairs { c, "ab" .. c, c .. "ab", c:rep(40), ("x"):rep(31) .. c .. ("y"):rep(40) } do
          bytes(codec:encode(s), oracle.encode(s, opts), mode .. " " .. policy .. " " .. b)
        end
      end
    end
  end
end

function TestStrings.test_every_code_point_reads_back()
  for _, mode in ipairs { "json", "html", "ascii" } do
    local codec = fleece.new { escape = mode }
    each_block(0, judge.long and 0x10ffff or 0x11fff, function(s)
      bytes(reader.decode(codec:encode(s)), s, mode)
    end)
    each_block(0x1f300, 0x1f6ff, function(s) bytes(reader.decode(codec:encode(s)), s, mode) end)
    each_block(0x10ff00, 0x10ffff, function(s) bytes(reader.decode(codec:encode(s)), s, mode) end)
  end
end

function TestStrings.test_default_escapes_what_json_demands_and_no_more()
  for b = 0, 127 do
    local text = encode(string.char(b))
    if b < 32 or b == 34 or b == 92 then
      lu.assertEquals(text:sub(2, 2), "\\", b)
    else
      bytes(text, '"' .. string.char(b) .. '"')
    end
  end
  bytes(encode "\8\9\10\12\13\11\0\31", '"\\b\\t\\n\\f\\r\\u000b\\u0000\\u001f"')
  bytes(encode "\226\128\168/<>&'", '"\226\128\168/<>&\'"')
end

function TestStrings.test_ascii_output_is_ascii()
  each_block(0, 0x3000, function(s)
    lu.assertNil(encode(s, { escape = "ascii" }):find("[\128-\255]"))
  end)
end

function TestStrings.test_html_output_is_safe_in_a_script()
  local s = "</script><!--&amp;\226\128\168\226\128\169"
  lu.assertNil(encode(s, { escape = "html" }):find("[<>&]"))
  lu.assertNil(encode({ [s] = s }, { escape = "html" }):find("[<>&\226]"))
end

-- The interesting byte at every position of strings of every length up to 140: a kernel's blocks are
-- 16, 32 and 64 bytes long.
function TestStrings.test_every_length_and_place()
  for _, mode in ipairs { "json", "html", "ascii", "E4" } do
    local opts = { escape = mode }
    local codec = fleece.new(opts)
    for length = 0, 140 do
      local plain = ("abcdefghij"):rep(15):sub(1, length)
      bytes(codec:encode(plain), '"' .. plain .. '"')
      bytes(codec:encode { [plain] = plain }, '{"' .. plain .. '":"' .. plain .. '"}')
      for _, c in ipairs { '"', "\1", "é", "\226\128\168", "\240\159\152\128" } do
        local at = length * 7 % (length + 1)
        local s = plain:sub(1, at) .. c .. plain:sub(at + 1)
        bytes(codec:encode(s), oracle.encode(s, opts), mode)
      end
    end
  end
end

function TestStrings.test_long_strings()
  for _, n in ipairs { 8191, 8192, 8193, 65535, 65536, 65537, 200001, 3000000 } do
    bytes(encode(("a"):rep(n)), '"' .. ("a"):rep(n) .. '"')
  end
  for _, unit in ipairs { "é", "日", "\240\159\152\128", "a\n", '"', "日é" } do
    for shift = 0, 4 do
      local s = ("x"):rep(shift) .. unit:rep(10000)
      for _, mode in ipairs { "json", "ascii", "html" } do
        bytes(encode(s, { escape = mode }), oracle.encode(s, { escape = mode }))
      end
    end
  end
end

function TestStrings.test_many_strings_in_one_document()
  local list, parts = {}, {}
  for i = 1, 20000 do
    list[i] = ("s"):rep(i % 70) .. (i % 9 == 0 and "\n" or "")
    parts[i] = '"' .. ("s"):rep(i % 70) .. (i % 9 == 0 and "\\n" or "") .. '"'
  end
  bytes(encode(list), "[" .. table.concat(parts, ",") .. "]")
end

function TestStrings.test_keys_like_values()
  for b = 0, 127 do
    local c = string.char(b)
    for _, mode in ipairs(modes) do
      local text = encode(c, { escape = mode })
      bytes(encode({ [c] = 1 }, { escape = mode }), "{" .. text .. ":1}")
      bytes(encode({ [c .. ("k"):rep(70)] = 1 }, { escape = mode }),
        "{" .. text:sub(1, -2) .. ("k"):rep(70) .. '":1}')
    end
  end
end

-- ---- Ill-formed UTF-8 -------------------------------------------------------------------

local ill_formed = {
  "\128", "\191", "\192\128", "\193\191", "\194", "\194\65", "\195\40", "\223", "\224\128\128",
  "\224\159\191", "\224\160", "\225\128", "\226\130", "\226\40\161", "\237\160\128", "\237\191\191",
  "\238\128", "\240\128\128\128", "\240\143\191\191", "\240\144\128", "\240\159", "\241\128\128",
  "\244\144\128\128", "\245\128\128\128", "\248\136\128\128\128", "\254", "\255", "\255\255",
  "\194\194\128", "\226\226\130\172",
}

function TestUtf8.test_each_kind_is_an_error_at_its_byte()
  for _, bad in ipairs(ill_formed) do
    for _, before in ipairs { "", "a", ("x"):rep(30), ("é"):rep(20), "日本" } do
      for _, after in ipairs { "", "z", ("y"):rep(40), ("é"):rep(9) } do
        local s = before .. bad .. after
        local at = reader.invalid_at(s)
        lu.assertNotNil(at)
        local message = "invalid UTF-8 at byte " .. at .. " of string at $"
        fails(message, encode, s)
        fails(message, encode, s, { escape = "html" })
        fails(message, encode, s, { escape = "ascii" })
        fails("invalid UTF-8 at byte " .. at .. " of", encode, { [s] = 1 })
      end
    end
  end
end

function TestUtf8.test_replace_and_pass()
  for _, bad in ipairs(ill_formed) do
    for _, before in ipairs { "", "a", ("x"):rep(30), ("é"):rep(20) } do
      for _, after in ipairs { "", "z", ("y"):rep(40) } do
        local s = before .. bad .. after
        for _, mode in ipairs { "json", "html", "ascii" } do
          for _, policy in ipairs { "replace", "pass" } do
            local opts = { escape = mode, utf8 = policy }
            bytes(encode(s, opts), oracle.encode(s, opts), mode .. " " .. policy)
          end
        end
        lu.assertTrue(reader.valid(encode(s, { utf8 = "replace" })))
      end
    end
  end
end

-- A bad byte at each position of strings of each length near the block sizes of the kernels.
function TestUtf8.test_every_position()
  for _, length in ipairs { 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 47, 63, 64, 65, 96, 127, 128, 129 } do
    for at = 1, length do
      local s = ("a"):rep(at - 1) .. "\255" .. ("a"):rep(length - at)
      fails("invalid UTF-8 at byte " .. at .. " of", encode, s)
      s = ("a"):rep(at - 1) .. "\226" .. ("a"):rep(length - at)
      fails("invalid UTF-8 at byte " .. at .. " of", encode, s)
    end
  end
end

-- A sequence truncated by the end of the string, where the next bytes in memory would complete
-- it.
function TestUtf8.test_cut_at_the_end()
  for length = 0, 70 do
    for _, whole in ipairs { "é", "日", "\240\159\152\128" } do
      for keep = 1, #whole - 1 do
        local s = ("b"):rep(length) .. whole:sub(1, keep)
        fails("invalid UTF-8 at byte " .. (length + 1) .. " of", encode, s)
        fails("invalid UTF-8", encode, { s, whole:sub(keep + 1) })
      end
    end
  end
end

function TestUtf8.test_three_byte_sequences_exhaustively()
  for _, lead in ipairs { 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf4 } do
    for second = 0x7f, 0xc0 do
      for _, tail in ipairs { "\127", "\128", "\191", "\192", "\128\128", "\191\191" } do
        local s = string.char(lead, second) .. tail
        local good = reader.invalid_at(s) == nil
        lu.assertEquals((pcall(encode, s)), good)
        lu.assertEquals((pcall(encode, ("p"):rep(29) .. s .. ("q"):rep(40))), good)
      end
    end
  end
end

function TestUtf8.test_all_policies_agree_on_good_text()
  local s = ("aé日\240\159\152\128"):rep(100)
  for _, policy in ipairs(policies) do
    bytes(encode(s, { utf8 = policy }), '"' .. s .. '"')
  end
end

return { TestStrings = TestStrings, TestUtf8 = TestUtf8 }
