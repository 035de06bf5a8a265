---@meta fleece
-- fleece.d.lua — what the module has, for editors (LuaLS) and for docs/lua/api.md, which
-- lua/tools/gendocs.lua makes of it.  The one hand-written reference.
-- SPDX-License-Identifier: MIT

---JSON for Lua.  `local fleece = require "fleece"` sets no global.
---
---Options belong to a call or to a codec and are never global: what one part of a program
---chooses does not change what another part gets.
---@class fleece
---@field _NAME string `"fleece"`.
---@field _VERSION string The version, such as `"1.0.0"`.
---@field null lightuserdata Stands for JSON `null` where `nil` cannot: in tables.  The light userdata NULL, thus the same value as `cjson.null` and `ngx.null`.
---@field empty_array any Encodes as `[]`, whatever `empty_table` says.
---@field nothing lightuserdata Stands for `nil` as an option of `decode`: `null = fleece.nothing`.
local fleece = {}

---What an encoded table may hold: strings, numbers, booleans, tables, markers.
---@alias fleece.Value any

---Where `encode_to` writes: an open file, a buffer, or a function that takes the text piece by
---piece.  The function stops the encoding if it returns `false`, or `nil` and a message;
---`encode_to` then raises an error with that message.  A function that returns nothing, `nil`
---alone or any other value goes on.
---@alias fleece.Sink file*|fun(piece: string):boolean?, string?|fleece.Buffer

---The options of `encode`, `encode_to`, `size` and `new`.  An unknown name, or a value of the
---wrong type, is an error that lists what is valid.
---@class fleece.EncodeOptions
---@field escape? "json"|"html"|"ascii"|"E0"|"E1"|"E2"|"E3"|"E4" Which characters of strings are escaped: what RFC 8259 demands (the default); also `/ < > &` and U+2028, U+2029; everything beyond ASCII as `\uXXXX`; or a level of Fleece Lite.
---@field utf8? "error"|"replace"|"pass" What becomes of bytes that are not UTF-8: an error (the default), U+FFFD, or the bytes as they are.
---@field indent? false|integer|string No white space (false, the default), or this many spaces (0 to 1000) or this string of white space for each level.  Each member is on a line of its own, also with 0 and `""`.
---@field sort_keys? boolean|string[]|fun(a: string, b: string):boolean The order of the keys: as the table yields them (false, the default), by bytes (true), these first and the rest by bytes, or by a comparison as in `table.sort`.
---@field canonical? boolean RFC 8785: keys by UTF-16 units, -0 as `0`; an integer that no double holds is an error.  An error together with `indent` or `sort_keys`; of the other options on text and numbers none counts.
---@field empty_table? "object"|"array" What `{}` becomes when no marker says it; an object by default.
---@field sparse? "null"|"object"|"error" What an array with holes becomes: an array with nulls (the default) while its highest index is at most `sparse_safe` or at most `sparse_ratio` times the number of its elements, and an error beyond that; always an object; always an error.
---@field sparse_safe? integer Up to this highest index holes are always filled; 10 by default.
---@field sparse_ratio? number How many places there may be for each element; 2 by default, `math.huge` for any number.
---@field mixed_keys? "string"|"error" What number keys become in an object: strings (the default), or an error.  Keys of other types are always an error.
---@field nan? "error"|"null"|"literal"|"string" What NaN and the infinities become: an error (the default), `null`, `NaN` and `Infinity` bare (which is not JSON) or as strings.
---@field float_integral? "integer"|"float" Whether a float such as 1.0 is written `1` (the default) or `1.0`.
---@field float_digits? integer 1 to 17 significant digits for numbers with a fraction and floats beyond 2^53; smaller integral floats keep all digits.  By default the fewest digits that read back as the same double, as JavaScript prints them: `100000000000000000000`, `1e+21`, `1e-7`.
---@field unsupported? "error"|"null"|"skip"|"tostring"|fun(value: any, path: string):any What becomes of functions, userdata, threads: an error (the default), null, nothing, their `tostring`, or what the function returns.
---@field metamethods? boolean Whether `__tojson`, `__jsontype`, `__pairs`, `__index` and `__len` are honoured; true by default.  `__tojson(self, codec)` gets the table and a codec with the options of this call; it returns a string of valid JSON, which is checked and copied into the output as it is.  Anything else that it returns is an error.
---@field max_depth? integer Tables nested deeper are an error; 1000 by default.

