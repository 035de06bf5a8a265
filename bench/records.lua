-- SPDX-License-Identifier: MIT
--
-- Benchmark records: one CSV file per run, bench/record/<cpu>/<date>-<lua>.csv, one line per measurement.
-- Owns: that format, reading and writing it, and the names of machines and Lua versions.

local records = {}

records.fields = {
  "date", "lua", "cpu", "system", "workload", "unit", "count", "engine", "version",
  "median_ns", "least_ns", "most_ns", "rounds", "runs", "bytes", "verdict", "does", "collector",
}

local function first_line_of(path, pattern)
  local file = io.open(path, "r")
  if not file then return nil end
  for line in file:lines() do
    local found = line:match(pattern)
    if found then
      file:close()
      return found
    end
  end
  file:close()
  return nil
end

local function output_of(command)
  local pipe = io.popen(command, "r")
  if not pipe then return nil end
  local line = pipe:read("*l")
  pipe:close()
  return line ~= "" and line or nil
end

function records.cpu()
  return os.getenv("FLEECE_BENCH_CPU")
    or first_line_of("/proc/cpuinfo", "^model name%s*:%s*(.+)")
    or output_of("sysctl -n machdep.cpu.brand_string 2>/dev/null")
    or "unknown cpu"
end

function records.system() return output_of("uname -sm 2>/dev/null") or "unknown system" end

-- The load average, and how many processors there are; nil if the system does not tell.
function records.load()
  local load = tonumber(first_line_of("/proc/loadavg", "^(%S+)") or "")
  local processors = tonumber(output_of("getconf _NPROCESSORS_ONLN 2>/dev/null") or "")
  if load and processors then return load, processors end
  return nil
end

-- "5.4" or "LuaJIT": the name by which targets and reports refer to a Lua.
function records.lua() return rawget(_G, "jit") and "LuaJIT" or (_VERSION:gsub("^Lua ", "")) end

-- With the patch level, if it can be determined: Lua does not know it, but the interpreter prints it.
function records.lua_release()
  local jit = rawget(_G, "jit")
  if jit then return jit.version end
  local interpreter = arg and arg[-1]
  local i = -1
  while arg and arg[i - 1] do
    i = i - 1
    interpreter = arg[i]
  end
  local line = interpreter and output_of("'" .. interpreter:gsub("'", "'\\''") .. "' -v 2>&1")
  return line and line:match("^(Lua [%d%.]+)") or _VERSION
end

function records.slug(text)
  local plain = text:lower():gsub("%(%a+%)", ""):gsub("[^%w%.]+", "-")
  return (plain:gsub("^%-+", ""):gsub("%-+$", ""))
end

local function quoted(v)
  v = tostring(v == nil and "" or v)
  if v:find('[",\n]') then v = '"' .. v:gsub('"', '""') .. '"' end
  return v
end

function records.path(root)
  local cpu = records.slug(records.cpu())
  local name = os.date("%Y-%m-%d") .. "-" .. records.slug(records.lua()) .. ".csv"
  return root .. "/bench/record/" .. cpu .. "/" .. name, root .. "/bench/record/" .. cpu
end

-- rows: list of tables with the fields above; those of the run (date, lua, cpu, system) are
-- filled in.
function records.write(root, rows)
  local path, directory = records.path(root)
  os.execute("mkdir -p '" .. directory .. "'")
  local file = assert(io.open(path, "w"))
  file:write(table.concat(records.fields, ","), "\n")
  local run = {
    date = os.date("%Y-%m-%d"),
    lua = records.lua_release(),
    cpu = records.cpu(),
    system = records.system(),
  }
  for _, row in ipairs(rows) do
    local line = {}
    for i, field in ipairs(records.fields) do line[i] = quoted(row[field] == nil and run[field] or row[field]) end
    file:write(table.concat(line, ","), "\n")
  end
  file:close()
  return path
end

local function split(line)
  local list, at = {}, 1
  while at <= #line + 1 do
    if line:sub(at, at) == '"' then
      local close = at + 1
      while true do
        close = line:find('"', close, true)
        if not close then error("unterminated quote: " .. line) end
        if line:sub(close + 1, close + 1) ~= '"' then break end
        close = close + 2
      end
      list[#list + 1] = line:sub(at + 1, close - 1):gsub('""', '"')
      at = close + 2
    else
      local comma = line:find(",", at, true) or #line + 1
      list[#list + 1] = line:sub(at, comma - 1)
      at = comma + 1
    end
  end
  return list
end

function records.read(path)
  local file, message = io.open(path, "r")
  if not file then return nil, message end
  local names, rows = nil, {}
  for line in file:lines() do
    local cells = split(line)
    if not names then
      names = cells
    else
      local row = {}
      for i, name in ipairs(names) do row[name] = cells[i] end
      rows[#rows + 1] = row
    end
  end
  file:close()
  return rows
end

return records
