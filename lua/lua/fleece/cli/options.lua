--[[
fleece.cli.options — the options of the command: the parser, the help text and the test of the man
page all use this one table.

Owns: names, arguments, help, and what an option changes in the settings.
Must not know: files, the module, what the work is.
Invariant: the options in `list`, and no others, are parsed and shown by --help.

SPDX-License-Identifier: MIT
--]]

local options = {}

local function whole_number(text, least, most)
  local n = text:match("^%d+$") and tonumber(text)
  return n and n >= least and n <= most and n or nil
end

local function codec_option(name, value)
  return function(settings) settings.codec[name] = value end
end

local function flag(name)
  return function(settings) settings[name] = true end
end

local function action(name)
  return function(settings) settings.action = settings.action or name end
end

local function set_indent(settings, text)
  if text == "tab" then
    settings.codec.indent = "\t"
    return nil
  end
  settings.codec.indent = whole_number(text, 0, 32)
  return not settings.codec.indent and "wants a number from 0 to 32, or 'tab'" or nil
end

local function set_depth(settings, text)
  settings.codec.max_depth = whole_number(text, 1, 1000000000)
  return not settings.codec.max_depth and "wants a number from 1 on" or nil
end

local ESCAPES = { json = true, html = true, ascii = true,
  E0 = true, E1 = true, E2 = true, E3 = true, E4 = true }

local function set_escape(settings, text)
  if not ESCAPES[text] then return "wants json, html, ascii or E0 to E4" end
  settings.codec.escape = text
end

local function set_level(settings, text)
  if not text:match("^[0-4]$") then return "wants a digit from 0 to 4, as in -E2" end
  settings.codec.escape = "E" .. text
end