---The options of `decode`, `valid` and `new`.  They are checked as those of `encode` are.
---@class fleece.DecodeOptions
---@field null? any What null becomes: `fleece.null` (the default), any other value, or nothing at all with `fleece.nothing`.
---@field null_in_arrays? any The same, in arrays only.
---@field null_in_objects? any The same, in objects only.
---@field bigint? "float"|"string"|"error"|"raw"|"cdata" What becomes of an integer that Lua cannot hold exactly (beyond 64 bits; on 5.1, 5.2 and LuaJIT beyond 2^53): the nearest float (the default), its digits, an error, a `fleece.raw` that encodes as it stood, or on LuaJIT `int64_t` or `uint64_t` where it fits.
---@field integers? boolean Whether `1` becomes an integer where Lua has them; true by default.  If not, all numbers are floats.
---@field empty_array? boolean Whether an empty array is marked as `fleece.array` marks it, so that it encodes as `[]` again; true by default.
---@field arrays? boolean Marks all arrays; false by default.
---@field objects? boolean Marks all objects; false by default.
---@field duplicates? "last"|"first"|"error" Which of several members with the same key counts: the last one (the default), the first one, or none, which is an error.
---@field utf8? "error"|"replace"|"pass" What becomes of bytes in strings that are not UTF-8, and of lone surrogates: an error (the default), U+FFFD, or the bytes as they are.
---@field comments? boolean Accepts `// ...` and `/* ... */`.
---@field trailing_commas? boolean Accepts a comma before `]` and `}`.
---@field nan? boolean Accepts `NaN`, `Infinity` and `-Infinity`.
---@field bom? boolean Accepts a byte order mark at the start.
---@field position? integer Where in the text to start, counted from 1.  `decode` then returns the value and the position after it, and anything may follow.
---@field max_depth? integer Arrays and objects nested deeper are an error; 1000 by default.
---@field max_bytes? integer|false Longer texts are an error, whatever `position` says; no limit by default.
---@field max_keys? integer|false More members in all objects together are an error; no limit by default.
---@field max_string? integer|false Longer strings, in bytes, are an error; no limit by default.

---The classic: a value in, JSON out, no spaces.
---
---| flags | strings and keys |
---| --- | --- |
---| none, `"E0"` | copied as they are: fastest, and the caller answers for the content |
---| `"E1"` | `"` and `\` replaced by `*` |
---| `"E2"` | `"` and `\` escaped |
---| `"E3"` | also `/` as `\/` |
---| `"E4"`, `"E"` | also the control characters and DEL |
---
---Other flags are an error.
---
---`nil` becomes `null`, `{}` becomes `[]`, a table with keys 1 to n an array, any other an
---object with its keys as strings.  Functions, userdata and threads become strings such as
---`"[function]"`.  Metatables are not looked at.  NaN and infinity are errors.
---@param value? fleece.Value
---@param flags? string
---@return string json
function fleece.json(value, flags) end

---The length of what `json` (with flags, or with nothing) or `encode` (with a table of options)
---would return, without making it.
---@param value fleece.Value
---@param how? string|fleece.EncodeOptions
---@return integer bytes
function fleece.size(value, how) end

---Encodes a value: valid JSON (RFC 8259), or an error that names the place, as in
---`cannot encode function at $.user.tags[3]`.
---
---A metamethod, an order function, a function for `unsupported` and a sink may call anything,
---`encode` included, but cannot yield: the error says which of them tried.
---@param value fleece.Value
---@param options? fleece.EncodeOptions
---@return string json
function fleece.encode(value, options) end

---Encodes a value into a sink, in pieces of 32 kB or more; the last may be shorter.  The whole
---text is never held in memory.
---@param sink fleece.Sink
---@param value fleece.Value
---@param options? fleece.EncodeOptions
---@return integer bytes
function fleece.encode_to(sink, value, options) end

