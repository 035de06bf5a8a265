---@meta fleece.compat
-- SPDX-License-Identifier: MIT

---`require "fleece.compat"`: Fleece under the names of other JSON libraries, for programs that should
---not be changed.  Each drop-in can also be required directly, as `fleece.compat.cjson` and so on; the
---guides `docs/guides/migrating-from-*.md` list the differences.
---@class fleece.compat
local compat = {}

---Replaces the named libraries with drop-ins, in `package.loaded` and `package.preload`, and returns
---the main module of each.  A library that was already loaded is replaced for every later `require`.
---An unknown name is an error that lists the known ones.
---@param name string `"cjson"` (also `cjson.safe`, `cjson.util`), `"rapidjson"`, `"simdjson"` and others.
---@return table module
function compat.install(name) end

---The names that `install` knows, sorted.
---@return string[] names
function compat.libraries() end

return compat
