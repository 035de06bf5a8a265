// SPDX-License-Identifier: MIT

package model

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/fleece-json/fleece/go/rt"
)

func decode(t *testing.T, into *Branch, text string, opt rt.Options) *Branch {
	t.Helper()
	d := rt.NewDecoder([]byte(text), opt)
	if err := d.Done(into.DecodeFleece(d, d.Start(0))); err != nil {
		t.Fatal(err)
	}
	return into
}

// TestNeighboursAreApart checks that memory cut from one block cannot be reached from its neighbours: appending
// to one slice, or writing through one pointer, changes nothing else.
func TestNeighboursAreApart(t *testing.T) {
	const text = `{"id":1,"kids":[{"id":2,"kids":[{"id":3}]},{"id":4}],"tags":["a","b"],"grid":[[1,2],[3]],"age":7,"leaves":[{"tags":["x"]}]}`
	for _, opt := range []rt.Options{0, rt.ExactCopy} {
		var all []*Branch
		for range 100 {
			all = append(all, decode(t, new(Branch), text, opt))
		}
		want := fmt.Sprintf("%+v %d %+v", all[99].Kids[0].Kids, *all[99].Age, *all[99].Leaves[0])
		for _, u := range all[:99] {
			u.Tags = append(u.Tags, "c")
			u.Tags[0] = "z"
			u.Kids = append(u.Kids, Branch{Age: new(int)})
			u.Kids[0].Kids[0].ID = 99
			u.Grid[0] = append(u.Grid[0], 4)
			u.Grid[1][0] = 5
			u.Grid[1] = append(u.Grid[1], 6)
			*u.Age = 8
			u.Leaves[0].Tags = nil
		}
		u := all[99]
		if got := fmt.Sprintf("%+v %d %+v", u.Kids[0].Kids, *u.Age, *u.Leaves[0]); got != want {
			t.Errorf("options %d: got %s, want %s", opt, got, want)
		}
		if got := fmt.Sprint(u.Tags, u.Grid, len(u.Kids)); got != "[a b] [[1 2] [3]] 2" {
			t.Errorf("options %d: %s", opt, got)
		}
	}
}

// TestElementsBeginAsZero checks that elements that null leaves unchanged are zero, whatever was collected in
// the same memory before.
func TestElementsBeginAsZero(t *testing.T) {
	d := rt.NewDecoder(nil, 0)
	defer d.Free()
	for n := 1; n < 300; n += 7 {
		for _, element := range []string{"[9]", "[null]", "null"} {
			var u Branch
			text := `{"id":1,"grid":[` + strings.Repeat(element+",", n) + element + `]}`
			d.Reset([]byte(text), 0)
			if err := d.Finish(u.DecodeFleece(d, d.Start(0))); err != nil {
				t.Fatal(err)
			}
			want := map[string]int{"[9]": 9, "[null]": 0}[element]
			for _, row := range u.Grid {
				if element == "null" && row != nil || element != "null" && (len(row) != 1 || row[0] != want) {
					t.Fatalf("%d times %s: %v", n, element, row)
				}
			}
			if len(u.Grid) != n+1 {
				t.Fatalf("%d of %d", len(u.Grid), n+1)
			}
		}
	}
}

