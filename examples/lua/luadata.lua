-- luadata.lua — reads configuration and records as Lua data, without running anything.
local luadata = require "fleece.luadata"

local settings = luadata.read [[
  -- what a person wrote
  return {
    port = 8080, hosts = { "a.example", "b.example" },
    note = [==[long strings, too]==],
  }
]]
print(settings.port, settings.hosts[2]) --> 8080	b.example

-- Names, calls and operators are refused, so an untrusted file can do no harm.
local value, message, detail = luadata.read("{ secret = os.getenv('HOME') }")
print(value, message)
--> nil	'os' is a name, and data refers to nothing at line 1 column 12 (byte 12): { secret = os.getenv('HOME') }
print(luadata.caret(detail))
-->   { secret = os.getenv('HOME') }
-->              ^

-- A log of records, one after the other.
local total = 0
for _, record in luadata.values("{n=1}\n{n=2}\nreturn {n=3}") do total = total + record.n end
print(total) --> 6
