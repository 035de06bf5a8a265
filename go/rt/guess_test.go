// SPDX-License-Identifier: MIT

package rt

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
)

// deliver writes n copies of the byte c for a value of v's type, as Marshal does.
func deliver(v any, n int, c byte) (text []byte, guessed bool, err error) {
	e := NewEncoder(0)
	b := e.Room(v)
	guessed = e.room != nil
	if c == '!' {
		e.Fail(errors.New("!"), "test")
	}
	for range n {
		b = append(b, c)
	}
	text, err = e.Deliver(b, v)
	return text, guessed, err
}

// TestGuesses checks that texts are correct, have exact capacity and share no memory, whatever the sequence of
// lengths.
func TestGuesses(t *testing.T) {
	type steady struct{}
	type wild struct{}
	random := rand.New(rand.NewPCG(1, 2))
	type kept struct {
		text []byte
		n    int
		c    byte
	}
	var all []kept
	check := func(v any, n int) bool {
		c := "abcdefghijklmnopqrstuvwxyz"[len(all)%26]
		text, guessed, err := deliver(v, n, c)
		if err != nil || len(text) != n || cap(text) != n {
			t.Fatalf("%d bytes of %d, capacity %d, %v", len(text), n, cap(text), err)
		}
		all = append(all, kept{text, n, c})
		if _, _, err := deliver(v, n, '!'); err == nil {
			t.Fatal("no error")
		}
		return guessed
	}
	*noteOf(steady{}), *noteOf(wild{}) = note{}, note{}
	for _, n := range []int{leastGuess, 10_000, 1 << 20, leastGuess - 1, 0} {
		guesses := 0
		for range 20 {
			if check(steady{}, n) {
				guesses++
			}
		}
		if least := 20 - sure - 2; n >= leastGuess && guesses < least || n < leastGuess-1 && guesses > 1 {
			t.Errorf("%d guesses in 20 texts of %d bytes", guesses, n)
		}
	}
	guesses := 0
	for range 200 {
		if check(wild{}, random.IntN(5)*random.IntN(50_000)) {
			guesses++
		}
	}
	if guesses > 20 {
		t.Errorf("%d guesses where lengths are random", guesses)
	}
	for i, x := range all {
		if !bytes.Equal(x.text, bytes.Repeat([]byte{x.c}, x.n)) {
			t.Fatalf("text %d changed after it was delivered", i)
		}
	}
}

// TestGuessesWasteLittle tries lengths around the one that a note expects.
func TestGuessesWasteLittle(t *testing.T) {
	for n := leastGuess; n < 100_000; n += 97 {
		x := &note{}
		e := new(Encoder)
		for range sure + 1 {
			e.learn(x, n)
		}
		room := int(x.Load() >> noteBits)
		if x.Load()&noteMask != sure || !fits(n, room) {
			t.Fatalf("%d bytes do not fit in their room of %d", n, room)
		}
		for m := range []int{0, 1, n / 2, n - n/8, n, room - slack, room} {
			if fits(m, room) && (room-m > m/8 || room-m < 2*slack) {
				t.Fatalf("%d bytes fit in a room of %d", m, room)
			}
		}
	}
}

// TestGuessesOfSeveral has goroutines write texts of one type with several lengths.
func TestGuessesOfSeveral(t *testing.T) {
	type several struct{}
	var wait sync.WaitGroup
	for g := range 4 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			var before []byte
			for i := range 300 {
				c := byte('a' + g)
				n := 3000 + i%7*g*400
				text, _, err := deliver(several{}, n, c)
				if err != nil || !bytes.Equal(text, bytes.Repeat([]byte{c}, n)) {
					t.Error(fmt.Sprint(g, i, err))
				}
				if bytes.Count(before, []byte{c}) != len(before) {
					t.Error("a text changed after it was delivered")
				}
				before = text
			}
		}()
	}
	wait.Wait()
}
