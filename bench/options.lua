-- SPDX-License-Identifier: MIT
--
-- The command line of the benchmarks: `--name value` and flags. Owns: parsing and its error messages.

local options = {}

-- spec: name -> {"number"|"text"|"list"|"flag", default, "help"}. Returns options and positional words.
-- A usage error ends the program with status 2 and the usage.
local function usage(spec, synopsis, stream)
  stream:write("usage: ", synopsis, "\n")
  local names = {}
  for name in pairs(spec) do names[#names + 1] = name end
  table.sort(names)
  for _, name in ipairs(names) do
    local s = spec[name]
    local shown = "--" .. name .. (s[1] == "flag" and "" or " " .. s[1]:upper())
    stream:write(string.format("  %-24s %s\n", shown, s[3]))
  end
end

local function wrong(spec, synopsis, message)
  io.stderr:write("bench: ", message, "\n")
  usage(spec, synopsis, io.stderr)
  os.exit(2)
end

function options.parse(args, spec, synopsis)
  local found, words = {}, {}
  for name, s in pairs(spec) do found[name] = s[2] end
  local i = 1
  while i <= #args do
    local name, inline = args[i]:match("^%-%-([%w%-]+)=?(.*)$")
    if not name then
      words[#words + 1] = args[i]
    elseif name == "help" then
      usage(spec, synopsis, io.stdout)
      os.exit(0)
    elseif not spec[name] then
      wrong(spec, synopsis, "unknown option --" .. name)
    elseif spec[name][1] == "flag" then
      found[name] = true
    else
      local value = inline
      if value == "" then
        i = i + 1
        value = args[i] or wrong(spec, synopsis, "--" .. name .. " needs a value")
      end
      if spec[name][1] == "number" then
        value = tonumber(value) or wrong(spec, synopsis, "--" .. name .. " needs a number, not " .. value)
      elseif spec[name][1] == "list" then
        local list = {}
        for item in value:gmatch("[^,]+") do list[#list + 1] = item end
        value = list
      end
      found[name] = value
    end
    i = i + 1
  end
  return found, words
end

return options
