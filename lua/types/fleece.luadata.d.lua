---@meta fleece.luadata
-- SPDX-License-Identifier: MIT

---`require "fleece.luadata"` reads Lua data: literals and table constructors, with comments
---and an optional `return`, in the syntax of Lua 5.1 to 5.5.  The text is read and never run;
---a name, a call or an operator in it is an error.
---@class fleece.luadata
local luadata = {}

---@class fleece.luadata.Options
---@field max_depth? integer Tables nested deeper are an error; 1000 by default.
---@field progress? fun(position: integer, total: integer) Called about every million bytes.

---Where and why a text is not Lua data.
---@class fleece.luadata.Detail
---@field code "not_data"|"syntax"|"unfinished"|"escape"|"number"|"key"|"depth"|"binary"|"empty"|"more" The kind of error.
---@field reason string What is wrong, without the place.
---@field message string What is wrong, with the place and the excerpt.
---@field line integer Counted from 1.
---@field column integer Counted from 1, in characters.
---@field offset integer The byte in the text, counted from 1.
---@field excerpt string The part of the line around the place.
---@field caret integer How many characters of the excerpt precede the place.

---Reads a text that is one value.  After success the message is nil; the value may be nil, too.
---@param text string
---@param options? fleece.luadata.Options
---@return any value
---@return string? message
---@return fleece.luadata.Detail? detail
function luadata.read(text, options) end

---Reads the value at a position of a text that holds several.  Returns the position to continue
---from and the value; nil at the end; or nil, a message and the details.
---@param text string
---@param position? integer 1 by default
---@param options? fleece.luadata.Options
---@return integer? next
---@return any value
---@return fleece.luadata.Detail? detail
function luadata.next(text, position, options) end

---Returns a function; each call of it returns what `next` would return for the next value.
---@param text string
---@param options? fleece.luadata.Options
---@return fun(): integer?, any, fleece.luadata.Detail?
function luadata.reader(text, options) end

---Iterates over the values of a text: `for n, value in luadata.values(text) do`.  Raises an
---error, with its place, if something is not Lua data.
---@param text string
---@param options? fleece.luadata.Options
---@return fun(): integer?, any
function luadata.values(text, options) end

---The place of an error in two lines, for a terminal: the excerpt, and a caret under it.
---@param detail fleece.luadata.Detail
---@return string? lines
function luadata.caret(detail) end

return luadata
