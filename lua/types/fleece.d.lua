---@meta fleece
-- fleece.d.lua — the API of the module, for editors (LuaLS) and for docs/lua/api.md, which
-- lua/tools/gendocs.lua generates from it.  The only hand-written reference.
-- SPDX-License-Identifier: MIT

---JSON for Lua.  `local fleece = require "fleece"` sets no global.
---
---Options belong to a call or to a codec and are never global: one part of a program cannot
---change the options of another part.
---@class fleece
---@field _NAME string `"fleece"`.
---@field _VERSION string The version, such as `"1.0.0"`.
---@field null lightuserdata Represents JSON `null` in tables, which cannot hold `nil`.  It is the light userdata NULL, the same value as `cjson.null` and `ngx.null`.
---@field empty_array any Encodes as `[]`, whatever `empty_table` says.
---@field nothing lightuserdata Means `nil` as the value of a `decode` option: `null = fleece.nothing`.
local fleece = {}

---What can be encoded: strings, numbers, booleans, tables, markers.
---@alias fleece.Value any

---Where `encode_to` writes: an open file, a buffer, or a function that receives the text in
---pieces.  The function stops the encoding if it returns `false`, or `nil` and a message;
---`encode_to` then raises an error with that message.  If it returns nothing, only `nil` or any
---other value, the encoding continues.
---@alias fleece.Sink file*|fun(piece: string):boolean?, string?|fleece.Buffer

---The options of `encode`, `encode_to`, `size` and `new`.  An unknown name, or a value of the
---wrong type, is an error that lists the valid ones.
---@class fleece.EncodeOptions
---@field escape? "json"|"html"|"ascii"|"E0"|"E1"|"E2"|"E3"|"E4" Which characters of strings are escaped: what RFC 8259 requires (the default); also `/ < > &` and U+2028, U+2029; everything beyond ASCII as `\uXXXX`; or a level of Fleece Lite.
---@field utf8? "error"|"replace"|"pass" What happens to bytes that are not UTF-8: an error (the default), replacement by U+FFFD, or an unchanged copy.
---@field indent? false|integer|string No white space (false, the default), or this many spaces (0 to 1000) or this string of white space for each level.  Each member is on a separate line, even with 0 and `""`.
---@field sort_keys? boolean|string[]|fun(a: string, b: string):boolean The order of the keys: the order of traversal (false, the default), by bytes (true), these keys first and the rest by bytes, or by a comparison function as in `table.sort`.
---@field canonical? boolean RFC 8785: keys sorted by UTF-16 units, -0 as `0`; an integer that is not exact as a double is an error.  The texts of `fleece.raw` and `__tojson` are rewritten in canonical form; a duplicate key in them is an error.  Cannot be combined with `indent` or `sort_keys`; the other options for text and numbers are ignored.
---@field empty_table? "object"|"array" What `{}` becomes without a marker; an object by default.
---@field sparse? "null"|"object"|"error" What an array with holes becomes: an array with nulls (the default) if its highest index is at most `sparse_safe` or at most `sparse_ratio` times the number of its elements, and otherwise an error; always an object; always an error.
---@field sparse_safe? integer Holes are always filled if the highest index is at most this; 10 by default.
---@field sparse_ratio? number How many positions there may be for each element; 2 by default, `math.huge` for no limit.
---@field mixed_keys? "string"|"error" What number keys become in an object: strings (the default), or an error.  Keys of other types are always an error.
---@field nan? "error"|"null"|"literal"|"string" What NaN and the infinities become: an error (the default), `null`, the words `NaN` and `Infinity` (which are not JSON), or these words as strings.
---@field float_integral? "integer"|"float" Whether a float such as 1.0 is written `1` (the default) or `1.0`.
---@field float_digits? integer 1 to 17 significant digits for numbers with a fraction and floats beyond 2^53; smaller integral floats keep all digits.  The default is the fewest digits that read back as the same double, in JavaScript's format: `100000000000000000000`, `1e+21`, `1e-7`.
---@field unsupported? "error"|"null"|"skip"|"tostring"|fun(value: any, path: string):any What happens to functions, userdata and threads: an error (the default), null, omission, their `tostring`, or what the function returns.
---@field metamethods? boolean Whether `__tojson`, `__jsontype`, `__pairs`, `__index` and `__len` are honoured; true by default.  `__tojson(self, codec)` gets the table and a codec with the options of this call; it must return a string of valid JSON, which is checked and copied into the output unchanged.  Any other result is an error.
---@field max_depth? integer Tables nested deeper are an error; 1000 by default.