// TestLengthsThatNobodyExpects reads arrays of changing lengths, also nested ones. Arrays are read where the
// previous ones of their Site would have fitted. Whatever the lengths, each array gets separate memory, and
// elements that null leaves unchanged are zero.
func TestLengthsThatNobodyExpects(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	length := func() int {
		if random.IntN(8) == 0 {
			return random.IntN(300)
		}
		return random.IntN(5)
	}
	var d *rt.Decoder
	var all []*Branch
	var texts []string
	for n := range 1000 {
		if n%20 == 0 {
			d = new(rt.Decoder) // which has learned nothing
		}
		u := &Branch{ID: 1, Kids: []Branch{}, Leaves: []*Branch{}, Tags: []string{}, Grid: [][]int{}}
		for range length() {
			row := []int{}
			for range length() {
				row = append(row, random.IntN(3))
			}
			u.Grid = append(u.Grid, row)
			u.Tags = append(u.Tags, []string{"", "tag"}[random.IntN(2)])
			if len(u.Grid)%4 == 0 {
				u.Leaves = append(u.Leaves, &Branch{Leaves: []*Branch{{ID: 2}, {Tags: u.Tags[:1:1]}}})
			}
		}
		text, err := u.AppendJSON(nil)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
		got := new(Branch)
		nulls := strings.NewReplacer("[0", "[null", ",0", ",null", `""`, "null").Replace(string(text)) // they read as the values they replace
		d.Reset([]byte(nulls), 0)
		if err := d.Finish(got.DecodeFleece(d, d.Start(0))); err != nil {
			t.Fatal(err)
		}
		all = append(all, got)
	}
	for i, u := range all {
		if got, err := u.AppendJSON(nil); err != nil || string(got) != texts[i] {
			t.Fatalf("%d: %v\n got %s\nwant %s", i, err, got, texts[i])
		}
	}
}

// TestOldSlicesAreUsedAgain checks that a slice supplied by the program is reused and keeps none of its old
// contents.
func TestOldSlicesAreUsedAgain(t *testing.T) {
	u := decode(t, new(Branch), `{"id":1,"kids":[{"id":2,"tags":["x"]},{"id":3,"age":4}],"tags":["a","b","c"]}`, 0)
	friend, tag := &u.Kids[0], &u.Tags[0]
	decode(t, u, `{"id":1,"kids":[{"id":5}],"tags":["d"]}`, 0)
	if &u.Kids[0] != friend || &u.Tags[0] != tag {
		t.Error("the memory was not reused")
	}
	if len(u.Kids) != 1 || u.Kids[0].ID != 5 || u.Kids[0].Tags != nil || len(u.Tags) != 1 || u.Tags[0] != "d" {
		t.Errorf("%+v", u)
	}
}

// TestArraysInsideOfThemselves checks that an element keeps its place while arrays of the same Site are read
// inside it.
func TestArraysInsideOfThemselves(t *testing.T) {
	text := `{"id":0}`
	for n := 1; n < 60; n++ {
		text = fmt.Sprintf(`{"id":%d,"kids":[{"id":-1},%s,{"id":-2}]}`, n, text)
	}
	d := rt.NewDecoder(nil, 0)
	defer d.Free()
	for range 3 {
		u := new(Branch)
		d.Reset([]byte(text), 0)
		if err := d.Finish(u.DecodeFleece(d, d.Start(0))); err != nil {
			t.Fatal(err)
		}
		for n := 59; n > 0; n-- {
			if u.ID != int64(n) || len(u.Kids) != 3 || u.Kids[0].ID != -1 || u.Kids[2].ID != -2 {
				t.Fatalf("level %d: %+v", n, u)
			}
			u = &u.Kids[1]
		}
	}
}

// TestTextsDoNotKeepEachOther checks that a decoded text does not keep an earlier one alive.
func TestTextsDoNotKeepEachOther(t *testing.T) {
	const text = `{"id":1,"kids":[{"id":2,"kids":[{"id":3,"age":5}],"leaves":[{"id":6,"leaves":[{"tags":["a"]}]}]}],"leaves":[{"id":4}]}`
	freed := make(chan int64, 100)
	var last *Branch
	d := rt.NewDecoder(nil, 0)
	defer d.Free()
	for range 100 {
		last = new(Branch)
		d.Reset([]byte(text), 0)
		if err := d.Finish(last.DecodeFleece(d, d.Start(0))); err != nil {
			t.Fatal(err)
		}
		runtime.AddCleanup(last.Leaves[0], func(n int64) { freed <- n }, 1)
	}
	for deadline := time.Now().Add(time.Minute); len(freed) < 95 && time.Now().Before(deadline); {
		runtime.GC()
		time.Sleep(time.Millisecond)
	}
	if n := len(freed); n < 95 {
		t.Errorf("of 100 texts, %d are freed", n)
	}
	runtime.KeepAlive(last)
}
