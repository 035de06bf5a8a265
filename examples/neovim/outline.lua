-- outline.lua — the headings of a buffer as JSON, from Neovim:
--   nvim --headless -u NONE README.md -c 'luafile outline.lua'
-- LUA_PATH and LUA_CPATH must lead Neovim's LuaJIT to the module.
-- luacheck: globals vim

local fleece = require("fleece")

local function outline(buffer)
  local headings = {}
  for number, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    local marks, title = line:match("^(#+)%s+(.-)%s*$")
    if marks then
      headings[#headings + 1] = { line = number, level = #marks, title = title }
    end
  end
  return headings
end

-- Fleece recognises Neovim's markers: vim.NIL is null, vim.empty_dict() is an object.
local text = fleece.encode({
  lines = vim.api.nvim_buf_line_count(0),
  filetype = vim.bo.filetype ~= "" and vim.bo.filetype or vim.NIL,
  variables = vim.empty_dict(),
  headings = fleece.array(outline(0)),
}, { sort_keys = true, indent = 2 })

io.stdout:write(text, "\n")