---The options of `decode`, `valid` and `new`.  They are checked like those of `encode`.
---@class fleece.DecodeOptions
---@field null? any What null becomes: `fleece.null` (the default), any other value, or `nil` with `fleece.nothing`.
---@field null_in_arrays? any The same, in arrays only.
---@field null_in_objects? any The same, in objects only.
---@field bigint? "float"|"string"|"error"|"raw"|"cdata" What becomes of an integer that Lua cannot hold exactly (beyond 64 bits; on 5.1, 5.2 and LuaJIT beyond 2^53): the nearest float (the default), its digits as a string, an error, a `fleece.raw` that encodes to the same digits, or on LuaJIT an `int64_t` or `uint64_t` if it fits.
---@field integers? boolean Whether `1` becomes an integer where Lua has them; true by default.  If false, all numbers are floats.
---@field empty_array? boolean Whether an empty array gets the mark of `fleece.array`, so that it encodes as `[]` again; true by default.
---@field arrays? boolean Marks all arrays; false by default.
---@field objects? boolean Marks all objects; false by default.
---@field duplicates? "last"|"first"|"error" Which of several members with the same key is used: the last one (the default) or the first one; or whether they are an error.
---@field utf8? "error"|"replace"|"pass" What happens to bytes in strings that are not UTF-8, and to lone surrogates: an error (the default), replacement by U+FFFD, or an unchanged copy.
---@field comments? boolean Accepts `// ...` and `/* ... */`.
---@field trailing_commas? boolean Accepts a comma before `]` and `}`.
---@field nan? boolean Accepts `NaN`, `Infinity` and `-Infinity`.
---@field bom? boolean Accepts a byte order mark at the start.
---@field position? integer Where in the text to start, counted from 1.  `decode` then returns the value and the position after it, and allows anything after the value.
---@field max_depth? integer Arrays and objects nested deeper are an error; 1000 by default.
---@field max_bytes? integer|false Longer texts are an error, whatever `position` says; no limit by default.
---@field max_keys? integer|false More members than this, in all objects together, are an error; no limit by default.
---@field max_string? integer|false Longer strings, in bytes, are an error; no limit by default.

---The classic call: encodes a value without spaces.
---
---| flags | strings and keys |
---| --- | --- |
---| none, `"E0"` | copied unchanged: fastest, and the caller is responsible for the content |
---| `"E1"` | `"` and `\` replaced by `*` |
---| `"E2"` | `"` and `\` escaped |
---| `"E3"` | also `/` as `\/` |
---| `"E4"`, `"E"` | also the control characters and DEL |
---
---Other flags are an error.
---
---`nil` becomes `null`, `{}` becomes `[]`, a table with keys 1 to n becomes an array, and any other
---table an object with its keys as strings.  Functions, userdata and threads become strings such
---as `"[function]"`.  Metatables are ignored.  NaN and infinity are errors.
---@param value? fleece.Value
---@param flags? string
---@return string json
function fleece.json(value, flags) end

---The length of what `json` (with flags, or without a second argument) or `encode` (with a table
---of options) would return, without building the text.
---@param value fleece.Value
---@param how? string|fleece.EncodeOptions
---@return integer bytes
function fleece.size(value, how) end

---Encodes a value as valid JSON (RFC 8259), or raises an error that names the place, such as
---`cannot encode function at $.user.tags[3]`.
---
---A metamethod, an order function, a function for `unsupported` and a sink may call any function,
---including `encode`, but cannot yield: the error says which of them tried to.
---@param value fleece.Value
---@param options? fleece.EncodeOptions
---@return string json
function fleece.encode(value, options) end

---Encodes a value into a sink, in pieces of 32 kB or more; the last piece may be shorter.  The
---whole text is never in memory.
---@param sink fleece.Sink
---@param value fleece.Value
---@param options? fleece.EncodeOptions
---@return integer bytes
function fleece.encode_to(sink, value, options) end

---Decodes a text that is one JSON value, strictly by RFC 8259.  `null` becomes `fleece.null`,
---and empty arrays are marked.  Invalid JSON is an error that says what is wrong and where, such as
---`expected ',' or ']' after array element at line 1 column 4 (byte 4): [1 2]`.
---@param text string
---@param options? fleece.DecodeOptions
---@return any value
---@return integer? next Only with `position`: where to continue.
function fleece.decode(text, options) end

