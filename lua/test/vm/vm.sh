# shellcheck shell=sh
# vm.sh: shared by the runners here: $root, $here, $tmp, and the build of the vmwalk module.
# Sourced.  Uses CC and CFLAGS.  SPDX-License-Identifier: MIT
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
unset LUA_CPATH_5_2 LUA_CPATH_5_3 LUA_CPATH_5_4 LUA_CPATH_5_5 # they would take precedence over LUA_CPATH
. "$root/lua/test/tools/tap.sh"
log=$tmp/log

build_vmwalk() { # build_vmwalk INCDIR: a module against these headers, $tmp/vmwalk.so
  case $(uname -s) in
    Darwin) shared='-bundle -undefined dynamic_lookup' ;;
    *) shared=-shared ;;
  esac
  # shellcheck disable=SC2086 # flags are words
  ${CC:-cc} ${CFLAGS:--O2 -g} -fPIC -std=gnu99 -fvisibility=hidden -I"$root/lua/src" \
    -I"$here" -I"$1" $shared -o "$tmp/vmwalk.so" "$here/vmwalk.c" "$root/lua/src/vm/fj_probe.c" >"$log" 2>&1
}

# walk LUA ARGUMENT...: test_vm.lua with that module
walk() {
  walker=$1
  shift
  LUA_CPATH="$tmp/?.so" "$walker" "$here/test_vm.lua" "$@" >"$log" 2>&1
}
