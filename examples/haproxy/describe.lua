-- describe.lua — an HAProxy action that reads the JSON body of a request, if it has one.  It stores a
-- JSON record of the request in one variable, or the error in the body in another.
--
-- In the configuration:
--   global
--     lua-load describe.lua
--   frontend ...
--     option http-buffer-request                            (waits for the body)
--     http-request lua.describe
--     http-request deny deny_status 400 if { var(txn.problem) -m found }
--     http-request set-header X-Request-Record %[var(txn.record)]
--
-- HAProxy runs one Lua state for each thread (lua-load-per-thread) or one for all (lua-load);
-- the module keeps nothing outside the state, so both work.
-- luacheck: globals core

local fleece = require("fleece")
local safe = require("fleece.safe")

-- Options are checked once, when HAProxy starts.  A header may contain any byte, and logging must not fail.
local codec = fleece.new { sort_keys = true, utf8 = "replace", escape = "html" }

-- Untrusted text: limited depth, a limited number of keys, no duplicate keys.
local reader = safe.new { max_depth = 32, max_keys = 1000, duplicates = "error" }

-- The value of the body; or nil and the error.
local function body_of(txn)
  local text = txn.sf:req_body()
  if not text or text == "" then return nil end
  return reader.decode(text)
end

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
  local body, problem = body_of(txn)
  if problem then return txn:set_var("txn.problem", problem) end
  txn:set_var("txn.record", codec.encode {
    method = txn.sf:method(),
    path = txn.sf:path(),
    query = txn.sf:query() or fleece.null,
    client = txn.sf:src(),
    headers = headers_of(txn),
    tags = fleece.array {},
    body = body,
  })
end

core.register_action("describe", { "http-req" }, describe, 0)
