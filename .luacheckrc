-- Everything runs unchanged on Lua 5.1 to 5.5 and LuaJIT: the union of their globals.
std = "max"
max_line_length = 120
codes = true
exclude_files = { "build/", "bench/data/", "bench/out/", "examples/lua/data*" }
-- Vectors are easier to read in one line each.
files["lua/test"] = { max_line_length = false }
files["lua/types"] = { ignore = { ".*" } }
files["packaging/*.rockspec"] = { std = "+rockspec" }
