-- SPDX-License-Identifier: MIT
--
-- Runs new processes of the same Lua. Owns: finding the interpreter, quoting, running and reading.
-- Must not know: what the children do.

local children = {}

function children.quote(text) return "'" .. tostring(text):gsub("'", "'\\''") .. "'" end

-- The interpreter that runs this script: the lowest of arg's negative indices.
function children.interpreter()
  local i = -1
  if not arg or not arg[i] then return "lua" end
  while arg[i - 1] do i = i - 1 end
  return arg[i]
end

-- run(script, words, environment) -> the lines that the child prints; raises an error if it fails.
-- environment: a list of NAME=VALUE strings.
function children.run(script, words, environment)
  local parts = {}
  for _, setting in ipairs(environment or {}) do
    local name, value = setting:match("^([%w_]+)=(.*)$")
    parts[#parts + 1] = name .. "=" .. children.quote(value)
  end
  parts[#parts + 1] = children.quote(children.interpreter())
  parts[#parts + 1] = children.quote(script)
  for _, word in ipairs(words) do parts[#parts + 1] = children.quote(word) end
  return children.lines(table.concat(parts, " "))
end

-- The lines that a shell command prints. Lua 5.1 cannot get the exit status of a pipe, so the shell
-- prints it.
function children.lines(command)
  local pipe = assert(io.popen("{ " .. command .. "; }; echo \"status=$?\"", "r"))
  local lines, status = {}, nil
  for line in pipe:lines() do
    status = line:match("^status=(%d+)$")
    if not status then lines[#lines + 1] = line end
  end
  pipe:close()
  if status ~= "0" then
    error("a child process failed (status " .. tostring(status) .. "): " .. command, 0)
  end
  return lines
end

return children
