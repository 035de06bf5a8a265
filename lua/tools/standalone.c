/*
** standalone.c — the `lua` program for interpreters built by fetch-lua.
** Owns: the command line of a Lua that runs tests: -v, -e, -l, -, --, script and arguments,
** and that an interrupt is an error of the program.
** Must not know: Fleece. Invariant: one source for every Lua from 5.1 to 5.5; exit status 1
** on any error, whose traceback goes to standard error.
** SPDX-License-Identifier: MIT
*/
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lua.h>
/* lua.h comes first */
#include <lauxlib.h>
#include <lualib.h>

/* As that of Lua's own program: what an error object says of itself gets no traceback. */
static int message_handler(lua_State *L) {
  if (!lua_isstring(L, 1)) {
    if (luaL_callmeta(L, 1, "__tostring") && lua_isstring(L, -1)) return 1;
    lua_pushfstring(L, "(error object is a %s value)", luaL_typename(L, 1));
    lua_replace(L, 1);
    lua_settop(L, 1);
  }
  lua_getglobal(L, "debug");
  if (!lua_istable(L, -1)) return 1;
  lua_getfield(L, -1, "traceback");
  lua_pushvalue(L, 1);
  lua_pushinteger(L, 2);
  lua_call(L, 2, 1);
  return 1;
}

/* function and n arguments at the top */
static int call(lua_State *L, int n, int results) {
  int status, base = lua_gettop(L) - n;
  lua_pushcfunction(L, message_handler);
  lua_insert(L, base);
  status = lua_pcall(L, n, results, base);
  lua_remove(L, base);
  return status;
}

/* An interrupt becomes an error of the running program, at its next instruction; the second
** one ends the process. */
static lua_State *running;

static void raise_interrupted(lua_State *L, lua_Debug *where) {
  (void)where;
  lua_sethook(L, NULL, 0, 0);
  luaL_error(L, "interrupted!");
}

static void on_interrupt(int number) {
  signal(number, SIG_DFL);
  lua_sethook(running, raise_interrupted, LUA_MASKCALL | LUA_MASKRET | LUA_MASKCOUNT, 1);
}

static int report(lua_State *L, int status) {
  if (status != 0) {
    const char *text = lua_tostring(L, -1);
    fprintf(stderr, "lua: %s\n", text != NULL ? text : "(error object is not a string)");
    lua_pop(L, 1);
  }
  return status;
}

static int run_text(lua_State *L, const char *text) {
  int status = luaL_loadbuffer(L, text, strlen(text), "=(command line)");
  return report(L, status != 0 ? status : call(L, 0, 0));
}

static int run_require(lua_State *L, const char *name) {
  int status;
  lua_getglobal(L, "require");
  lua_pushstring(L, name);
  status = call(L, 1, 1);
  if (status == 0) lua_setglobal(L, name);
  return report(L, status);
}

static void set_arg(lua_State *L, char **argv, int script) {
  int i;
  lua_newtable(L);
  for (i = 0; argv[i] != NULL; i++) {
    lua_pushstring(L, argv[i]);
    lua_rawseti(L, -2, i - script);
  }
  lua_setglobal(L, "arg");
}

static int run_script(lua_State *L, char **argv) {
  const char *file = strcmp(argv[0], "-") == 0 ? NULL : argv[0];
  int n, status = luaL_loadfile(L, file);
  if (status != 0) return report(L, status);
  for (n = 0; argv[n + 1] != NULL; n++) {
    luaL_checkstack(L, 3, "too many arguments");
    lua_pushstring(L, argv[n + 1]);
  }
  return report(L, call(L, n, 0));
}

static void print_version(void) {
#if LUA_VERSION_NUM == 501 /* whose notice does not name the release */
  puts(LUA_RELEASE "  " LUA_COPYRIGHT);
#else
  puts(LUA_COPYRIGHT);
#endif
}

/* the options up to the script; its index, or -1 after an error */
static int run_options(lua_State *L, int argc, char **argv, int *did) {
  int i;
  for (i = 1; i < argc && argv[i][0] == '-' && argv[i][1] != '\0'; i++) {
    const char *option = argv[i], *value;
    if (strcmp(option, "--") == 0) return i + 1;
    if (strcmp(option, "-v") == 0) {
      print_version(), *did = 1;
      continue;
    }
    if (strcmp(option, "-E") == 0 || strcmp(option, "-W") == 0) continue;
    value = option[2] != '\0' ? option + 2 : ++i < argc ? argv[i] : NULL;
    if ((option[1] != 'e' && option[1] != 'l') || value == NULL) {
      fprintf(stderr, "usage: lua [-v] [-e text] [-l module] [--] [script [args]]\n");
      return -1;
    }
    *did = 1;
    if ((option[1] == 'e' ? run_text(L, value) : run_require(L, value)) != 0) return -1;
  }
  return i;
}

typedef struct Arguments {
  int argc, status;
  char **argv;
} Arguments;

/* Runs as a function of Lua's, so that the end of a traceback is that of Lua's own program. */
static int protected_main(lua_State *L) {
  static char input[] = "-", *from_input[] = { input, NULL };
  Arguments *a = (Arguments *)lua_touserdata(L, 1);
  int script, did = 0, i;
  char **argv = a->argv;
  luaL_openlibs(L);
  for (i = 1; i < a->argc && argv[i][0] == '-' && argv[i][1] != '\0'; i++) {
    if (strcmp(argv[i], "--") == 0) {
      i++;
      break;
    }
    if ((argv[i][1] == 'e' || argv[i][1] == 'l') && argv[i][2] == '\0') i++;
  }
  set_arg(L, argv, i < a->argc ? i : 0);
  script = run_options(L, a->argc, argv, &did);
  if (script < 0)
    a->status = 1;
  else if (script < a->argc)
    a->status = run_script(L, argv + script);
  else if (!did)
    a->status = run_script(L, from_input);
  return 0;
}

int main(int argc, char **argv) {
  Arguments a;
  lua_State *L = luaL_newstate();
  if (L == NULL) return fprintf(stderr, "lua: not enough memory\n"), EXIT_FAILURE;
  running = L;
  signal(SIGINT, on_interrupt);
  a.argc = argc;
  a.argv = argv;
  a.status = 0;
  lua_pushcfunction(L, protected_main);
  lua_pushlightuserdata(L, &a);
  if (report(L, lua_pcall(L, 1, 0, 0)) != 0) a.status = 1;
  lua_close(L);
  return a.status == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
