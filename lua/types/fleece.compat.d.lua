---@meta fleece.compat
-- SPDX-License-Identifier: MIT

---`require "fleece.compat"`: Fleece under the names of other JSON libraries, for programs that are
---not to be changed.  Each drop-in can also be required by its own name, `fleece.compat.cjson` and so
---on; the guides `docs/guides/migrating-from-*.md` say what differs.
---@class fleece.compat
local compat = {}

---Puts drop-ins in the places of the libraries named, in `package.loaded` and `package.preload`, and
---returns the main module of each.  A library that was loaded before is replaced for all who require
---it from now on.  An unknown name is an error that lists those there are.
---@param name string `"cjson"` (also `cjson.safe`, `cjson.util`), `"rapidjson"`, `"simdjson"` and others.
---@return table module
function compat.install(name) end

---The names that `install` knows, sorted.
---@return string[] names
function compat.libraries() end

return compat