---Decodes a text that is one JSON value, strictly by RFC 8259: `null` becomes `fleece.null`,
---an empty array is marked.  What is not JSON is an error that says what, and where, as in
---`expected ',' or ']' after array element at line 1 column 4 (byte 4): [1 2]`.
---@param text string
---@param options? fleece.DecodeOptions
---@return any value
---@return integer? next With `position` only: where to go on.
function fleece.decode(text, options) end

---Whether a text is one JSON value, without making the value.
---@param text string
---@param options? fleece.DecodeOptions
---@return boolean valid
---@return string? message
---@return fleece.DecodeDetail? detail
function fleece.valid(text, options) end

---A codec: the same functions with these options as their defaults, which are checked once.
---Options of both sides go together; of `nan`, the booleans are for decoding and the words
---for encoding.
---@param options? fleece.EncodeOptions|fleece.DecodeOptions
---@return fleece.Codec
function fleece.new(options) end

---A buffer to `encode_to`, again and again; it starts with the given texts.
---@param ... string
---@return fleece.Buffer
function fleece.buffer(...) end

---JSON text to be put into the output as it is.  It is checked here, once.
---@param text string
---@return any marker
function fleece.raw(text) end

---Marks a table as an array, by a metatable: it encodes as `[]` even when it is empty.  A table
---that has another metatable is an error: set `__jsontype = "array"` in that one.
---@generic T: table
---@param t? T
---@return T
function fleece.array(t) end

---Marks a table as an object, by a metatable: it encodes as `{}` even when its keys are 1 to n.
---A table that has another metatable is an error: set `__jsontype = "object"` in that one.
---@generic T: table
---@param t? T
---@return T
function fleece.object(t) end

---What is at work here.
---@return fleece.Info
function fleece.info() end

---@class fleece.Info
---@field version string The version of the module.
---@field lua string The Lua that it runs on.
---@field backend string How tables are read: `"lua51"` to `"lua55"`, `"luajit64"`, `"luajit32"` below the API of Lua, `"capi"` through it.
---@field kernel "avx512"|"avx2"|"sse2"|"neon"|"scalar" Which instructions are used; `FLEECE_KERNEL` in the environment forces one.
---@field reason string Why the backend or the kernel is not the fastest one, where it is not.

---A codec has everything that the module has, with options of its own.  Its functions may be
---called with a point or with a colon.
---@class fleece.Codec: fleece
local Codec = {}

---As `fleece.encode`; options given here go before those of the codec.
---@param value fleece.Value
---@param options? fleece.EncodeOptions
---@return string json
function Codec.encode(value, options) end

---As `fleece.encode_to`.
---@param sink fleece.Sink
---@param value fleece.Value
---@param options? fleece.EncodeOptions
---@return integer bytes
function Codec.encode_to(sink, value, options) end

---As `fleece.size`.
---@param value fleece.Value
---@param how? string|fleece.EncodeOptions
---@return integer bytes
function Codec.size(value, how) end

---As `fleece.decode`; options given here go before those of the codec.
---@param text string
---@param options? fleece.DecodeOptions
---@return any value
---@return integer? next
function Codec.decode(text, options) end

---As `fleece.valid`.
---@param text string
---@param options? fleece.DecodeOptions
---@return boolean valid
---@return string? message
---@return fleece.DecodeDetail? detail
function Codec.valid(text, options) end

---As `fleece.json`.
---@param value? fleece.Value
---@param flags? string
---@return string json
function Codec.json(value, flags) end

---A codec that inherits the options of this one.
---@param options? fleece.EncodeOptions|fleece.DecodeOptions
---@return fleece.Codec
function Codec.new(options) end

---Collects text.  `tostring(buffer)` is the text, `#buffer` its length.
---@class fleece.Buffer
---@operator len: integer
local Buffer = {}

---Appends texts.
---@param ... string
---@return fleece.Buffer self
function Buffer:put(...) end

---The text.
---@return string text
function Buffer:tostring() end

---The length of the text.
---@return integer bytes
function Buffer:len() end

---Empties the buffer and keeps its memory for what comes next.
---@return fleece.Buffer self
function Buffer:reset() end

return fleece
