-- describe.lua — answers an nginx request with a JSON record of it, which includes the JSON body of
-- the request, if it has one.
-- luacheck: globals ngx

local fleece = require("fleece")
local safe = require("fleece.safe")

local describe = {}

local codec = fleece.new { sort_keys = true, utf8 = "replace" }

-- Untrusted text: limited depth, a limited number of keys, no duplicate keys.
local reader = safe.new { max_depth = 32, max_keys = 1000, duplicates = "error" }

local function send(text)
  ngx.header.content_length = #text
  ngx.print(text)
end

local function refuse(message, detail)
  ngx.status = 400
  send(codec.encode { problem = message, line = detail.line, column = detail.column })
end

function describe.answer()
  ngx.req.read_body()
  local text, body, message, detail = ngx.req.get_body_data(), nil, nil, nil
  if text then body, message, detail = reader.decode(text) end
  if message then return refuse(message, detail) end
  send(codec.encode {
    method = ngx.req.get_method(),
    path = ngx.var.uri,
    query = ngx.var.args or ngx.null, -- the same value as fleece.null
    arguments = fleece.object(ngx.req.get_uri_args()),
    client = ngx.var.remote_addr,
    tags = fleece.array {},
    body = body,
  })
end

return describe
