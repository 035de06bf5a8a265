/*
** fuzz_kernels.c — every tier against the slow twin, on any bytes.
** Owns: the libFuzzer entry, and a main of its own for compilers without libFuzzer.
** Build, any compiler:
**   cc -O2 -std=gnu99 -Ilua/src -Ilua/test/c lua/fuzz/fuzz_kernels.c \
**      $(find lua/src/core lua/src/simd -name "*.c") -o fuzz_kernels
** Run: `fuzz_kernels FILE...` judges those files, `fuzz_kernels -n COUNT [-s SEED]` that
** many random inputs, `fuzz_kernels -t` the systematic ones that the unit test has (for
** machines without its framework, such as emulated ones).
** With libFuzzer: clang -fsanitize=fuzzer -DFJ_LIBFUZZER.
** SPDX-License-Identifier: MIT
*/
#include "test_kernels_judge.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static Judge *the_judge(void) {
  static Judge judge;
  static int made;
  if (!made) judge = judge_new();
  made = 1;
  return &judge;
}

static void must_agree(const char *verdict, const uint8_t *data, size_t size) {
  if (verdict == NULL) return;
  fprintf(stderr, "%s\n", verdict);
  for (size_t i = 0; i < size; i++)
    fprintf(stderr, "%02x%s", data[i], i + 1 < size ? " " : "\n");
  abort();
}

/* All tiers on one input: once right before an unreadable page, once right behind one. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Judge *j = the_judge();
  if (size > JUDGE_MAX) size = JUDGE_MAX;
  const FjKernel *k;
  for (size_t i = 0; (k = fj_kernels_at(i)) != NULL; i++) {
    if (!fj_kernels_supported(k)) continue;
    must_agree(judge_all(j, k, judge_place(j, data, size), size), data, size);
    if (size) memcpy(j->input.begin, data, size);
    must_agree(judge_all(j, k, j->input.begin, size), data, size);
  }
  return 0;
}

#ifndef FJ_LIBFUZZER

static int judge_file(const char *path) {
  uint8_t *data = (uint8_t *)malloc(JUDGE_MAX);
  FILE *file = fopen(path, "rb");
  if (file == NULL || data == NULL) {
    perror(path);
    return 2;
  }
  LLVMFuzzerTestOneInput(data, fread(data, 1, JUDGE_MAX, file));
  fclose(file);
  free(data);
  return 0;
}

static void judge_seeded(uint64_t seed, long count) {
  static char bytes[JUDGE_MAX];
  for (long i = 0; i < count; i++) {
    uint64_t r = judge_random(&seed);
    size_t n = (size_t)(r >> 32) % (r & 15 ? 300 : JUDGE_MAX);
    judge_fill(bytes, n, &judge_recipes[(r >> 8) % JUDGE_RECIPES], &seed);
    LLVMFuzzerTestOneInput((const uint8_t *)bytes, n);
  }
}

static void judge_systematic(void) {
  const FjKernel *k;
  for (size_t i = 0; (k = fj_kernels_at(i)) != NULL; i++) {
    if (!fj_kernels_supported(k)) continue;
    must_agree(judge_lengths(the_judge(), k), NULL, 0);
    must_agree(judge_alignments(the_judge(), k), NULL, 0);
    must_agree(judge_bytes(the_judge(), k), NULL, 0);
    must_agree(judge_sequences(the_judge(), k), NULL, 0);
    must_agree(judge_code_points(the_judge(), k), NULL, 0);
    printf("%s: agrees on all systematic inputs\n", k->name);
  }
}

static void print_tiers(void) {
  const FjKernel *k;
  for (size_t i = 0; (k = fj_kernels_at(i)) != NULL; i++)
    printf("%s: %s%s\n", k->name,
           fj_kernels_supported(k) ? "judged" : "skipped, this CPU lacks some of ",
           fj_kernels_supported(k) ? "" : k->needs);
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
  printf("%ld random inputs from seed %lu: all tiers agree\n", count,
         (unsigned long)seed);
  return status;
}

#endif
