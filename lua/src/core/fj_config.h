/*
** fj_config.h — compiler vocabulary shared by every layer.
** Owns: inlining, branch and visibility attributes; the named slack constants.
** Must not know: Lua, JSON, any instruction set.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_CONFIG_H
#define FJ_CONFIG_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__) || defined(__clang__)
#  define FJ_INLINE           static inline __attribute__((always_inline, unused))
#  define FJ_NOINLINE         __attribute__((noinline))
#  define FJ_COLD             __attribute__((noinline, cold))
#  define FJ_UNUSED           __attribute__((unused))
#  define FJ_PRINTF(at, from) __attribute__((format(printf, at, from)))
#  define FJ_LIKELY(x)        __builtin_expect(!!(x), 1)
#  define FJ_UNLIKELY(x)      __builtin_expect(!!(x), 0)
#  define FJ_PREFETCH(p)      __builtin_prefetch(p)
#else
#  define FJ_INLINE static inline
#  define FJ_NOINLINE
#  define FJ_COLD
#  define FJ_UNUSED
#  define FJ_PRINTF(at, from)
#  define FJ_LIKELY(x)   (x)
#  define FJ_UNLIKELY(x) (x)
#  define FJ_PREFETCH(p) ((void)(p))
#endif

/* What a host loads by name; everything else is hidden. */
#if defined(_WIN32)
#  define FJ_EXPORT __declspec(dllexport)
#elif defined(__GNUC__) || defined(__clang__)
#  define FJ_EXPORT __attribute__((visibility("default")))
#else
#  define FJ_EXPORT
#endif

/* Reads past the end of a string that stay inside its page are legal for the hardware
** and undefined for the sanitizers: kernels that do so carry this attribute. */
#if defined(__GNUC__) || defined(__clang__)
#  define FJ_NO_ASAN __attribute__((no_sanitize("address")))
#else
#  define FJ_NO_ASAN
#endif
#if defined(__SANITIZE_ADDRESS__)
#  define FJ_ASAN 1
#elif defined(__has_feature)
#  if __has_feature(address_sanitizer)
#    define FJ_ASAN 1
#  endif
#endif
#ifndef FJ_ASAN
#  define FJ_ASAN 0
#endif

/* Architectures whose instruction sets isa/ has. */
#define FJ_ARCH_X86_64 0
#define FJ_ARCH_ARM64  0
#if defined(__x86_64__) && defined(__GNUC__)
#  undef FJ_ARCH_X86_64
#  define FJ_ARCH_X86_64 1
#elif defined(__aarch64__) && defined(__GNUC__) && !defined(__AARCH64EB__)
#  undef FJ_ARCH_ARM64
#  define FJ_ARCH_ARM64 1
#endif

/* Every writer may scribble this many bytes past what it reports as written.  A window
** always ends this far before its allocation does, so writers need no tail code. */
#define FJ_WRITE_SLACK 128

/* The longest text of one number in any format, with its scribble room. */
#define FJ_NUMBER_MAX 40

/* The worst growth of one input byte in any escape mode (`\u00xx`). */
#define FJ_ESCAPE_MAX 6

#endif
