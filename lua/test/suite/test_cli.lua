-- test_cli.lua — the command as a user runs it: files, pipes, bad input, exit status; and that
-- the manual and --help list the same options.
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"
local reader = require "reader"

local TestCli, TestCliErrors, TestCliOutput, TestCliManual, TestCliProgress = {}, {}, {}, {}, {}
local TestCliJson, TestCliLua, TestCliLines, TestCliCheck, TestCliDocuments = {}, {}, {}, {}, {}

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

for _, class in ipairs { TestCli, TestCliErrors, TestCliOutput, TestCliManual, TestCliJson,
  TestCliLua, TestCliLines, TestCliCheck } do
  class.setUp, class.tearDown = set_up, tear_down
end

-- Runs a shell command in which $fleece is the command.  Standard input is `input`, or empty.
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

-- Succeeds, prints nothing on standard error, and writes this.
local function gives(arguments, input, expected)
  local status, out, err = fleece(arguments, input)
  lu.assertEquals({ status, out, err }, { 0, expected, "" })
end

-- Fails with this status and writes nothing; standard error contains each of the pieces.
local function fails(arguments, input, expected, ...)
  local status, out, err = fleece(arguments, input)
  lu.assertEquals({ status, out }, { expected, "" }, err)
  for _, piece in ipairs { ... } do judge.contains(err, piece) end
  lu.assertStrMatches(err:match("^[^\n]*"), "fleece: .*")
  lu.assertNotStrContains(err, "stack traceback")
  return err
end

-- The tests may be started from any directory, with a relative path.
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

-- ---- JSON in: to JSON --------------------------------------------------------------------

local DOCUMENT = '{ "z" : 1.0, "a":[1,2.50,-0,12345678901234567890,null, {}, [ ] ],\r\n' ..
  '\t"name\\u00e4": "q\\"\\\\\\/ {[,:]}", "b" : {"c":[], "a": true} }\n'

function TestCliJson.test_compact_keeps_order_numbers_and_escapes()
  local compact = '{"z":1.0,"a":[1,2.50,-0,12345678901234567890,null,{},[]],' ..
    '"name\\u00e4":"q\\"\\\\\\/ {[,:]}","b":{"c":[],"a":true}}\n'
  gives("-j", DOCUMENT, compact)
  gives("--json", compact, compact)
  gives("--from=json", DOCUMENT, compact)
  gives("--from json -j", DOCUMENT, compact)
  gives("-j", '{"a":1,"a":2}', '{"a":1,"a":2}\n')
end

function TestCliJson.test_pretty()
  gives("-jp", DOCUMENT, [[
{
  "z": 1.0,
  "a": [
    1,
    2.50,
    -0,
    12345678901234567890,
    null,
    {},
    []
  ],
  "name\u00e4": "q\"\\\/ {[,:]}",
  "b": {
    "c": [],
    "a": true
  }
}
]])
  gives("-j --indent=tab", '[ {"a" :[1]} ]', '[\n\t{\n\t\t"a": [\n\t\t\t1\n\t\t]\n\t}\n]\n')
  gives("-j --indent=0", "[ 1 , 2 ]", "[\n1,\n2\n]\n")
end

function TestCliJson.test_sorted()
  gives("-js", DOCUMENT, '{"a":[1,2.50,-0,12345678901234567890,null,{},[]],"b":{"a":true,"c":[]},' ..
    '"name\\u00e4":"q\\"\\\\\\/ {[,:]}","z":1.0}\n')
  gives("-jsp", '{"b":{"z":1,"y":{}},"a":[]}',
    '{\n  "a": [],\n  "b": {\n    "y": {},\n    "z": 1\n  }\n}\n')
  -- Sorted by the bytes of the decoded keys; duplicate keys stay in order.
  gives("-js", [[{"b":1,"\u0061":2,"":3,"b":0,"B":4,"\u00e9":5,"z":6}]],
    [[{"":3,"B":4,"\u0061":2,"b":1,"b":0,"z":6,"\u00e9":5}]] .. "\n")
end

-- The text and the values give the same indented text.
function TestCliJson.test_the_same_as_encode()
  local status, text = fleece("-s " .. quoted(root .. "/examples/lua/catalogue.lua"))
  lu.assertEquals(status, 0)
  local module = require("fleece")
  local indented = module.encode(module.decode(text), { indent = 2, sort_keys = true })
  gives("-jps", text, indented .. "\n")
  gives("-j", indented, text)
  gives("-js --escape json", indented, text)
