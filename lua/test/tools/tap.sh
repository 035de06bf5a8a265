# shellcheck shell=sh
# tap.sh: TAP output for shell suites.  Sourced.  SPDX-License-Identifier: MIT
# After the last test: finish.  $log names the file that is shown after a failure.
n=0 bad=0 log=/dev/null
result() { # result STATUS NAME
  n=$((n + 1))
  if [ "$1" = 0 ]; then echo "ok $n - $2"; return; fi
  bad=1
  echo "not ok $n - $2"
  tail -n 40 "$log" | sed 's/^/# /'
}
try() { # try NAME COMMAND...: does it succeed?
  tried=$1
  shift
  "$@" >"$log" 2>&1 </dev/null
  result $? "$tried"
}
not_here() { # not_here NAME REASON
  n=$((n + 1))
  echo "ok $n - $1 # SKIP $2"
}
finish() {
  echo "1..$n"
  [ $bad = 0 ] && [ $n -gt 0 ]
}
