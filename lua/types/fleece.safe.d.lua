---@meta fleece.safe
-- SPDX-License-Identifier: MIT

---`require "fleece.safe"`: the same functions, but they return `nil`, a message and the details
---where those of `fleece` raise an error.
---@class fleece.safe: fleece
local safe = {}

---What went wrong while encoding, for a program.
---@class fleece.Detail
---@field code string One of a fixed list of words.
---@field message string The message.
---@field path? string The place in the value, as a JSON Pointer.
---@field error? any The error value, if Lua code that was called raised one that is not a string; `code` is then `CALL`.
---@field offset? integer The byte of a string or a key that is not UTF-8, counted from 1.

---What is wrong with a JSON text, for a program: the third result of `safe.decode` and of
---`valid`.
---@class fleece.DecodeDetail
---@field code string One of a fixed list of words: `END`, `VALUE`, `TRAILING`, `OBJECT_KEY`, `COLON`, `ARRAY_NEXT`, `OBJECT_NEXT`, `LITERAL`, `NUMBER_SYNTAX`, `NUMBER_RANGE`, `BIGINT`, `CONTROL`, `ESCAPE`, `UNICODE`, `SURROGATE`, `TEXT_UTF8`, `DUPLICATE`, `DEPTH`, `MAX_BYTES`, `MAX_KEYS`, `MAX_STRING`, `BOM`.
---@field message string The message.
---@field line integer Counted from 1.
---@field column integer In bytes, counted from 1.
---@field offset integer The byte at fault, counted from 0; the length of the text if it ends too early.
---@field path string The value that was being read, as a JSON Pointer.
---@field excerpt string The text around the place.

return safe