---Whether a text is one JSON value; does not build the value.
---@param text string
---@param options? fleece.DecodeOptions
---@return boolean valid
---@return string? message
---@return fleece.DecodeDetail? detail
function fleece.valid(text, options) end

---Creates a codec: the same functions with these options as their defaults, which are checked
---once.  Options for encoding and decoding may be mixed; for `nan`, a boolean applies to decoding
---and a string to encoding.
---@param options? fleece.EncodeOptions|fleece.DecodeOptions
---@return fleece.Codec
function fleece.new(options) end

---Creates a reusable buffer for `encode_to`; it starts with the given texts.
---@param ... string
---@return fleece.Buffer
function fleece.buffer(...) end

---JSON text to be copied into the output unchanged.  It is checked here, once.
---@param text string
---@return any marker
function fleece.raw(text) end

---Marks a table as an array with a metatable: it encodes as `[]` even if it is empty.  A table
---with another metatable is an error; set `__jsontype = "array"` in that metatable instead.
---@generic T: table
---@param t? T
---@return T
function fleece.array(t) end

---Marks a table as an object with a metatable: it encodes as `{}` even if its keys are 1 to n.
---A table with another metatable is an error; set `__jsontype = "object"` in that metatable instead.
---@generic T: table
---@param t? T
---@return T
function fleece.object(t) end

---Gives this Lua state an allocator of its own: small blocks are cut from slabs, which come from
---the allocator that the state had before, as large blocks do.  The whole program allocates faster,
---and its memory is more compact.  There is no way back; calling it again does no harm.
---[What a pool means](../notes/pool.md) for memory limits and for C code.
---
---On LuaJIT, whose own allocator is as fast, it returns `nil` and a message.
---@return true? ok
---@return string? message
function fleece.pool() end

---Which version, backend and kernel are in use, and the figures of the pool.
---@return fleece.Info
function fleece.info() end

---@class fleece.Info
---@field version string The version of the module.
---@field lua string The Lua that it runs on.
---@field backend string How tables are read: `"lua51"` to `"lua55"`, `"luajit64"` and `"luajit32"` read them directly, `"capi"` through the C API of Lua.
---@field making "direct"|"capi" How decoding makes strings and tables: directly, or through the C API of Lua; `FLEECE_MAKING=capi` in the environment forces the latter.
---@field kernel "avx512"|"avx2"|"sse2"|"neon"|"scalar" Which instructions are used; `FLEECE_KERNEL` in the environment forces one.
---@field reason string Why the backend or the kernel is not the fastest one, if it is not.
---@field pool? fleece.PoolInfo The figures of the pool, if the state has one.

---@class fleece.PoolInfo
---@field used integer Bytes of the blocks in use that are in slabs.
---@field held integer Bytes of slabs, and of what the pool needs to find them.
---@field slabs integer The number of slabs.
---@field empty integer How many of them have no block in use.

---A codec has everything that the module has, with its own options.  Its functions can be called
---with a dot or with a colon.
---@class fleece.Codec: fleece
local Codec = {}

---Like `fleece.encode`; options given here override those of the codec.
---@param value fleece.Value
---@param options? fleece.EncodeOptions
---@return string json
function Codec.encode(value, options) end

---Like `fleece.encode_to`.
---@param sink fleece.Sink
---@param value fleece.Value
---@param options? fleece.EncodeOptions
---@return integer bytes
function Codec.encode_to(sink, value, options) end

---Like `fleece.size`.
---@param value fleece.Value
---@param how? string|fleece.EncodeOptions
---@return integer bytes
function Codec.size(value, how) end

---Like `fleece.decode`; options given here override those of the codec.
---@param text string
---@param options? fleece.DecodeOptions
---@return any value
---@return integer? next
function Codec.decode(text, options) end

---Like `fleece.valid`.
---@param text string
---@param options? fleece.DecodeOptions
---@return boolean valid
---@return string? message
---@return fleece.DecodeDetail? detail
function Codec.valid(text, options) end

---Like `fleece.json`.
---@param value? fleece.Value
---@param flags? string
---@return string json
function Codec.json(value, flags) end

---Creates a codec that inherits the options of this one.
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

---Empties the buffer but keeps its memory for later texts.
---@return fleece.Buffer self
function Buffer:reset() end

return fleece