end

function TestCliJson.test_scalars_and_space()
  gives("-j", " \n\t\"x\" \r\n", '"x"\n')
  gives("-j", "null", "null\n")
  gives("-jp", " -1e5 ", "-1e5\n")
  gives("-jn", "[ ]", "[]")
  gives("-js", " {\n} ", "{}\n")
  gives("-jps", '{"a" : { } }', '{\n  "a": {}\n}\n')
end

function TestCliJson.test_from_the_values()
  gives("-jc", '{"b":1.0,"a":[1e21,1E-7,-0,12345678901234567890], "c":[]}',
    '{"a":[1e+21,1e-7,0,12345678901234567000],"b":1,"c":[]}\n')
  gives("-jcn", '{"\239\172\179":1,"\240\159\152\128":2}', '{"\240\159\152\128":2,"\239\172\179":1}')
  gives("-j --ascii", '["\195\164",12345678901234567890,[],{},null]',
    '["\\u00e4",12345678901234567890,[],{},null]\n')
  gives("-j --html", '"</"', '"\\u003c\\/"\n')
  gives("-jp --escape=json", '{"a":[]}', '{\n  "a": []\n}\n')
  gives("-j --set sort_keys=id,name", '{"a":1,"name":2,"id":3}', '{"id":3,"name":2,"a":1}\n')
  gives("-j --set duplicates=first", '{"a":1,"a":2}', '{"a":1}\n')
  gives("-j --set bigint=string", "[123456789012345678901]", '["123456789012345678901"]\n')
  gives("-j --set utf8=replace", '"\255"', '"\239\191\189"\n')
end

function TestCliJson.test_lenient()
  gives("-j --set comments=true", "[1 /* one */, 2] // two\n", "[1,2]\n")
  gives("-j --set trailing_commas=true", '[{"a":[1,],},]', '[{"a":[1]}]\n')
  gives("-j --set bom=true", "\239\187\191[1]", "[1]\n")
end

function TestCliJson.test_deep()
  local text = ("["):rep(1000) .. ("]"):rep(1000)
  gives("-j", text, text .. "\n")
  fails("-j", "[" .. text .. "]", 1, "stdin:1:1001: nesting deeper than 1000", "--max-depth")
  gives("-j --max-depth=1001", "[" .. text .. "]", "[" .. text .. "]\n")
  local deep = ('{"a":'):rep(1000) .. "1" .. ("}"):rep(1000)
  gives("-js", deep, deep .. "\n")
end

-- More pieces than are joined at once, with strings and space across the boundaries.
function TestCliJson.test_many_tokens()
  local list = {}
  for i = 1, 5000 do list[i] = ('{"k %d" :\n"[%d,\\"]" }'):format(i, i) end
  local compact = "[" .. table.concat(list, ","):gsub(' :\n', ":"):gsub(' }', "}") .. "]\n"
  gives("-j", "[" .. table.concat(list, " , ") .. "]", compact)
  gives("-js", "[" .. table.concat(list, ",") .. "]", compact)
  put("out.json", (compact:gsub(",{", " , {")))
  gives("-j out.json", nil, compact)
end

function TestCliJson.test_several_files()
  put("a.json", "[1, 2]")
  put("b.json", '{"x": 1}')
  gives("-j a.json b.json - a.json", "3", '[1,2]\n{"x":1}\n3\n[1,2]\n')
  gives("-jo out a.json b.json", nil, "")
  lu.assertEquals(get("out"), '[1,2]\n{"x":1}\n')
  gives("-jp a.json -o a.json", nil, "")
  lu.assertEquals(get("a.json"), "[\n  1,\n  2\n]\n")
end

function TestCliJson.test_elements()
  gives("-je", '[{"b":1,"a":[2,3]}, "x,]" ,[1,[2]] ,null ]', '{"b":1,"a":[2,3]}\n"x,]"\n[1,[2]]\nnull\n')
  gives("-je", " [ ] ", "")
  gives("-jec", '[{"b":1,"a":2}, {}]', '{"a":2,"b":1}\n{}\n')
  gives("-de", '[{"b":1,"a":2}, []]', "{b=1,a=2}\n{}\n")
  fails("-je", "{}", 1, "stdin: --elements wants an array")
end

