-- fleece.compat.cjson_safe — lua-cjson's module `cjson.safe`: encode and decode return nil and a
-- message where those of `cjson` raise an error.
-- SPDX-License-Identifier: MIT
return require("fleece.compat.cjson_new")(true)
