// SPDX-License-Identifier: MIT

package num

import (
	"regexp"
	"testing"
)

var (
	number = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)
	begun  = regexp.MustCompile(`^-?((0|[1-9][0-9]*)((\.[0-9]*)?|(\.[0-9]+)?[eE][+-]?[0-9]*))?$`)
)

// scanTwin is Scan at 0 written with regular expressions. It finds the longest prefix that can become a number;
// for ok, the prefix must be a number.
func scanTwin(b []byte) (end int, ok bool) {
	for end < len(b) && begun.Match(b[:end+1]) {
		end++
	}
	zero := end > 0 && b[end-1] == '0' && (end == 1 || end == 2 && b[0] == '-') && end < len(b) && b[end]-'0' <= 9
	return end, number.Match(b[:end]) && !zero
}

func TestScan(t *testing.T) {
	const alphabet = "-019.eE+x"
	numbers, cut := 0, 0
	var try func(b []byte, room int)
	try = func(b []byte, room int) {
		if len(b) > 0 {
			end, ok := Scan(append([]byte("12"), b...), 2)
			wantEnd, wantOK := scanTwin(b)
			if end != 2+wantEnd || ok != wantOK {
				t.Fatalf("%q: %d %v, want %d %v", b, end-2, ok, wantEnd, wantOK)
			}
			if ok {
				numbers++
			} else if wantEnd == len(b) {
				cut++
			}
		}
		for i := range alphabet {
			if room > 0 {
				try(append(b[:len(b):len(b)], alphabet[i]), room-1)
			}
		}
	}
	try(nil, 5)
	if numbers < 10000 || cut < 500 {
		t.Errorf("only %d numbers and %d prefixes of a number", numbers, cut)
	}
}
