-- SPDX-License-Identifier: MIT
--
-- Text and columns on the screen. Owns: how a time, a table and a progress line look.
-- Must not know: what is measured.

local layout = {}

-- Seconds as text, three significant digits.
function layout.time(seconds)
  local units = { { 1, "s" }, { 1e-3, "ms" }, { 1e-6, "us" }, { 1e-9, "ns" } }
  for _, u in ipairs(units) do
    if seconds >= u[1] or u[2] == "ns" then
      local v = seconds / u[1]
      local digits = v >= 100 and 0 or v >= 10 and 1 or 2
      return string.format("%." .. digits .. "f %s", v, u[2])
    end
  end
end

function layout.bytes(n)
  if n >= 10e6 then return string.format("%.1f MB", n / 1e6) end
  if n >= 10e3 then return string.format("%.0f kB", n / 1e3) end
  return string.format("%.0f bytes", n)
end

-- The start of a text, safe for a terminal, `width` characters.
function layout.start_of(text, width)
  local piece = text:sub(1, width):gsub("[%c\128-\255]", ".")
  return piece .. (#text > width and ".." or "")
end

function layout.rule(width) return string.rep("-", width or 98) end

-- rows: list of lists of texts; the first column is left-aligned, the others right unless left[i].
function layout.columns(rows, left)
  local width = {}
  for _, row in ipairs(rows) do
    for i, cell in ipairs(row) do width[i] = math.max(width[i] or 0, #cell) end
  end
  local lines = {}
  for _, row in ipairs(rows) do
    local cells = {}
    for i, cell in ipairs(row) do
      local pad = string.rep(" ", width[i] - #cell)
      cells[i] = (i == 1 or left and left[i]) and cell .. pad or pad .. cell
    end
    lines[#lines + 1] = (table.concat(cells, "  "):gsub("%s+$", ""))
  end
  return table.concat(lines, "\n")
end

-- A line on standard error that overwrites itself; silent if standard error is not a terminal.
function layout.progress()
  local status = os.execute("test -t 2 2>/dev/null")
  local terminal = status == true or status == 0
  local shown = 0
  return function(text)
    if not terminal then return end
    text = text and text:sub(1, 78) or ""
    io.stderr:write("\r", text, string.rep(" ", math.max(0, shown - #text)), text == "" and "\r" or "")
    io.stderr:flush()
    shown = #text
  end
end

return layout
