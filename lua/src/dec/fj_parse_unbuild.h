/*
** fj_parse_unbuild.h - forgets the names of a builder, so that the next can be bound.
** SPDX-License-Identifier: MIT
**
** No include guard: used once a builder.
*/
#undef bld_null
#undef bld_bool
#undef bld_int
#undef bld_float
#undef bld_bigint
#undef bld_string
#undef bld_guess
#undef bld_key
#undef bld_open
#undef bld_close
#undef bld_start
#undef bld_finish
