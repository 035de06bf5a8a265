/*
** fj_isa_list.h - the instruction sets that this binary is built with.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_ISA_LIST_H
#define FJ_ISA_LIST_H

#if defined(__x86_64__) && defined(__GNUC__)
#  define FJ_ISA_LIST(X) X(scalar) X(sse2) X(avx2) X(avx512)
#elif defined(__aarch64__) && defined(__GNUC__) && !defined(__AARCH64EB__)
#  define FJ_ISA_LIST(X) X(scalar) X(neon)
#else
#  define FJ_ISA_LIST(X) X(scalar)
#endif

#endif
