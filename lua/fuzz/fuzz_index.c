/*
** fuzz_index.c — the structural index of every tier against the slow twin, on any bytes.
** Owns: the libFuzzer entry, and a main of its own for compilers without libFuzzer.
** Build, any compiler:
**   cc -O2 -std=gnu99 -Ilua/src -Ilua/test/c lua/fuzz/fuzz_index.c \
**      $(find lua/src/core lua/src/simd -name "*.c") -o fuzz_index
** Run: `fuzz_index FILE...` judges those files, `fuzz_index -n COUNT [-s SEED]` that many
** random texts, `fuzz_index -t` the systematic ones that the unit test has (for machines
** without its framework, such as emulated ones).
** With libFuzzer: clang -fsanitize=fuzzer -DFJ_LIBFUZZER.
** SPDX-License-Identifier: MIT
*/
#include "test_index_judge.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static IndexJudge *the_judge(void) {
  static IndexJudge judge;
  if (judge.input.begin == NULL) judge = index_judge_new();
  return &judge;
}

static void must_agree(const char *verdict, const uint8_t *data, size_t size) {
  if (verdict == NULL) return;
  fprintf(stderr, "%s\n", verdict);
  for (size_t i = 0; i < size; i++)
    fprintf(stderr, "%02x%s", data[i], i + 1 < size ? " " : "\n");
  abort();
}

/* All tiers on one text: once right before an unreadable page, once right behind one. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  IndexJudge *j = the_judge();
  if (size > INDEX_MAX) size = INDEX_MAX;
  const FjKernel *tier;
  for (size_t i = 0; (tier = fj_kernels_at(i)) != NULL; i++) {
    if (!fj_kernels_supported(tier)) continue;
    must_agree(index_fenced(j, tier, (const char *)data, size), data, size);
    if (size) memcpy(j->input.begin, data, size);
    must_agree(index_agrees(j, tier, j->input.begin, size), data, size);
  }
  return 0;
}

#ifndef FJ_LIBFUZZER

static int judge_file(const char *path) {
  uint8_t *data = (uint8_t *)malloc(INDEX_MAX);
  FILE *file = fopen(path, "rb");
  if (file == NULL || data == NULL) {
    perror(path);
    return 2;
  }
  LLVMFuzzerTestOneInput(data, fread(data, 1, INDEX_MAX, file));
  fclose(file);
  free(data);
  return 0;
}

static void judge_seeded(uint64_t seed, long count) {
  static char text[INDEX_MAX];
  for (long i = 0; i < count; i++) {
    uint64_t r = judge_random(&seed);
    size_t n = (size_t)(r >> 32) % (r & 15 ? 300 : INDEX_MAX);
    index_fill(text, n, (unsigned)((r >> 8) % INDEX_RECIPES), &seed);
    LLVMFuzzerTestOneInput((const uint8_t *)text, n);
  }
}

static void judge_systematic(void) {
  const FjKernel *tier;
  for (size_t i = 0; (tier = fj_kernels_at(i)) != NULL; i++) {
    if (!fj_kernels_supported(tier)) continue;
    for (size_t t = 0; t < INDEX_TESTS; t++)
      must_agree(index_tests[t].run(the_judge(), tier), NULL, 0);
    printf("%s: agrees on all systematic texts\n", tier->name);
  }
}

static void print_tiers(void) {
  const FjKernel *tier;
  for (size_t i = 0; (tier = fj_kernels_at(i)) != NULL; i++) {
    int supported = fj_kernels_supported(tier);
    printf("%s: %s%s\n", tier->name,
           supported ? "judged" : "skipped, this CPU lacks some of ",
           supported ? "" : tier->needs);
  }
}

int main(int argc, char **argv) {
  uint64_t seed = 1;
  long count = 0;
  int status = 0;
  print_tiers();
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "-n") == 0 && i + 1 < argc)
      count = strtol(argv[++i], NULL, 10);
    else if (strcmp(argv[i], "-s") == 0 && i + 1 < argc)
      seed = strtoull(argv[++i], NULL, 10);
    else if (strcmp(argv[i], "-t") == 0)
      judge_systematic();
    else if (judge_file(argv[i]) != 0)
      status = 2;
  }
  judge_seeded(seed, count);
  printf("%ld random texts from seed %lu: all tiers agree\n", count, (unsigned long)seed);
  return status;
}

#endif
