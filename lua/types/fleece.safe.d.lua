---@meta fleece.safe
-- SPDX-License-Identifier: MIT

---`require "fleece.safe"`: the same functions, which return `nil`, a message and the details
---where those of `fleece` raise an error.
---@class fleece.safe: fleece
local safe = {}

---What went wrong, for a program.
---@class fleece.Detail
---@field code string One of a fixed list of words.
---@field message string The message.
---@field path string Where in the value, as a JSON Pointer.
---@field offset? integer The byte of a string or a key that is not UTF-8, counted from 1.

return safe
