-- test_cli.lua — the command as a user runs it: files, pipes, bad input, exit status, and
-- that the manual and --help speak of the same options.
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"
local reader = require "reader"

local TestCli, TestCliErrors, TestCliOutput, TestCliManual, TestCliProgress = {}, {}, {}, {}, {}

-- ---- Running it -----------------------------------------------------------------------

-- The directory of the tests is lua/test/, or a path that ends so.
local root = judge.directory .. "../.."
local command = root .. "/lua/bin/fleece"

local function interpreter()
  local i = 0
  while arg[i - 1] do i = i - 1 end
  return arg[i]
end
local lua = interpreter()

local function quoted(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

local directory

local function path(name) return directory .. "/" .. name end

local function put(name, text)
  local file = assert(io.open(path(name), "wb"))
  file:write(text)
  file:close()
  return path(name)
end

local function get(name)
  local file = io.open(path(name), "rb")
  if not file then return nil end
  local text = file:read("*a")
  file:close()
  return text
end

local function files()
  local pipe = io.popen("ls -A " .. quoted(directory))
  local names = {}
  for name in pipe:lines() do names[#names + 1] = name end
  pipe:close()
  return table.concat(names, " ")
end

local function set_up()
  directory = os.tmpname()
  os.remove(directory)
  assert(os.execute("mkdir " .. quoted(directory)))
end

local function tear_down() os.execute("rm -rf " .. quoted(directory)) end

for _, class in ipairs { TestCli, TestCliErrors, TestCliOutput, TestCliManual } do
  class.setUp, class.tearDown = set_up, tear_down
end

-- Runs a shell line in which $fleece is the command.  Standard input is `input`, or empty.
local function shell(line, input)
  put("..in", input or "")
  local set = ("cd %s && FLEECE_LUA=%s && export FLEECE_LUA && fleece=%s"):format(
    quoted(directory), quoted(lua), quoted(command))
  os.execute(set .. " && { { " .. line .. "\n} <..in >..out 2>..err; echo $? >..status; }")
  local status = tonumber((get("..status")))
  local out, err = get("..out"), get("..err")
  for _, name in ipairs { "..in", "..out", "..err", "..status" } do os.remove(path(name)) end
  return status, out, err
end

local function fleece(arguments, input) return shell('"$fleece" ' .. arguments, input) end

-- Works, says nothing on standard error, and writes this.
local function gives(arguments, input, expected)
  local status, out, err = fleece(arguments, input)
  lu.assertEquals({ status, out, err }, { 0, expected, "" })
end

-- Fails with this status and writes nothing; standard error holds each of the pieces.
local function fails(arguments, input, expected, ...)
  local status, out, err = fleece(arguments, input)
  lu.assertEquals({ status, out }, { expected, "" }, err)
  for _, piece in ipairs { ... } do judge.contains(err, piece) end
  lu.assertStrMatches(err:match("^[^\n]*"), "fleece: .*")
  lu.assertNotStrContains(err, "stack traceback")
  return err
end

-- The tests may be started from anywhere, by a path that is relative to there.
do
  local pipe = io.popen("cd " .. quoted(root) .. " && pwd")
  root = pipe:read("*l")
  pipe:close()
  command = root .. "/lua/bin/fleece"
  pipe = io.popen("command -v " .. quoted(lua))
  local found = pipe:read("*l")
  pipe:close()
  if found and found:sub(1, 1) ~= "/" then
    pipe = io.popen("pwd")
    found = pipe:read("*l") .. "/" .. found
    pipe:close()
  end
  lua = found or lua
end

-- ---- What it does ------------------------------------------------------------------------

function TestCli.test_file_and_standard_input()
  put("data.lua", "-- data\nreturn { 'a', 1, 2.5, true, { x = false } }\n")
  gives("data.lua", nil, '["a",1,2.5,true,{"x":false}]\n')
  gives("", "return {1,2}", "[1,2]\n")
  gives("-", "{1,2}", "[1,2]\n")
  gives("data.lua - data.lua", "7",
    '["a",1,2.5,true,{"x":false}]\n7\n["a",1,2.5,true,{"x":false}]\n')
end

function TestCli.test_scalars()
  gives("", "nil", "null\n")
  gives("", "'x'", '"x"\n')
  gives("", "return -0x10", "-16\n")
  gives("", "{}", "{}\n")
end

function TestCli.test_options_after_files_and_names_with_dashes()
  put("-x", "{1}")
  put("a b'c", "{2}")
  gives("-- -x", nil, "[1]\n")
  gives("./-x -n", nil, "[1]")
  gives("\"a b'c\"", nil, "[2]\n")
end

function TestCli.test_pretty_and_indent()
  gives("-p", "{1,{a=2}}", '[\n  1,\n  {\n    "a": 2\n  }\n]\n')
  gives("--pretty", "{1}", "[\n  1\n]\n")
  gives("--indent 1", "{1}", "[\n 1\n]\n")
  gives("--indent=tab", "{1}", "[\n\t1\n]\n")
end

function TestCli.test_sorted_and_canonical()
  local text = "{ z = 1, a = { d = 1.0, c = 2 }, [' '] = 3, m = 4 }"
  gives("-s", text, '{" ":3,"a":{"c":2,"d":1},"m":4,"z":1}\n')
  gives("--sort", text, '{" ":3,"a":{"c":2,"d":1},"m":4,"z":1}\n')
  gives("-sn --set sort_keys=z,m", "{z=1,m=4}", '{"z":1,"m":4}')
  gives("-c", "{ ['\\u{FB33}'] = 1, ['\\u{1F600}'] = 2, e = 1e21, f = 1e-7 }",
    '{"e":1e+21,"f":1e-7,"\240\159\152\128":2,"\239\172\179":1}\n')
  gives("-ps", "{b=1,a=2}", '{\n  "a": 2,\n  "b": 1\n}\n')
end

function TestCli.test_lines()
  gives("-l", "{1}\n{a=2} return 'x' nil\n-- end\n", '[1]\n{"a":2}\n"x"\nnull\n')
  gives("--lines", "", "")
  gives("-l", "-- nothing\n", "")
  gives("-ln", "1 2", "1\n2")
  gives("-l - -", "1 2", "1\n2\n")
  put("a.lua", "1\n2\n")
  put("b.lua", "{3}\n")
  gives("-l a.lua b.lua", nil, "1\n2\n[3]\n")
end

function TestCli.test_elements()
  gives("-e", "return { {a=1}, 'x', {} }", '{"a":1}\n"x"\n{}\n')
  gives("--elements", "{1,2}{}{3}", "1\n2\n3\n")
  gives("-e", "{}", "")
end

function TestCli.test_escapes()
  local text = [[{ 'a"b\\/\1\127' }]]
  gives("", text, '["a\\"b\\\\/\\u0001\127"]\n')
  gives("-E0", text, '["a"b\\/\1\127"]\n')
  gives("-E1", text, '["a*b*/\1\127"]\n')
  gives("-E2", text, '["a\\"b\\\\/\1\127"]\n')
  gives("-E3", text, '["a\\"b\\\\\\/\1\127"]\n')
  gives("-E4", text, '["a\\"b\\\\\\/\\u0001\\u007f"]\n')
  gives("--escape E4", text, '["a\\"b\\\\\\/\\u0001\\u007f"]\n')
  gives("-E2n", text, '["a\\"b\\\\/\1\127"]')
  gives("--ascii", "'\195\164\240\159\152\128'", '"\\u00e4\\ud83d\\ude00"\n')
  gives("--escape=ascii", "'\195\164'", '"\\u00e4"\n')
  local _, out = fleece("--html", "'</script>&'")
  lu.assertNil(out:find("[<>&]") or out:find("</", 1, true))
  gives("--escape json", "'</script>'", '"</script>"\n')
end

function TestCli.test_set()
  gives("--set nan=null", "{1e999}", "[null]\n")
  gives("--set nan=string", "{1e999}", '["Infinity"]\n')
  gives("--set empty_table=array", "{}", "[]\n")
  gives("--set sparse=object", "{[1]=1,[3]=3}", '{"1":1,"3":3}\n')
  gives("--set float_digits=3", "{3.14159}", "[3.14]\n")
  gives("--set float_integral=float", "{2e3}", math.type and "[2000.0]\n" or "[2000.0]\n")
  gives("--set utf8=replace", "'\\255'", '"\239\191\189"\n')
  gives("--set indent=1 --set sort_keys=true", "{a=1}", '{\n "a": 1\n}\n')
end

function TestCli.test_depth()
  local text = ("{"):rep(1001) .. ("}"):rep(1001)
  fails("", text, 1, "deeper than 1000", "--max-depth")
  local status, out, err = fleece("--max-depth 1001", text)
  lu.assertEquals({ status, #out, err }, { 0, 2003, "" })
  fails("--max-depth=2", "{{{}}}", 1, "stdin:1:3: tables nested deeper than 2")
  gives("--max-depth=2", "{{}}", "[{}]\n")
end

function TestCli.test_run()
  put("make.lua", "local t = {}\nfor i = 1, 3 do t[i] = i * i end\nreturn t\n")
  gives("--run make.lua", nil, "[1,4,9]\n")
  gives("--run", "#!/usr/bin/env lua\nreturn string.rep('x', 3)", '"xxx"\n')
  gives("--run", "return nil", "null\n")
  gives("--run -l", "return 1, {2}, nil", "1\n[2]\nnull\n")
  gives("--run -l", "local x = 1", "")
  gives("--run -e", "return {1, 2}, {3}", "1\n2\n3\n")
end

function TestCli.test_data_is_not_run()
  fails("", "{ os.execute('touch ran') }", 1, "stdin:1:3: 'os' is a name", "--run")
  lu.assertEquals(files(), "")
end

function TestCli.test_stats()
  local status, out, err = fleece("--stats", "{1,2}")
  lu.assertEquals({ status, out }, { 0, "[1,2]\n" })
  lu.assertStrMatches(err, "read +5 bytes in [%d.]+ s.*\nwrote +6 bytes in .*\nvalues +1, memory .*\n")
end

function TestCli.test_version_info_help()
  local status, out, err = fleece("--version")
  lu.assertEquals({ status, err }, { 0, "" })
  lu.assertEquals(out, "fleece " .. tostring(require("fleece")._VERSION) .. "\n")
  lu.assertEquals({ fleece("-V") }, { status, out, err })
  status, out, err = fleece("--info")
  lu.assertEquals({ status, err }, { 0, "" })
  lu.assertStrMatches(out, ".*backend +%S+\n.*kernel +%S+\n.*lua +%S.*version +%S.*")
  status, out, err = fleece("--help")
  lu.assertEquals({ status, err }, { 0, "" })
  judge.contains(out, "Usage: fleece")
  lu.assertEquals({ fleece("-h") }, { status, out, err })
end

function TestCli.test_large_input_in_a_pipe()
  local records = {}
  for i = 1, 20000 do records[i] = ("{id=%d,name='n\\n%d',x=%d.5}"):format(i, i, i) end
  local status, out, err = fleece("-s", "return {" .. table.concat(records, ",\n") .. "}")
  lu.assertEquals({ status, err }, { 0, "" })
  local expected = {}
  for i = 1, 20000 do expected[i] = ('{"id":%d,"name":"n\\n%d","x":%d.5}'):format(i, i, i) end
  lu.assertTrue(out == "[" .. table.concat(expected, ",") .. "]\n", "the output differs")
end

function TestCli.test_the_sample_of_the_examples()
  local status, out, err = shell('"$fleece" -s ' .. quoted(root .. "/examples/lua/catalogue.lua"))
  lu.assertEquals({ status, err }, { 0, "" })
  lu.assertTrue(reader.valid(out))
  local catalogue = assert(loadfile(root .. "/examples/lua/catalogue.lua"))()
  lu.assertTrue(reader.decode == nil or #reader.decode(out) == #catalogue)
end

-- ---- What goes wrong -----------------------------------------------------------------------

function TestCliErrors.test_bad_data_shows_the_place()
  put("data.lua", "return {\n  a = 1,\n  b = foo,\n}\n")
  local err = fails("data.lua", nil, 1)
  lu.assertEquals(err, "fleece: data.lua:3:7: 'foo' is a name, and data refers to nothing\n" ..
    "    b = foo,\n        ^\n" ..
    "fleece: hint: a file that computes its value needs --run (only for files you trust)\n")
  err = fails("-q data.lua", nil, 1)
  lu.assertEquals(err, "fleece: data.lua:3:7: 'foo' is a name, and data refers to nothing\n")
end

function TestCliErrors.test_empty_and_binary_input()
  fails("", "", 1, "stdin:1:1: no value: the text is empty")
  fails("", "\n\n -- c", 1, "no value")
  fails("", "\27Lua\82\0", 1, "compiled Lua code")
  fails("", "\0\1\2\255", 1, "stdin:1:1: byte 0x00")
  fails("", '{"a": 1}', 1, "stdin:1:5: ':' after a value")
  fails("", ("{"):rep(3000000), 1, "deeper than 1000")
end

function TestCliErrors.test_more_than_one_value()
  fails("", "{1}\n{2}", 1, "stdin:2:1: more text after the value", "-l takes several values")
end

function TestCliErrors.test_a_bad_value_in_a_stream()
  local status, out, err = fleece("-l", "{1}\n{2}\n{x}\n{4}")
  lu.assertEquals({ status, out }, { 1, "[1]\n[2]" })
  judge.contains(err, "stdin:3:2: 'x' is a name")
end

function TestCliErrors.test_values_without_a_json_form()
  put("inf.lua", "{ a = { 1, 1e999 } }")
  fails("inf.lua", nil, 1, "inf.lua: ", "$.a[2]")
  fails("", "{ '\\255' }", 1, "stdin: ", "$[1]")
  fails("", "{ [true] = 1 }", 1, "stdin: ")
  fails("--run", "return { f = print }", 1, "function at $.f")
  fails("--run", "local t = {} t.t = t return t", 1, "$")
  local status, out, err = fleece("-l", "1 {1e999}")
  lu.assertEquals({ status, out }, { 1, "1\n" })
  judge.contains(err, "stdin: value 2: ")
end

function TestCliErrors.test_elements_of_what_is_no_array()
  fails("-e", "{a=1}", 1, "--elements wants an array")
  fails("-e", "7", 1, "--elements wants an array, not a number")
  fails("-e", "{1,nil,3}", 1, "--elements wants an array")
end

function TestCliErrors.test_a_program_that_fails()
  fails("--run", "return 1 +", 1, "stdin:1:")
  fails("--run", "\nerror('no luck')", 1, "stdin:2: no luck")
  fails("--run", "error({})", 1, "table")
  fails("--run", "local x = 1", 1, "the program returns nothing")
end

function TestCliErrors.test_files_that_cannot_be_read()
  fails("no-such.lua", nil, 3, "cannot read no-such.lua: No such file")
  fails(".", nil, 3, "cannot read", "directory")
end

function TestCliErrors.test_usage()
  fails("--prety", "1", 2, "unknown option '--prety' (did you mean '--pretty'?)", "fleece --help")
  fails("--canon", "1", 2, "did you mean '--canonical'?")
  fails("-pretty", "1", 2, "unknown option '-r' (did you mean '--pretty'?)")
  fails("-x", "1", 2, "unknown option '-x'")
  fails("-d", "1", 2, "unknown option '-d'")
  fails("--check", "1", 2, "unknown option '--check'")
  fails("--wholly-different", "1", 2, "unknown option '--wholly-different'\n")
  fails("-o", "1", 2, "option '-o' wants FILE")
  fails("--output", "1", 2, "option '--output' wants FILE")
  fails("--pretty=3", "1", 2, "option '--pretty' takes no value")
  fails("-E5", "1", 2, "option '-E' wants a digit")
  fails("-E", "1", 2, "option '-E' wants a digit")
  fails("--escape E5", "1", 2, "option '--escape' wants json")
  fails("--indent x", "1", 2, "option '--indent' wants a number")
  fails("--indent 33", "1", 2, "option '--indent' wants a number")
  fails("--max-depth 0", "1", 2, "option '--max-depth' wants a number")
  fails("--set nan", "1", 2, "option '--set' wants NAME=VALUE")
  fails("--set nan=maybe", "1", 2, "nan")
  fails("--set nonsense=1", "1", 2, "nonsense")
  fails("-lp", "1", 2, "cannot be indented")
  fails("-cp", "1", 2, "canonical")
  fails("-c --ascii", "1", 2, "canonical")
end

function TestCliErrors.test_a_lua_that_is_not_there()
  local status, out, err = shell('FLEECE_LUA=./no-lua "$fleece" -V')
  lu.assertEquals({ status, out }, { 3, "" })
  judge.contains(err, "FLEECE_LUA names no program: ./no-lua")
end

-- The program sends the signal to the Lua that runs it.
function TestCliErrors.test_interrupt()
  put("stop.lua", "io.popen('kill -INT $PPID'):read('*a')\nfor _ = 1, 1e9 do end\nreturn 1")
  local status, out, err = fleece("--run stop.lua -o out.json")
  lu.assertEquals({ status, out, err }, { 130, "", "fleece: interrupted\n" })
  lu.assertEquals(files(), "stop.lua")
end

-- ---- Where it writes -----------------------------------------------------------------------

function TestCliOutput.test_output_file()
  gives("-o out.json", "{1}", "")
  lu.assertEquals({ get("out.json"), files() }, { "[1]\n", "out.json" })
  gives("--output=out.json", "{2}", "")
  lu.assertEquals({ get("out.json"), files() }, { "[2]\n", "out.json" })
  gives("-oout.json", "{3}", "")
  lu.assertEquals(get("out.json"), "[3]\n")
  gives("-o -", "{4}", "[4]\n")
end

function TestCliOutput.test_a_failure_leaves_the_old_file()
  put("out.json", "old")
  fails("-o out.json", "{1, x}", 1, "'x' is a name")
  fails("-o out.json", "{1, 1e999}", 1, "$[2]")
  fails("-l -o out.json", "1 2 3 x", 1, "'x' is a name")
  fails("-o out.json no-such.lua", nil, 3, "No such file")
  lu.assertEquals({ get("out.json"), files() }, { "old", "out.json" })
end

function TestCliOutput.test_a_failure_leaves_no_new_file()
  fails("-o out.json", "{1, x}", 1, "'x' is a name")
  lu.assertEquals(files(), "")
end

function TestCliOutput.test_the_input_may_be_the_output()
  put("same", "{1,2}")
  gives("same -o same", nil, "")
  lu.assertEquals(get("same"), "[1,2]\n")
end

function TestCliOutput.test_permissions_stay()
  put("out.json", "old")
  local status, out = shell('chmod 600 out.json && "$fleece" -o out.json && ls -l out.json', "{1}")
  lu.assertEquals({ status, get("out.json") }, { 0, "[1]\n" })
  lu.assertStrMatches(out, "%-rw%-%-%-%-%-%-%-.*")
end

function TestCliOutput.test_a_link_stays_a_link()
  put("real.json", "old")
  local status, _, err = shell('ln -s real.json link.json && "$fleece" -o link.json', "{1}")
  lu.assertEquals({ status, err, get("real.json") }, { 0, "", "[1]\n" })
  lu.assertEquals({ shell("test -h link.json") }, { 0, "", "" })
  lu.assertEquals(files(), "link.json real.json")
end

function TestCliOutput.test_a_pipe_is_written_to()
  put("in.lua", "{1}")
  local status, out, err = shell('mkfifo pipe && { "$fleece" in.lua -o pipe & cat pipe; wait $!; }')
  lu.assertEquals({ status, out, err }, { 0, "[1]\n", "" })
  lu.assertEquals({ shell("test -p pipe") }, { 0, "", "" })
end

function TestCliOutput.test_a_directory_that_is_not_there()
  fails("-o nowhere/out.json", "{1}", 3, "cannot write nowhere/out.json: No such file")
  fails("-o .", "{1}", 3, "cannot write .: ")
end

function TestCliOutput.test_full_disk()
  if os.execute("test -c /dev/full") ~= 0 and os.execute("test -c /dev/full") ~= true then
    judge.note("there is no /dev/full: a full disk is not tested")
    return
  end
  put("big.lua", "{" .. ("'0123456789',"):rep(50000) .. "}")
  for _, file in ipairs { "big.lua", "-" } do
    local status, _, err = shell('"$fleece" ' .. file .. " >/dev/full", "{1}")
    lu.assertEquals({ status, err },
      { 3, "fleece: cannot write standard output: No space left on device\n" })
  end
  fails("-o /dev/full", "{1}", 3, "cannot write /dev/full: No space left on device")
  fails("--help >/dev/full", "", 3, "cannot write standard output: No space left on device")
end

function TestCliOutput.test_closed_pipe()
  put("big.lua", "{" .. ("'0123456789',"):rep(50000) .. "}")
  local _, out, err = shell('"$fleece" big.lua | head -c 5')
  lu.assertEquals({ out, err }, { '["012', "" })
  _, out, err = shell("trap '' PIPE; { \"$fleece\" big.lua; echo $? >code; } | head -c 5")
  lu.assertEquals({ out, get("code") }, { '["012', "3\n" })
  lu.assertEquals(err, "fleece: cannot write standard output: Broken pipe\n")
end

function TestCliOutput.test_closed_standard_output()
  local status, _, err = shell('"$fleece" >&-', "{1}")
  lu.assertEquals(status, 3)
  judge.contains(err, "fleece: cannot write standard output: ")
end

-- ---- The manual ------------------------------------------------------------------------------

-- Every -x and --word of a text; E0 to E4 count as one option.
local function options_of(text)
  local found = {}
  for word in text:gmatch("%-%-[%a][%a-]*") do found[word] = true end
  for lead, letter in text:gmatch("(.)%-(%a)%f[^%a]") do
    if not lead:match("[%w-]") then found["-" .. letter] = true end
  end
  return found
end

local function names(set)
  local list = {}
  for name in pairs(set) do list[#list + 1] = name end
  table.sort(list)
  return table.concat(list, " ")
end

local function manual()
  local file = assert(io.open(root .. "/docs/man/fleece.1", "rb"))
  local text = file:read("*a"):gsub("\\%-", "-")
  file:close()
  return text
end

-- The headings of the paragraphs between .SH OPTIONS and the next section.
local function manual_options()
  local section = manual():match("\n%.SH OPTIONS\n(.-)\n%.SH ")
  local headings = {}
  for heading in section:gmatch("%.TP\n([^\n]*)") do headings[#headings + 1] = heading end
  return options_of(" " .. table.concat(headings, "\n "))
end

local function help_options()
  local list = require("fleece.cli.options").list
  local found = {}
  for _, option in ipairs(list) do
    if option.long then found["--" .. option.long] = true end
    if option.short then found["-" .. option.short] = true end
  end
  return found
end

function TestCliManual.test_help_lists_every_option()
  local _, out = fleece("--help")
  local lines = {}
  for line in out:match("^(.-)\nExamples"):gmatch("[^\n]+") do
    if line:match("^  ") then lines[#lines + 1] = line:sub(1, 26):gsub("%-E0 %.%.%. %-E4", "-E") end
  end
  lu.assertEquals(names(options_of(" " .. table.concat(lines, "\n "))), names(help_options()))
end

function TestCliManual.test_the_manual_has_the_options_of_the_command()
  local in_manual = manual_options()
  for level = 0, 4 do in_manual["-E" .. level] = nil end
  lu.assertStrContains(manual(), '-E0 ", " -E1')
  in_manual["-E"] = true
  lu.assertEquals(names(in_manual), names(help_options()))
end

function TestCliManual.test_the_examples_of_the_manual_use_options_that_are()
  local known = help_options()
  for line in manual():match("\n%.SH EXAMPLES\n(.*)\n%.SH DIAGNOSTICS"):gmatch("[^\n]*fleece [^\n]*") do
    for word in line:match("fleece ([^|]*)"):gmatch("%S+") do
      if word:match("^%-%-") then
        lu.assertTrue(known[word], word)
      elseif word:match("^%-%a") then
        for letter in word:sub(2):gmatch(".") do lu.assertTrue(known["-" .. letter], word) end
      end
    end
  end
end

function TestCliManual.test_exit_status_is_in_the_manual()
  for _, status in ipairs { "0", "1", "2", "3", "130" } do
    judge.contains(manual(), ".B " .. status .. "\n")
  end
end

-- ---- The bar ------------------------------------------------------------------------------------

-- The clock, the terminal and standard error are ours.
local function with_clock(terminal, quiet, body)
  local real_clock, real_execute, real_stderr = os.clock, os.execute, io.stderr
  local written, now, asked = {}, 0, 0
  os.clock = function() return now end -- luacheck: ignore 122
  os.execute = function() -- luacheck: ignore 122
    asked = asked + 1
    return terminal and (judge.version > 5.1 and true or 0) or (judge.version > 5.1 and nil or 1)
  end
  io.stderr = { write = function(_, ...) written[#written + 1] = table.concat { ... } end } -- luacheck: ignore 122
  local ok, problem = pcall(function()
    local bar = require("fleece.cli.progress").new(quiet)
    body(bar, function(t) now = t end)
  end)
  os.clock, os.execute, io.stderr = real_clock, real_execute, real_stderr -- luacheck: ignore 122
  assert(ok, problem)
  return table.concat(written), asked
end

local function long_work(bar, at)
  bar:tell("reading", 1e6, 4e6)
  at(0.4)
  bar:tell("reading", 2e6, 4e6)
  at(0.6)
  bar:tell("reading", 3e6, 4e6)
  at(0.65)
  bar:tell("reading", 3.5e6, 4e6)
  at(0.9)
  bar:tell("writing", 5e6)
  bar:clear()
end

function TestCliProgress.test_long_work_on_a_terminal()
  local written, asked = with_clock(true, false, long_work)
  lu.assertEquals(asked, 1)
  lu.assertEquals(written, "\rreading [" .. ("#"):rep(22) .. (" "):rep(8) ..
    "]  75%  3.0 MB of 4.0 MB\27[K" .. "\rwriting 5.0 MB\27[K" .. "\r\27[K")
end

function TestCliProgress.test_short_work_asks_nothing_and_writes_nothing()
  local written, asked = with_clock(true, false, function(bar, at)
    bar:tell("reading", 1, 2)
    at(0.4)
    bar:tell("reading", 2, 2)
    bar:clear()
  end)
  lu.assertEquals({ written, asked }, { "", 0 })
end

function TestCliProgress.test_no_bar_without_a_terminal_or_when_quiet()
  lu.assertEquals({ with_clock(false, false, long_work) }, { "", 1 })
  lu.assertEquals({ with_clock(true, true, long_work) }, { "", 0 })
end

return {
  TestCli = TestCli, TestCliErrors = TestCliErrors, TestCliOutput = TestCliOutput,
  TestCliManual = TestCliManual, TestCliProgress = TestCliProgress,
}