local function list_of(text)
  local items = {}
  for item in text:gmatch("[^,]+") do items[#items + 1] = item end
  return items
end

local function set_as(settings, text)
  settings.as = list_of(text)
  return not settings.as[1] and "wants the names of libraries, as in --as cjson" or nil
end

-- NAME=VALUE: true, false and numbers are converted; anything else is a string.
local function set_any(settings, text)
  local name, value = text:match("^([%a_][%w_]*)=(.*)$")
  if not name then return "wants NAME=VALUE, as in --set nan=null" end
  if name == "position" then return "reads whole texts: there is no position to set" end
  if value == "true" or value == "false" then
    value = value == "true"
  elseif name == "sort_keys" then
    value = list_of(value)
  elseif value:match("^%-?%d+%.?%d*$") then
    value = tonumber(value)
  end
  settings.codec[name] = value
end

local function set_null(settings, text)
  if not text:find("%S") then return "wants a Lua expression, as in --null=false" end
  settings.null = text
end

local function set_source(settings, text)
  if text ~= "lua" and text ~= "json" then return "wants lua or json" end
  settings.source = text
end

options.list = {
  { title = "Input and conversion" },
  { short = "d", long = "decode", help = "JSON to Lua data: return {...}",
    apply = flag("decode") },
  { short = "j", long = "json", help = "JSON to JSON: compact, indented, sorted, canonical",
    apply = flag("json") },
  { long = "check", help = "only check JSON, and report what is wrong with it",
    apply = flag("check") },
  { long = "from", arg = "FORMAT", help = "the input format: lua, or json as with -j",
    apply = set_source },
  { long = "run", help = "run FILE as a Lua program and use the value it returns",
    apply = flag("run") },
  { long = "as", arg = "NAME,...", help = "run FILE with Fleece as the JSON library NAME",
    apply = set_as },

  { title = "Output" },
  { short = "p", long = "pretty", help = "indent by two spaces",
    apply = codec_option("indent", 2) },
  { long = "indent", arg = "N", help = "indent by N spaces, or by 'tab'", apply = set_indent },
  { short = "s", long = "sort", help = "sort the keys (by bytes)",
    apply = codec_option("sort_keys", true) },
  { short = "c", long = "canonical", help = "canonical JSON (RFC 8785)",
    apply = codec_option("canonical", true) },
  { short = "l", long = "lines", help = "many values in, one line for each (NDJSON)",
    apply = flag("lines") },
  { short = "e", long = "elements", help = "one line for each element of the input arrays",
    apply = function(settings) settings.lines, settings.elements = true, true end },
  { long = "keep-going", help = "with -l, -e: continue after bad data, and count it",
    apply = flag("keep_going") },
  { long = "null", arg = "TEXT", help = "with -d: what to write for null (nil)",
    apply = set_null },
  { short = "n", long = "no-newline", help = "no newline at the end",
    apply = flag("no_newline") },
  { short = "o", long = "output", arg = "FILE", help = "write to FILE, whole or not at all",
    apply = function(settings, text) settings.output = text end },

  { title = "String escapes" },
  { short = "E", arg = "0..4", attached = true, name = "E0 ... -E4",
    help = "Fleece Lite's levels: -E0 copies, -E4 escapes most", apply = set_level },
  { long = "escape", arg = "MODE", help = "json (the default), html, ascii, E0 to E4",
    apply = set_escape },
  { long = "ascii", help = "escape everything beyond ASCII as \\uXXXX",
    apply = codec_option("escape", "ascii") },
  { long = "html", help = "safe inside HTML: also escapes / < > &",
    apply = codec_option("escape", "html") },

  { title = "Encoding and decoding" },
  { long = "set", arg = "NAME=VALUE", help = "any option of encode and decode, such as nan=null",
    apply = set_any },
  { long = "max-depth", arg = "N", help = "tables nested at most N deep (1000)",
    apply = set_depth },

  { title = "Other" },
  { long = "stats", help = "sizes, times and memory, on standard error",
    apply = flag("stats") },
  { short = "q", long = "quiet", help = "no progress bar, no hints; one line for each error",
    apply = flag("quiet") },
  { long = "info", help = "which Lua, backend and kernel are in use, and why",
    apply = action("info") },
  { short = "V", long = "version", help = "print the version", apply = action("version") },
  { short = "h", long = "help", help = "print this help", apply = action("help") },
}

local by_long, by_short = {}, {}
for _, option in ipairs(options.list) do
  if option.long then by_long[option.long] = option end
  if option.short then by_short[option.short] = option end
end

---------------------------------------------------------------------------------------
-- The nearest name

-- How many insertions, deletions, changes and swaps of neighbours lead from a to b.
local function distance(a, b)
  local before, last = {}, {}
  for j = 0, #b do last[j] = j end
  for i = 1, #a do
    local row = { [0] = i }
    for j = 1, #b do
      local change = a:byte(i) == b:byte(j) and 0 or 1
      row[j] = math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + change)
      if i > 1 and j > 1 and a:byte(i) == b:byte(j - 1) and a:byte(i - 1) == b:byte(j) then
        row[j] = math.min(row[j], before[j - 2] + 1)
      end
    end
    before, last = last, row
  end
  return last[#b]
end

local function nearest(name)
  local best, least
  for _, option in ipairs(options.list) do
    if option.long then
      local d = distance(name, option.long)
      if option.long:sub(1, #name) == name and #name > 1 then d = 1 end
      if d <= math.max(1, math.floor(#name / 3)) and (not least or d < least) then
        best, least = option.long, d
      end
    end
  end
  return best
end

local function suggestion(name)
  return name and " (did you mean '--" .. name .. "'?)" or ""
end

local function unknown_long(name)
  local near = nearest(name)
  return "unknown option '--" .. name .. "'" .. suggestion(near)
end

-- To the parser -pretty is a run of short options; most likely it is a typing error.
local function unknown_short(letter, word)
  local near = #word > 2 and nearest(word) or nil
  return "unknown option '-" .. letter .. "'" .. suggestion(near)
end

---------------------------------------------------------------------------------------
-- The parser

local function apply(option, settings, shown, argument)
  local problem = option.apply(settings, argument)
  return problem and "option '" .. shown .. "' " .. problem or nil
end

-- Returns the index of the last argument used, or nil and a message.
local function parse_long(settings, args, i)
  local name, value = args[i]:match("^%-%-([^=]+)=(.*)$")
  name = name or args[i]:sub(3)
  local option, shown = by_long[name], "--" .. name
  if not option then return nil, unknown_long(name) end
  if option.arg and not value then
    i = i + 1
    value = args[i]
    if not value then return nil, "option '" .. shown .. "' wants " .. option.arg end
  elseif value and not option.arg then
    return nil, "option '" .. shown .. "' takes no value"
  end
  local problem = apply(option, settings, shown, value)
  if problem then return nil, problem end
  return i
end

local function parse_short(settings, args, i)
  local word, at = args[i]:sub(2), 1
  while at <= #word do
    local letter = word:sub(at, at)
    local option, value = by_short[letter], nil
    if not option then return nil, unknown_short(letter, word) end
    at = at + 1
    if option.attached then
      value = word:sub(at, at)
      at = at + 1
    elseif option.arg then
      value = word:sub(at)
      at = #word + 1
      if value == "" then
        i = i + 1
        value = args[i]
      end
      if not value then return nil, "option '-" .. letter .. "' wants " .. option.arg end
    end
    local problem = apply(option, settings, "-" .. letter, value)
    if problem then return nil, problem end
  end
  return i
end

-- The input and output formats: -d and -j determine both, --check means JSON input.
local function settle(settings)
  local json = settings.decode or settings.json or settings.check and not settings.run
  settings.from = settings.source or json and "json" or "lua"
  settings.to = settings.decode and "lua" or "json"
end

-- Options that exclude each other, in the order in which they are checked.
local CONTRADICTIONS = {
  { "lines (-l, -e) cannot be indented (-p, --indent)",
    function(s) return s.codec.indent and s.lines end },
  { "canonical JSON (-c) cannot be indented (-p, --indent)",
    function(s) return s.codec.indent and s.codec.canonical end },
  { "canonical JSON (-c) has its own order (-s)",
    function(s) return s.codec.sort_keys and s.codec.canonical end },
  { "canonical JSON (-c) has its own escapes (-E, --escape, --ascii, --html)",
    function(s) return s.codec.canonical and s.codec.escape end },
  { "-d writes Lua data, -j writes JSON: use one of them", function(s) return s.decode and s.json end },
  { "Lua data (-d) is not canonical JSON (-c)",
    function(s) return s.decode and s.codec.canonical end },
  { "Lua data (-d) has its own escapes (-E, --escape, --ascii, --html)",
    function(s) return s.decode and s.codec.escape end },
  { "-d and -j read JSON, not Lua (--from=lua)",
    function(s) return (s.decode or s.json) and s.source == "lua" end },
  { "--run runs Lua and does not read JSON (-d, -j, --from=json)",
    function(s) return s.run and s.from == "json" end },
  { "--as runs a program, which does all the work (-d, -j, -l, -e, -o, --check, --run)",
    function(s)
      return s.as and (s.decode or s.json or s.check or s.run or s.lines or s.output)
    end },
  { "--as wants a program to run", function(s) return s.as and not s.files[1] end },
  { "--null is for Lua data (-d)", function(s) return s.null and not s.decode end },
  { "--check writes nothing (-o)", function(s) return s.check and s.output end },
  { "--keep-going is for lines (-l, -e)", function(s) return s.keep_going and not s.lines end },
}

local function contradiction(settings)
  for _, case in ipairs(CONTRADICTIONS) do
    if case[2](settings) then return case[1] end
  end
end

--- Returns the settings, or nil and what is wrong with the arguments.
function options.parse(args)
  local settings = { codec = {}, files = {} }
  local i, plain = 1, false
  while args[i] do
    local word, problem = args[i], nil
    if plain or word == "-" or word:sub(1, 1) ~= "-" then
      settings.files[#settings.files + 1] = word
      if settings.as then
        settings.arguments = { (unpack or table.unpack)(args, i + 1) }
        break
      end
    elseif word == "--" then
      plain = true
    elseif word:sub(1, 2) == "--" then
      i, problem = parse_long(settings, args, i)
    else
      i, problem = parse_short(settings, args, i)
    end
    if problem then return nil, problem end
    i = i + 1
  end
  settle(settings)
  local problem = not settings.action and contradiction(settings)
  if problem then return nil, problem end
  return settings
end

---------------------------------------------------------------------------------------
-- The help text

local function left_column(option)
  if option.name then return "  -" .. option.name end
  local argument = option.arg and " " .. option.arg or ""
  local short = option.short and "-" .. option.short .. ", " or "    "
  return "  " .. short .. "--" .. option.long .. argument
end

local HEAD = [[
Usage: fleece [OPTION]... [FILE]...
Turns Lua data into JSON, JSON into Lua data (-d), and JSON into JSON (-j).
Without FILE, or where FILE is -, reads standard input.

Lua data is what follows `return` in a file that holds a table: literals and table
constructors.  It is read, not run; no name, call or operator is allowed in it.
]]

local TAIL = [[

Examples
  fleece data.lua                 JSON on standard output
  fleece -ps data.lua -o out.json indented and sorted, into a file
  fleece -e records.lua           an array, as NDJSON
  fleece --run make.lua           the value that the program returns
  fleece -dp data.json            Lua data, indented
  fleece -jps data.json           JSON, indented and sorted
  fleece --check *.json           are they JSON?  If not, where is the error?
  fleece --as cjson app.lua ARG   a program in which require "cjson" returns Fleece
  fleece -jl --keep-going log     the good lines, compact; each bad one reported

Exit status: 0 done, 1 bad data, 2 wrong usage, 3 a file that cannot be read or written.
]]

function options.help()
  local lines = { HEAD }
  for _, option in ipairs(options.list) do
    if option.title then
      lines[#lines + 1] = "\n" .. option.title .. "\n"
    else
      lines[#lines + 1] = ("%-26s %s\n"):format(left_column(option), option.help)
    end
  end
  lines[#lines + 1] = TAIL
  return table.concat(lines)
end

return options
