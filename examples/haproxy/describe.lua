-- describe.lua — an HAProxy action that leaves a JSON record of the request in a variable.
--
-- In the configuration:
--   global
--     lua-load describe.lua
--   frontend ...
--     http-request lua.describe
--     http-request set-header X-Request-Record %[var(txn.record)]
--
-- HAProxy runs one Lua state for each thread (lua-load-per-thread) or one for all (lua-load);
-- the module keeps nothing outside of the state, so both are fine.
-- luacheck: globals core

local fleece = require("fleece")

-- Checked once, when HAProxy starts.  A header may hold any byte, and a log must not fail.
local codec = fleece.new { sort_keys = true, utf8 = "replace", escape = "html" }

-- HAProxy counts the values of a header from 0.
local function headers_of(txn)
  local headers = {}
  for name, values in pairs(txn.http:req_get_headers()) do
    local list = {}
    for i = 0, #values do list[i + 1] = values[i] end
    headers[name] = #list == 1 and list[1] or list
  end
  return fleece.object(headers)
end

local function describe(txn)
  txn:set_var("txn.record", codec.encode {
    method = txn.sf:method(),
    path = txn.sf:path(),
    query = txn.sf:query() or fleece.null,
    client = txn.sf:src(),
    headers = headers_of(txn),
    tags = fleece.array {},
  })
end

core.register_action("describe", { "http-req" }, describe, 0)
