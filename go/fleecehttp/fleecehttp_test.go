// SPDX-License-Identifier: MIT

package fleecehttp

import (
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestWrite(t *testing.T) {
	w := httptest.NewRecorder()
	if err := Write(w, http.StatusCreated, map[string]any{"a": 1}); err != nil {
		t.Fatal(err)
	}
	if r := w.Result(); r.StatusCode != 201 || r.Header.Get("Content-Length") != "7" || r.Header.Get("Content-Type") != ContentType || w.Body.String() != `{"a":1}` {
		t.Errorf("%v %q", r, w.Body)
	}
	w = httptest.NewRecorder()
	if err := Write(w, 200, math.NaN()); err == nil || w.Body.Len() != 0 || len(w.Header()) != 0 {
		t.Errorf("%v %v", err, w)
	}
}

func TestRead(t *testing.T) {
	for _, c := range []struct {
		body, kind string
		status     int
	}{
		{`{"a":[1]}`, "application/json; charset=utf-8", 200},
		{`{"a":[1]}`, "application/problem+json", 200},
		{`{"a":[1]}`, "", 200},
		{`{"a":[1]}`, "text/html", 415},
		{`{"a":[1`, "", 400},
		{`"` + strings.Repeat("x", 200) + `"`, "", 413},
	} {
		r := httptest.NewRequest("POST", "/", strings.NewReader(c.body))
		r.Header.Set("Content-Type", c.kind)
		var v any
		err := Read(httptest.NewRecorder(), r, 100, &v)
		status := 200
		if err != nil {
			status = StatusOf(err)
		}
		if status != c.status {
			t.Errorf("%q %q: %d %v", c.body, c.kind, status, err)
		}
	}
}
