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
local random = require("bench.random")
local shapes = require("bench.shapes")
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

local below, unit = random.generator(1)
check("random integers repeat", below(1000000) .. " " .. below(1000000), "48271 605794")
local u = unit()
check("random doubles are in [0, 1)", u >= 0 and u < 1, true)
check("as many elements as asked", (function()
  local n = 0
  for _ in pairs(workloads.classic("strpairs", 200).value()) do n = n + 1 end
  return n
end)(), 200)

-- The row of a target, judged on times per workload and engine.
local function row(what, judged)
  for _, r in ipairs(judged) do
    if r.what == what then return r.verdict .. (r.why and " (" .. r.why .. ")" or "") end
  end
end
local function encode_row(what, times, peers) return row(what, (targets.judge("5.4", times, peers))) end
local two = {
  ints = { fleece = 1, a = 9, b = 8 },
  floats = { fleece = 1, a = 7.9, b = 8.2 },
  tiny_null = { fleece = 1, a = 1 },
}
local mean, lowest = "all but the smallest values against the fastest peer, geometric mean",
  "all but the smallest values against the fastest peer, lowest"
check("7.9 times the fastest peer misses 8", encode_row(mean, two, { "a", "b" }), "NOT MET (2 workloads)")
check("without the fastest it would not", encode_row(mean, two, { "b" }), "met (2 workloads)")
check("the lowest has its peer", encode_row(lowest, two, { "a", "b" }), "met (floats, a)")
check("as fast as the fastest", encode_row("null against the fastest peer", two, { "a", "b" }), "met (tiny_null, a)")
check("what was not measured is not met", encode_row("{} against the fastest peer", two, { "a", "b" }), "not measured")
check("E4 6 % over E0", encode_row("E4 against E0, no escapes (time)",
  { strings = { ["fleece E0"] = 100, ["fleece E4"] = 106 } }, {}), "NOT MET")

local texts = require("bench.texts")
check("a text in order", texts.write({ b = { 1, 2.5 }, a = "x" }), '{"a":"x","b":[1,2.5]}')
check("numbered keys in order", texts.write({ x10 = 1, x2 = true }), '{"x2":true,"x10":1}')
check("a double to the last digit", texts.write({ 0.1 + 0.2 }), "[0.30000000000000004]")
check("a text workload", #assert(texts.open("ints", { elements = 9 })).text, #"[1,2,3,4,5,6,7,8,9]")
check("the call of a decoder", texts.call("x decode", { { name = "x", decode = print } }), print)
check("an encoder is no decoder", texts.call("x E4", { { name = "x E4", decode = print } }), nil)
check("a decoded value", (verdict.same({ 1, { a = null } }, { 1, { a = "nil" } }, null, "nil")), nil)
check("another decoded value", (verdict.same({ 1, 2 }, { 1, 3 }, null, nil)), "digits")
local function decode_row(what, times, bytes)
  return row(what, (targets.judge_decode("5.4", times, { "a" }, bytes or {})))
end
local read = { canada = { fleece = 10, floor = 14, ["fleece+pool"] = 5, a = 20 }, uuid_keys = { fleece = 10, a = 19 } }
check("decode: twice as fast misses 2.5",
  decode_row("documents and classics against the fastest peer, geometric mean", read), "NOT MET (1 workloads)")
check("decode: the pool", decode_row("the same with the pool against the fastest peer, geometric mean", read),
  "met (1 workloads)")
check("decode: hard shapes are others", decode_row("hard shapes against the fastest peer, lowest", read),
  "met (uuid_keys, a)")
check("decode: 0.71 of the floor",
  decode_row("documents and classics against creating the objects through the API (time), geometric mean", read),
  "NOT MET (1 workloads)")
check("decode: 6 GB per second", decode_row("twitter: valid (GB per second)",
  { twitter = { ["fleece valid"] = 1e-9 } }, { twitter = 6 }), "met")

local function sum_of(text)
  local sum = 0
  for i = 1, #text do sum = (sum * 31 + text:byte(i)) % 1000000007 end
  return #text .. " " .. sum
end
check("shapes are the same on every Lua", sum_of(shapes.open("shuffled", 20).text), "3384 381144780")
check("and the records", sum_of(shapes.records_text(2000)), "2137 389496545")
check("as many elements as said", select(2, shapes.open("small_ints", 10).text:gsub("%d+", "")), 50)

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