function TestCliJson.test_stats()
  local status, out, err = fleece("-j --stats", "[1, 2]")
  lu.assertEquals({ status, out }, { 0, "[1,2]\n" })
  lu.assertStrMatches(err, "read +6 bytes in [%d.]+ s.*\nwrote +6 bytes in .*\nvalues +1, memory .*\n")
end

-- ---- JSON in: to Lua data ----------------------------------------------------------------

function TestCliLua.test_compact_and_pretty()
  gives("-d", DOCUMENT, 'return {z=1.0,a={1,2.50,-0.0,12345678901234567890,nil,{},{}},' ..
    '["name\195\164"]="q\\"\\\\/ {[,:]}",b={c={},a=true}}\n')
  gives("-dp", '{"a":[1,{"b":null}],"c":{},"d":"x"}', [[
return {
  a = {
    1,
    {
      b = nil,
    },
  },
  c = {},
  d = "x",
}
]])
  gives("--decode --indent=tab", "[1]", "return {\n\t1,\n}\n")
  gives("-ds", '{"b":1,"a":{"d":2,"c":3}}', "return {a={c=3,d=2},b=1}\n")
  gives("-dn", "[]", "return {}")
end

function TestCliLua.test_keys()
  gives("-d", '{"a_1":1,"1a":2,"and":3,"goto":4,"global":5,"a b":6,"":7,"1":8,"\195\164":9,"a\\"b":10}',
    'return {a_1=1,["1a"]=2,["and"]=3,["goto"]=4,["global"]=5,["a b"]=6,[""]=7,["1"]=8,' ..
    '["\195\164"]=9,["a\\"b"]=10}\n')
end

