-- describe.lua — answers an nginx request with its own JSON record.
-- luacheck: globals ngx

local fleece = require("fleece")

local describe = {}

local codec = fleece.new { sort_keys = true, utf8 = "replace" }

function describe.answer()
  local body = codec.encode {
    method = ngx.req.get_method(),
    path = ngx.var.uri,
    query = ngx.var.args or ngx.null, -- the same value as fleece.null
    arguments = fleece.object(ngx.req.get_uri_args()),
    client = ngx.var.remote_addr,
    tags = fleece.array {},
  }
  ngx.header.content_length = #body
  ngx.print(body)
end

return describe
