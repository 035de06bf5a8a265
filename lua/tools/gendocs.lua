--[[
gendocs.lua [--check] — makes docs/lua/api.md of the type definitions in lua/types.

Owns: the shape of the page.  Must not know: what the functions do; all text is in the
definitions.  --check compares and changes nothing; exit status 1 if the page is stale.

SPDX-License-Identifier: MIT
--]]

local root = (arg[0]:match("^(.*)/lua/tools/[^/]*$") or "."):gsub("^$", "/")
package.path = root .. "/lua/tools/?.lua;" .. package.path
local definitions = require("definitions")

local PAGE = root .. "/docs/lua/api.md"

local out = {}
local function put(...) out[#out + 1] = table.concat({ ... }) .. "\n" end

local function cell(text) return (text:gsub("|", "\\|")) end

local function put_text(lines)
  for _, line in ipairs(lines) do put(line) end
  put()
end

local function put_fields(fields)
  put("| field | type | |")
  put("| --- | --- | --- |")
  for _, field in ipairs(fields) do
    local shown = "`" .. field.name .. "`" .. (field.optional and "" or "")
    put("| ", shown, " | `", cell(field.type), "` | ", cell(field.text), " |")
  end
  put()
end

local function signature(item)
  local names, returns = {}, {}
  for _, param in ipairs(item.params) do
    names[#names + 1] = param.optional and "[" .. param.name .. "]" or param.name
  end
  for _, value in ipairs(item.returns) do returns[#returns + 1] = value.name or value.type end
  local arrow = #returns > 0 and " → " .. table.concat(returns, ", ") or ""
  return item.name .. "(" .. table.concat(names, ", ") .. ")" .. arrow
end

local function put_values(title, values)
  for _, value in ipairs(values) do
    local name = value.name and "`" .. value.name .. "`: " or ""
    put("- ", title, " ", name, "`", value.type, "`", value.text ~= "" and " — " .. value.text or "")
  end
end

local function put_function(item)
  put("### `", signature(item), "`")
  put()
  put_text(item.text)
  put_values("takes", item.params)
  put_values("returns", item.returns)
  if #item.params + #item.returns > 0 then put() end
end

local function put_item(item)
  if item.kind == "function" then return put_function(item) end
  put(item.is_module and "## " or "### ", "`", item.name, "`")
  put()
  put_text(item.text)
  if item.kind == "alias" then
    put("Type: `", item.type, "`")
    put()
  elseif #item.fields > 0 then
    put_fields(item.fields)
  end
end

local function page()
  put("<!-- Made by lua/tools/gendocs.lua of lua/types/*.d.lua: edit those. -->")
  put("# The Lua API")
  put()
  put("What each function takes and returns.  The [notes](../notes/) tell the rules: numbers,")
  put("UTF-8, arrays and objects, errors, speed.")
  put()
  for _, item in ipairs(definitions.read(root .. "/lua/types")) do put_item(item) end
  return (table.concat(out):gsub("\n+$", "\n"))
end

local function contents(path)
  local file = io.open(path, "rb")
  if not file then return nil end
  local text = file:read("*a")
  file:close()
  return text
end

local text = page()
if arg[1] == "--check" then
  if contents(PAGE) == text then
    print("docs/lua/api.md is up to date")
    os.exit(0)
  end
  print("docs/lua/api.md is stale: run lua lua/tools/gendocs.lua")
  os.exit(1)
end
local file = assert(io.open(PAGE, "wb"))
assert(file:write(text))
assert(file:close())
