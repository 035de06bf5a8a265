// SPDX-License-Identifier: MIT

package rt

import (
	"encoding/json"
	"math"
	"testing"
	"time"
)

// holder has a field of each type that the test passes to IsEmpty and IsZero, with both options.
type holder[T any] struct {
	E T `json:",omitempty"`
	Z T `json:",omitzero"`
}

type scored struct{ Scores []int }

func TestEmptyAndZeroAreEncodingJSONs(t *testing.T) {
	one, stamp := 1, time.Unix(0, 0)
	agrees(t, 0)
	agrees(t, 1)
	agrees(t, math.Copysign(0, -1))
	agrees(t, "")
	agrees(t, "x")
	agrees(t, false)
	agrees(t, []int(nil))
	agrees(t, []int{})
	agrees(t, map[string]int{})
	agrees(t, [0]int{})
	agrees(t, [2]int{})
	agrees(t, (*int)(nil))
	agrees(t, &one)
	agrees(t, time.Time{})
	agrees(t, stamp)
	agrees(t, &time.Time{})
	agrees(t, scored{})
	agrees(t, scored{[]int{}})
	agrees(t, any(nil))
	agrees(t, any(0))
}

func agrees[T any](t *testing.T, x T) {
	t.Helper()
	text, err := json.Marshal(holder[T]{x, x})
	if err != nil {
		t.Fatal(err)
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		t.Fatal(err)
	}
	if _, written := members["E"]; written == IsEmpty(&x) {
		t.Errorf("%T %v: IsEmpty says %v, encoding/json writes %s", x, x, IsEmpty(&x), text)
	}
	if _, written := members["Z"]; written == IsZero(&x) {
		t.Errorf("%T %v: IsZero says %v, encoding/json writes %s", x, x, IsZero(&x), text)
	}
}
