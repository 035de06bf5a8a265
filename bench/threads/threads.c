/* SPDX-License-Identifier: MIT
 *
 * Do N Lua states in N threads encode N times as much as one? Owns: threads, a common start, counting.
 * Must not know: what the Lua side does; it runs the chunk of bench/threads/load.lua in every state, which
 * returns a function that does one piece of work and gives its bytes.
 *
 * usage: threads LOAD.lua THREADS SECONDS WORKLOAD
 * prints: threads, pieces per wall second, pieces per processor second of a thread (mean)
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

typedef struct Job {
  pthread_t thread;
  const char *load;
  const char *workload;
  double seconds; /* wall time to run for */
  long pieces;
  double wall;
  double cpu;
  int failed;
  char padding[128]; /* so that the counters of two threads share no cache line */
} Job;

static atomic_int waiting;
static int expected;

static double now(clockid_t id) {
  struct timespec t;
  clock_gettime(id, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void meet(void) {
  atomic_fetch_add(&waiting, 1);
  while (atomic_load(&waiting) < expected) {
    struct timespec nap = { 0, 100000 };
    nanosleep(&nap, NULL);
  }
}

/* Leaves the worker function on the stack; 0, or 1 with a message printed. */
static int prepare(lua_State *L, Job *job) {
  luaL_openlibs(L);
  if (luaL_loadfile(L, job->load) == 0) {
    lua_pushstring(L, job->load);
    lua_pushstring(L, job->workload);
    if (lua_pcall(L, 2, 1, 0) == 0) return 0;
  }
  fprintf(stderr, "threads: %s\n", lua_tostring(L, -1));
  return 1;
}

static int piece(lua_State *L) {
  lua_pushvalue(L, -1);
  if (lua_pcall(L, 0, 0, 0) == 0) return 0;
  fprintf(stderr, "threads: %s\n", lua_tostring(L, -1));
  return 1;
}

static void *work(void *argument) {
  Job *job = (Job *)argument;
  lua_State *L = luaL_newstate();
  int i;
  job->failed = L == NULL || prepare(L, job);
  for (i = 0; i < 20 && !job->failed; i++) job->failed = piece(L);
  meet(); /* also after a failure: the others wait */
  if (!job->failed) {
    double wall = now(CLOCK_MONOTONIC), cpu = now(CLOCK_THREAD_CPUTIME_ID);
    double end = wall + job->seconds;
    while (now(CLOCK_MONOTONIC) < end && !job->failed) {
      job->failed = piece(L);
      job->pieces++;
    }
    job->wall = now(CLOCK_MONOTONIC) - wall;
    job->cpu = now(CLOCK_THREAD_CPUTIME_ID) - cpu;
  }
  if (L) lua_close(L);
  return NULL;
}

int main(int argc, char **argv) {
  Job *jobs;
  double per_wall = 0, per_cpu = 0;
  int i, n, failed = 0;
  if (argc != 5 || (n = atoi(argv[2])) < 1 || n > 256) {
    fprintf(stderr, "usage: threads LOAD.lua THREADS SECONDS WORKLOAD\n");
    return 2;
  }
  jobs = (Job *)calloc((size_t)n, sizeof *jobs);
  if (jobs == NULL) return 1;
  expected = n;
  for (i = 0; i < n; i++) {
    jobs[i].load = argv[1];
    jobs[i].seconds = atof(argv[3]);
    jobs[i].workload = argv[4];
    if (pthread_create(&jobs[i].thread, NULL, work, &jobs[i]) != 0) {
      fprintf(stderr, "threads: cannot start thread %d\n", i + 1);
      return 1;
    }
  }
  for (i = 0; i < n; i++) {
    pthread_join(jobs[i].thread, NULL);
    failed |= jobs[i].failed;
    if (jobs[i].failed) continue;
    per_wall += (double)jobs[i].pieces / jobs[i].wall;
    per_cpu += (double)jobs[i].pieces / jobs[i].cpu / n;
  }
  free(jobs);
  if (failed) return 1;
  printf("%d %.3f %.3f\n", n, per_wall, per_cpu);
  return 0;
}