function TestCliLua.test_strings()
  gives("-d", [=["\b\f\n\r\t\/\\\"\u00001\u001f\u007f\u00e9\ud83d\ude00 [[ ]] --"]=],
    [[return "\008\012\n\r\t/\\\"\0001\031\127]] .. "\195\169\240\159\152\128 [[ ]] --\"\n")
end

function TestCliLua.test_numbers()
  gives("-d", "[0,-1,1E5,-0.0,-0,5e-324,9007199254740993,0.1000]",
    "return {0,-1,1E5,-0.0,-0.0,5e-324,9007199254740993,0.1000}\n")
  fails("-d", "[1e400]", 1, "stdin:1:2: number out of range")
  gives("-d --set bigint=string", "[123456789012345678901]", 'return {"123456789012345678901"}\n')
end

function TestCliLua.test_null()
  gives("-d", '[null,{"a":null}]', "return {nil,{a=nil}}\n")
  gives("-d --null=false", '[null,{"a":null}]', "return {false,{a=false}}\n")
  gives("-d --null json.null", "null", "return json.null\n")
end

local load_text = rawget(_G, "loadstring") or load

-- This Lua and `fleece` can both read what the command has written.
function TestCliLua.test_there_and_back()
  local text = '{"a":[1,2.5,-0.5,[true,false,"x"],{"b":"\\u0000\\r\\n\\\\\\"\\u2028\\ud83d\\ude00 e"}],' ..
    '"c d":{"end":1e+300,"x":-12},"s":"\127\195\164"}\n'
  local expected = require("fleece").decode(text)
  for _, how in ipairs { "-d", "-dp", "-ds", "-dps" } do
    local status, out, err = fleece(how, text)
    lu.assertEquals({ status, err }, { 0, "" })
    lu.assertEquals(assert(load_text(out))(), expected)
    gives("-s", out, require("fleece").encode(expected, { sort_keys = true }) .. "\n")
  end
  local catalogue = root .. "/examples/lua/catalogue.lua"
  local status, out, err = shell(
    '"$fleece" -c ' .. quoted(catalogue) .. ' >a && "$fleece" -d a | "$fleece" -c | cmp - a')
  lu.assertEquals({ status, out, err }, { 0, "", "" })
end

function TestCliLua.test_lines()
  gives("-dl", '{"a":[1]}\n\n"x"\r\n[]', '{a={1}}\n"x"\n{}\n')
  local status, out, err = shell([["$fleece" -dl | "$fleece" -l]], '{"a":[1]}\n["\\u0000"]\n')
  lu.assertEquals({ status, out, err }, { 0, '{"a":[1]}\n["\\u0000"]\n', "" })
end

-- ---- Every document of conformance/, in every style -------------------------------------------

local function add_cases(texts, name)
  local file = assert(io.open(root .. "/conformance/" .. name, "rb"))
  for i, case in ipairs(require("fleece").decode(file:read("*a"))) do
    if case["in"] and not case.code then texts[name .. " " .. i] = case["in"] end
  end
  file:close()
end

local function documents()
  local pipe = io.popen("ls " .. quoted(root .. "/conformance/documents"))
  local texts = {}
  add_cases(texts, "documents/small.json")
  add_cases(texts, "strings/valid.json")
  for name in pipe:lines() do
    local file = assert(io.open(root .. "/conformance/documents/" .. name, "rb"))
    texts[name] = file:read("*a")
    file:close()
  end
  pipe:close()
  return texts
end

local function dressed(text, style)
  local pieces = {}
  local function keep(piece) pieces[#pieces + 1] = piece end
  require("fleece.cli.jsontext").writer(style, keep, function() end)(text)
  return table.concat(pieces)
end

-- Sorted text is what encode makes of the values, except for numbers and escapes, which are unchanged:
-- both go through encode once more.
function TestCliDocuments.test_json()
  local jsontext, module = require("fleece.cli.jsontext"), require("fleece")
  local count = 0
  for name, text in pairs(documents()) do
    local opts = { sort_keys = true, indent = 2 }
    local expected = module.encode(module.decode(text, { bigint = "raw" }), opts)
    for _, indent in ipairs { false, "", "  ", "\t" } do
      for _, sorted in ipairs { false, true } do
        local out = dressed(text, jsontext.json_style(indent or nil, sorted))
        judge.bytes(module.encode(module.decode(out, { bigint = "raw" }), opts), expected, name)
        judge.bytes(dressed(out, jsontext.json_style(indent or nil, sorted)), out, name)
        judge.bytes(dressed(out, jsontext.json_style(nil, sorted)),
          dressed(text, jsontext.json_style(nil, sorted)), name)
      end
    end
    judge.bytes(dressed(expected, jsontext.json_style("  ", true)), expected, name)
    count = count + 1
  end
  lu.assertTrue(count > 10)
end

local function depth_of(value)
  if type(value) ~= "table" then return 0 end
  local deepest = 0
  for _, item in pairs(value) do deepest = math.max(deepest, depth_of(item)) end
  return deepest + 1
end

function TestCliDocuments.test_lua()
  local jsontext, module = require("fleece.cli.jsontext"), require("fleece")
  local luadata, loaded = require("fleece.luadata"), 0
  local opts = { null = module.nothing, empty_array = false }
  for name, text in pairs(documents()) do
    local value = module.decode(text, opts)
    for _, indent in ipairs { false, "  " } do
      for _, sorted in ipairs { false, true } do
        local out = dressed(text, jsontext.lua_style(indent or nil, sorted, "nil"))
        local back, message = luadata.read(out)
        lu.assertNil(message, name)
        lu.assertEquals(back, value, name)
        if depth_of(value) < 100 then        -- Lua itself can load 200 levels
          lu.assertEquals(assert(load_text("return " .. out))(), value, name)
          loaded = loaded + 1
        end
      end
    end
  end
  lu.assertTrue(loaded > 40)
end

function TestCliDocuments.test_elements()
  local jsontext, module = require("fleece.cli.jsontext"), require("fleece")
  for name, text in pairs(documents()) do
    local value, elements = module.decode(text), {}
    local is_array = jsontext.elements(text, function(element)
      elements[#elements + 1] = module.decode(element)
    end)
    lu.assertEquals(is_array, text:find("^%s*%[") ~= nil, name)
    if is_array then lu.assertEquals(elements, value, name) end
  end
end

-- ---- JSON in: lines ------------------------------------------------------------------------

function TestCliLines.test_compact()
  gives("-jl", '{"b": 1, "a": 2}\n\n [1 ]\r\n  \n"x"', '{"b":1,"a":2}\n[1]\n"x"\n')
  gives("-jls", '{"b": 1, "a": 2}\n', '{"a":2,"b":1}\n')
  gives("-jlc", '{"b": 1.0, "a": 2}\n[]\n', '{"a":2,"b":1}\n[]\n')
  gives("-jln", "1\n2\n", "1\n2")
  gives("-jl", "", "")
  gives("-jl - -", "1\n2\n", "1\n2\n")
  put("a", "1\n2")
  gives("-jl a a", nil, "1\n2\n1\n2\n")
end

function TestCliLines.test_an_error_has_its_line()
  local status, out, err = fleece("-jl", "[1]\n\n[2]\n[3,x]\n[4]\n")
  lu.assertEquals({ status, out }, { 1, "[1]\n[2]\n" })
  lu.assertStrMatches(err, "fleece: stdin:4:4: expected a value\n  %[3,x%]\n     %^\n.*")
  status, out, err = fleece("-jlq", "[1]\nnul\n")
  lu.assertEquals({ status, out, err }, { 1, "[1]\n", "fleece: stdin:2:4: unexpected end of text\n" })
end

function TestCliLines.test_keep_going()
  put("log", '{"a":1}\n{"a":}\n{"a":2}\n[1,]\n\0\n"\255"\n[3]')
  local status, out, err = fleece("-jlq --keep-going log")
  lu.assertEquals({ status, out }, { 1, '{"a":1}\n{"a":2}\n[3]\n' })
  lu.assertEquals(err, "fleece: log:2:6: expected a value\nfleece: log:4:4: expected a value\n" ..
    "fleece: log:5:1: expected a value\nfleece: log:6:2: invalid UTF-8\n")
  status, out, err = fleece("-jl --keep-going -o out log")
  lu.assertEquals({ status, out, get("out") }, { 1, "", '{"a":1}\n{"a":2}\n[3]\n' })
  judge.contains(err, "\nfleece: 4 bad, 3 good\n")
  gives("-jl --keep-going", "1\n2\n", "1\n2\n")
end

function TestCliLines.test_keep_going_with_values_that_cannot_be_written()
  local status, out, err = fleece("-jlq --keep-going --set bigint=error", "1\n[123456789012345678901]\n3")
  lu.assertEquals({ status, out }, { 1, "1\n3\n" })
  judge.contains(err, "stdin:2:2: integer out of range")
  status, out, err = fleece("-lq --keep-going", "1 {1e999}\n2")
  lu.assertEquals({ status, out }, { 1, "1\n2\n" })
  judge.contains(err, "stdin: value 2: ")
end

function TestCliLines.test_keep_going_in_lua_data()
  local status, out, err = fleece("-l --keep-going", "{1}\n{2 x}\n{3}\n{a=")
  lu.assertEquals({ status, out }, { 1, "[1]\n[3]\n" })
  judge.contains(err, "stdin:2:4: ")
  judge.contains(err, "stdin:4:4: ")
  judge.contains(err, "fleece: 2 bad, 2 good\n")
end

-- Lines longer than a block, and lines that end where a block ends.
function TestCliLines.test_long_lines()
  local lines, expected = {}, {}
  for i, size in ipairs { 65533, 65536, 10, 200000, 65535 - 10, 1, 131072 } do
    local filled = ("x"):rep(size)
    lines[i], expected[i] = '["' .. filled .. '" ]', '["' .. filled .. '"]'
  end
  local status, out, err = fleece("-jl", table.concat(lines, "\n"))
  lu.assertEquals({ status, err }, { 0, "" })
  lu.assertTrue(out == table.concat(expected, "\n") .. "\n", "the lines differ")
end

-- A block of 65,536 bytes ends between "\r" and "\n", in a character, in a number; a line is several
-- blocks long.  The same from a file and from pipes, which deliver other blocks.
function TestCliLines.test_where_blocks_end()
  local text, expected = "", ""
  local function add(before, after, result, at)
    local fill = ("x"):rep(at - #text - #before - 2)
    text = text .. '["' .. fill .. before .. after
    expected = expected .. '["' .. fill .. result .. "\n"
  end
  add('"]\r', "\n", '"]', 65536)
  add("\226\130", '\172" ]\r\n', '\226\130\172"]', 131072)
  add('", 12', "34]\n", '",1234]', 196608)
  add("", "\240\159\152\128\",null]", "\240\159\152\128\",null]", 500000)
  gives("-jl", text, expected)
  put("in", text)
  gives("-jl in", nil, expected)
  local status, out, err = shell('"$fleece" -jl >out', text)
  lu.assertEquals({ status, out, err, get("out") }, { 0, "", "", expected })
  status, out, err = shell('cat | "$fleece" -jl | cat', text)
  lu.assertEquals({ status, out, err }, { 0, expected, "" })
end

-- Zero bytes in lines of a pipe are errors of those lines, and nothing is lost after them.
function TestCliLines.test_zero_bytes_in_a_pipe()
  local status, out, err = shell('cat | { "$fleece" -jlq --keep-going; echo $? >code; } | cat',
    "1\0x\n2\n\0\n[3]")
  lu.assertEquals({ status, out, get("code") }, { 0, "2\n[3]\n", "1\n" })
  lu.assertEquals(err, "fleece: stdin:1:2: invalid number\n" ..
    "fleece: stdin:3:1: expected a value\n")
end

-- The second line is sent after the answer to the first has arrived.
function TestCliLines.test_lines_of_a_pipe_are_answered_when_they_arrive()
  local status, out, err = shell([[
    : >answer
    {
      printf '[1, '; sleep 0.1; printf '2]\r\n["'
      n=0
      until [ -s answer ] || [ $n = 100 ]; do n=$((n + 1)); sleep 0.1; done
      cp answer first
      printf '3" ]\n'
    } | "$fleece" -jl | cat >answer]])
  lu.assertEquals({ status, out, err, get("answer") }, { 0, "", "", '[1,2]\n["3"]\n' })
  if judge.version < 5.3 and not pcall(require, "ffi") then
    judge.note("this Lua reads pipes in whole blocks: the command answers late")
  else
    lu.assertEquals(get("first"), "[1,2]\n")
  end
end

function TestCliLines.test_many_files()
  local names, expected = {}, {}
  for i = 1, 300 do
    names[i], expected[i] = "f" .. i, ('{"n":%d}\n'):format(i)
    put(names[i], ('{"n": %d}'):format(i) .. (i % 2 == 0 and "\n" or ""))
  end
  local list, text = table.concat(names, " "), table.concat(expected)
  gives("-j " .. list, nil, text)
  gives("-jl " .. list, nil, text)
  gives("-jl --escape json " .. list, nil, text)
end

function TestCliLines.test_a_file_in_the_middle_that_cannot_be_read()
  put("a", "1\n2\n")
  put("b", "3\n")
  local status, out, err = fleece("-jl a no-such b")
  lu.assertEquals({ status, out }, { 3, "1\n2\n" })
  judge.contains(err, "cannot read no-such: No such file")
  status, out, err = fleece("-jl a . b")
  lu.assertEquals({ status, out }, { 3, "1\n2\n" })
  judge.contains(err, "cannot read .: ")
end

-- Space inside of strings, next to what stands around space outside of them.
function TestCliLines.test_space_in_strings()
  local compact = '["a b","c, d",{"e : f":" "},"] "," [","{ }",""]'
  gives("-jl", compact .. "\n" .. compact .. " \n " .. compact .. "\n", (compact .. "\n"):rep(3))
  gives("-j", (compact:gsub('","', '" ,\t"')), compact .. "\n")
  gives("-jl", '["a b" ]\n["a b"\t,1]\n"a b"\t\n1 \n["a b"\r]\n',
    '["a b"]\n["a b",1]\n"a b"\n1\n["a b"]\n')
end

-- ---- JSON in: only checked -------------------------------------------------------------------

function TestCliCheck.test_good()
  gives("--check", "[1]", "")
  gives("--check -d", "[1]", "")
  gives("--check -l", "[1]\n{}\n", "")
  put("a", "{}")
  gives("--check a a -", "1", "")
  gives("--check --from=lua", "{a=1}", "")
  gives("--check --run", "return {}", "")
end

function TestCliCheck.test_every_file_is_looked_at()
  put("good.json", "{}")
  put("bad.json", '{\n  "a": [1, 2,\n}\n')
  put("worse.json", "[1] x")
  local err = fails("--check bad.json good.json worse.json", nil, 1)
  lu.assertEquals(err, 'fleece: bad.json:3:1: expected a value\n  }\n  ^\n' ..
    "fleece: the value is at /a/2\n" ..
    "fleece: hint: --set trailing_commas=true accepts a comma before it\n" ..
    "fleece: worse.json:1:5: expected the end of the text\n  [1] x\n      ^\n" ..
    "fleece: hint: -l reads one value from each line\n")
  lu.assertEquals(fails("--check -q bad.json good.json worse.json", nil, 1),
    "fleece: bad.json:3:1: expected a value\nfleece: worse.json:1:5: expected the end of the text\n")
  err = fails("--check -q bad.json no-such.json worse.json", nil, 3)
  judge.contains(err, "cannot read no-such.json: ")
  judge.contains(err, "worse.json:1:5: ")
  fails("--check --from=lua", "{x}", 1, "'x' is a name")
  fails("--check --from=lua", "{1e999}", 1, "$[1]")
end

function TestCliCheck.test_lines()
  put("a", "1\n[\n2\nx\n")
  put("b", "{}\n{")
  lu.assertEquals(fails("--check -lq a b", nil, 1),
    "fleece: a:2:2: unexpected end of text\nfleece: b:2:2: unexpected end of text\n")
  lu.assertEquals(fails("--check -lq --keep-going a b", nil, 1),
    "fleece: a:2:2: unexpected end of text\nfleece: a:4:1: expected a value\n" ..
    "fleece: b:2:2: unexpected end of text\n")
  judge.contains(fails("--check -l --keep-going a b", nil, 1), "fleece: 3 bad, 3 good\n")
end

function TestCliCheck.test_what_the_hints_say()
  fails("-j", "\239\187\191[1]", 1, "byte order mark", "--set bom=true")
  fails("-j", "[1] // one", 1, "stdin:1:5: ", "--set comments=true")
  fails("-j", "[1,]", 1, "stdin:1:4: expected a value", "--set trailing_commas=true")
  fails("-j", '{"a":1,}', 1, "stdin:1:8: ", "--set trailing_commas=true")
  fails("-j", "{ a = 1 }", 1, "stdin:1:3: ", "this is Lua data")
  fails("", "[1]", 1, "this is JSON: -d makes Lua data of it, -j writes it as JSON")
  fails("", '{"a": 1}', 1, "this is JSON: ")
  fails("-j", "", 1, "stdin:1:1: unexpected end of text")
end

function TestCliCheck.test_a_failure_leaves_the_old_file()
  put("out", "old")
  fails("-jo out", "[1", 1, "stdin:1:3: unexpected end of text")
  fails("-do out", "[1", 1, "stdin:1:3: ")
  fails("-jlo out", "1\n[1", 1, "stdin:2:3: ")
  fails("-jco out", "[1e999]", 1, "number out of range")
  lu.assertEquals({ get("out"), files() }, { "old", "out" })
end

function TestCliCheck.test_columns_are_characters()
  fails("-jq", '["\195\164\226\130\172", x]', 1, "fleece: stdin:1:8: expected a value\n")
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
  lu.assertEquals({ status, out }, { 1, "[1]\n[2]\n" })
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
  fails("-j no-such.json", nil, 3, "cannot read no-such.json: No such file")
  fails("-jl .", nil, 3, "cannot read", "directory")
end

function TestCliErrors.test_usage()
  fails("--prety", "1", 2, "unknown option '--prety' (did you mean '--pretty'?)", "fleece --help")
  fails("--canon", "1", 2, "did you mean '--canonical'?")
  fails("-pretty", "1", 2, "unknown option '-r' (did you mean '--pretty'?)")
  fails("-x", "1", 2, "unknown option '-x'")
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
  fails("-cs", "1", 2, "has its own order")
  fails("-dj", "1", 2, "one of them")
  fails("-dc", "1", 2, "not canonical JSON")
  fails("-d --html", "1", 2, "its own escapes")
  fails("-dlp", "1", 2, "cannot be indented")
  fails("-d --from=lua", "1", 2, "not Lua (--from=lua)")
  fails("-j --run", "1", 2, "--run runs Lua")
  fails("--from=yaml", "1", 2, "option '--from' wants lua or json")
  fails("-j --null=0", "1", 2, "--null is for Lua data")
  fails("-d --null=", "1", 2, "--null' wants a Lua expression")
  fails("--check -o x", "1", 2, "--check writes nothing")
  fails("-j --keep-going", "1", 2, "--keep-going is for lines")
  fails("-j --set position=2", "1", 2, "there is no position to set")
  fails("-j --set nonsense=1", "1", 2, "nonsense")
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

-- ---- The progress bar -----------------------------------------------------------------------------

-- The test replaces the clock, the terminal and standard error.
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
  TestCliJson = TestCliJson, TestCliLua = TestCliLua, TestCliLines = TestCliLines,
  TestCliCheck = TestCliCheck, TestCliDocuments = TestCliDocuments,
}
