-- SPDX-License-Identifier: MIT
--
-- Do the measuring tools work? Verdicts on right and wrong outputs, medians, significance, records,
-- targets: each with an input for which a broken tool would give another answer.

local here = arg[0]:match("^(.*)[/\\]") or "."
package.path = here .. "/../?.lua;" .. package.path

local harness = require("bench.harness")
local verdict = require("bench.verdict")
local statistics = require("bench.statistics")
local records = require("bench.records")
local targets = require("bench.targets")
local workloads = require("bench.workloads")
local engines = require("bench.engines")

local passed, failed = 0, 0

local function check(what, got, want)
  if got == want then
    passed = passed + 1
  else
    failed = failed + 1
    print(string.format("selfcheck: %s: got %s, wanted %s", what, tostring(got), tostring(want)))
  end
end

-- A reader for the texts below, so that the verdicts are checked even if no package is installed.
local null = {}
local reader = {
  null = null,
  decode = function(text)
    if text == "{" then error("unexpected end") end
    local lua = text:gsub('"(%w+)":', "%1="):gsub("%[", "{"):gsub("%]", "}")
    local chunk = assert((loadstring or load)("local null = ... return " .. lua)) -- luacheck: ignore 113
    return chunk(null)
  end,
}
local function word(text, value) return (verdict.of(text, value, null, reader)) end

check("a right array", word("[1,2.5,3]", { 1, 2.5, 3 }), nil)
check("a right object", word('{"a":1,"b":[]}', { a = 1, b = {} }), nil)
check("a right null", word('{"a":null}', { a = null }), nil)
check("fourteen digits", word("[0.23155528608782]", { 0.23155528608781639 }), "digits")
check("a lost member", word('{"a":1}', { a = 1, b = 2 }), "wrong")
check("a member too many", word('{"a":1,"b":2}', { a = 1 }), "wrong")
check("another string", word('["a"]', { "b" }), "wrong")
check("a number for a string", word("[1]", { "1" }), "wrong")
check("a null for a value", word("[null]", { 1 }), "wrong")
check("a value for a null", word("[1]", { null }), "wrong")
check("broken text", word("{", {}), "not JSON")
check("a raw control character", word('["a\nb"]', { "a\nb" }), "not JSON")
check("no text at all", word(nil, {}), "no text")

check("odd median", harness.median({ 5, 1, 3 }), 3)
check("even median", harness.median({ 4, 1, 3, 2 }), 2.5)
check("geometric mean", string.format("%.6f", harness.geometric_mean({ 2, 8 })), "4.000000")

local count = 0
harness.loop(function(v, a) count = count + v + a end, 2, 3)(4)
check("a loop hands value and option on", count, 20)
count = 0
harness.loop(function(...) count = count + select("#", ...) end, { "x" })(4)
check("a loop without option hands on one value", count, 4)
count = 0
harness.loop(function(v) count = count + v end, { 1, 2, 3 }, nil, true)(2)
check("a loop over messages", count, 12)

local same, shifted = {}, {}
for i = 1, 12 do
  same[i] = (i % 2 == 0 and 1 or -1) * 0.01 * math.ceil(i / 2)
  shifted[i] = 0.05 + same[i] / 10
end
check("no difference is not called one", statistics.sign_flip_p(same) > 0.5, true)
check("a difference is called one", statistics.sign_flip_p(shifted) < 0.01, true)
local low, high = statistics.bootstrap(shifted, 0.99)
check("the interval holds the mean", low < 0.05 and high > 0.05, true)
check("the interval excludes no difference", low > 0, true)

local below, unit = workloads.generator(1)
check("random integers repeat", below(1000000) .. " " .. below(1000000), "48271 605794")
local u = unit()
check("random doubles are in [0, 1)", u >= 0 and u < 1, true)
check("as many elements as asked", (function()
  local n = 0
  for _ in pairs(workloads.classic("strpairs", 200).value()) do n = n + 1 end
  return n
end)(), 200)

local rows = targets.judge("5.4", { ints = { fleece = 1, ["lua-cjson"] = 26 } }, { "lua-cjson" })
local by_name = {}
for _, r in ipairs(rows) do by_name[r.what] = r end
check("26 times lua-cjson meets 25", by_name["ints against lua-cjson"].verdict, "met")
check("what was not measured is not met", by_name["canada against lua-cjson"].verdict, "not measured")
rows = targets.judge("5.4", { ints = { fleece = 1, ["lua-cjson"] = 24 } }, { "lua-cjson" })
for _, r in ipairs(rows) do by_name[r.what] = r end
check("24 times lua-cjson misses 25", by_name["ints against lua-cjson"].verdict, "NOT MET")
rows = targets.judge("5.1", { strings = { fleece = 1, ["lua-cjson"] = 5 } }, { "lua-cjson" })
check("the ancestor's ratio, missed", rows[3].verdict, "NOT MET")
rows = targets.judge("5.4", { strings = { ["fleece E0"] = 100, ["fleece E4"] = 106 } }, {})
for _, r in ipairs(rows) do by_name[r.what] = r end
check("E4 6 % over E0", by_name["E4 against E0, no escapes (time)"].verdict, "NOT MET")

local texts = require("bench.texts")
check("a text in order", texts.write({ b = { 1, 2.5 }, a = "x" }), '{"a":"x","b":[1,2.5]}')
check("numbered keys in order", texts.write({ x10 = 1, x2 = true }), '{"x2":true,"x10":1}')
check("a double to the last digit", texts.write({ 0.1 + 0.2 }), "[0.30000000000000004]")
check("a text workload", #assert(texts.open("ints", { elements = 9 })).text, #"[1,2,3,4,5,6,7,8,9]")
check("the call of a decoder", texts.call("x decode", { { name = "x", decode = print } }), print)
check("an encoder is no decoder", texts.call("x E4", { { name = "x E4", decode = print } }), nil)
check("a decoded value", (verdict.same({ 1, { a = null } }, { 1, { a = "nil" } }, null, "nil")), nil)
check("another decoded value", (verdict.same({ 1, 2 }, { 1, 3 }, null, nil)), "digits")
rows = targets.judge_decode("5.4", { ints = { fleece = 1, ["lua-cjson"] = 3.4 }, canada = { fleece = 9, floor = 10 } },
  { "lua-cjson" }, {})
for _, r in ipairs(rows) do by_name["decode " .. r.what] = r end
check("decode: 3.4 times lua-cjson misses 3.5", by_name["decode ints against lua-cjson"].verdict, "NOT MET")
check("decode: 0.9 of the floor meets 1",
  by_name["decode canada against creating its objects through the API (time)"].verdict, "met")
check("decode: 3.4 is no worse than 1.35", by_name["decode worst workload against the fastest peer here"].verdict,
  "met")
check("decode: valid was not measured", by_name["decode twitter: valid (GB per second)"].verdict, "not measured")

local directory = os.tmpname()
os.remove(directory)
local path = records.write(directory, { { workload = 'a,"b"', engine = "x", median_ns = 1.5 } })
local back = assert(records.read(path))
check("a record comes back", back[1].workload .. back[1].median_ns, 'a,"b"1.5')
check("a record has its date", back[1].date, os.date("%Y-%m-%d"))
os.execute("rm -rf '" .. directory .. "'")

local found = engines.find()
local reference = engines.reference(found)
if reference then
  check("the reference reader", reference.decode("[1,[2]]")[2][1], 2)
  if math.type then check("it keeps integers", math.type(reference.decode("[1]")[1]), "integer") end
end

print(string.format("selfcheck: %d passed, %d failed", passed, failed))
os.exit(failed == 0 and 0 or 1)
