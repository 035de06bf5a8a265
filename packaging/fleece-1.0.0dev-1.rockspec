-- Made by lua/tools/make-rockspec (make rockspec); lint compares it with the tree.
rockspec_format = "3.0"
package = "fleece"
version = "1.0.0dev-1"
source = {
  url = "file://fleece-1.0.0-dev.tar.gz", -- made by: make dist
  dir = "fleece-1.0.0-dev",
}
description = {
  summary = "JSON for Lua, fast on every Lua",
  detailed = "Encodes Lua values as JSON on Lua 5.1 to 5.5 and LuaJIT.",
  license = "MIT",
}
dependencies = { "lua >= 5.1, < 5.6" }
build = {
  type = "builtin",
  modules = {
    fleece = {
      sources = {
        "lua/src/core/fj_buf.c",
        "lua/src/core/fj_escape.c",
        "lua/src/core/fj_int.c",
        "lua/src/core/fj_status.c",
        "lua/src/core/fj_utf8.c",
        "lua/src/simd/fj_cpu.c",
        "lua/src/simd/fj_escape_avx2.c",
        "lua/src/simd/fj_escape_avx512.c",
        "lua/src/simd/fj_escape_neon.c",
        "lua/src/simd/fj_escape_scalar.c",
        "lua/src/simd/fj_escape_sse2.c",
        "lua/src/simd/fj_kernels.c",
        "lua/src/vm/fj_probe.c",
      },
      incdirs = { "lua/src" },
    },
    ["fleece.luadata"] = "lua/lua/fleece/luadata.lua",
  },
}
test = { type = "command", command = "lua lua/test/run.lua" }
