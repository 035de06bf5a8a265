-- fleece.compat.cjson — lua-cjson's module `cjson` (OpenResty's), on Fleece.
-- docs/guides/migrating-from-lua-cjson.md lists the differences.
-- SPDX-License-Identifier: MIT
return require("fleece.compat.cjson_new")(false)
