// SPDX-License-Identifier: MIT

package buffer

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// fill writes the same text to a Buffer and to a bytes.Buffer, in pieces of every size up to n.
func fill(b *Buffer, n int) []byte {
	var want bytes.Buffer
	for i := range n {
		piece := strings.Repeat(string(rune('a'+i%26)), i)
		switch i % 4 {
		case 0:
			b.AppendString(piece)
		case 1:
			b.AppendBytes([]byte(piece))
		case 2:
			for _, c := range []byte(piece) {
				b.AppendByte(c)
			}
		default:
			b.EnsureSpace(len(piece))
			b.Buf = append(b.Buf, piece...)
		}
		want.WriteString(piece)
	}
	return want.Bytes()
}

func TestAllWaysOut(t *testing.T) {
	ways := map[string]func(b *Buffer) []byte{
		"BuildBytes":       func(b *Buffer) []byte { return b.BuildBytes() },
		"BuildBytes reuse": func(b *Buffer) []byte { return b.BuildBytes(make([]byte, 7, 1<<20)) },
		"BuildBytes small": func(b *Buffer) []byte { return b.BuildBytes(make([]byte, 3)) },
		"DumpTo": func(b *Buffer) []byte {
			var out bytes.Buffer
			n, err := b.DumpTo(&out)
			if err != nil || n != out.Len() {
				t.Errorf("DumpTo: %d bytes, %v; the writer has %d", n, err, out.Len())
			}
			return out.Bytes()
		},
		"ReadCloser": func(b *Buffer) []byte {
			r := b.ReadCloser()
			text, err := io.ReadAll(r)
			if err != nil {
				t.Error(err)
			}
			if err := r.Close(); err != nil {
				t.Error(err)
			}
			return text
		},
		"ReadCloser byte by byte": func(b *Buffer) []byte {
			text, err := io.ReadAll(iotest.OneByteReader(b.ReadCloser()))
			if err != nil {
				t.Error(err)
			}
			return text
		},
	}
	for name, way := range ways {
		for _, n := range []int{0, 1, 2, 5, 16, 40, 120, 700} {
			var b Buffer
			want := fill(&b, n)
			if b.Size() != len(want) {
				t.Errorf("%s, %d: Size() = %d, want %d", name, n, b.Size(), len(want))
			}
			if got := way(&b); !bytes.Equal(got, want) {
				t.Errorf("%s, %d: %d bytes differ from the %d written", name, n, len(got), len(want))
			}
			if b.Size() != 0 || b.Buf != nil {
				t.Errorf("%s, %d: the buffer is not empty afterwards", name, n)
			}
		}
	}
}

func TestEnsureSpaceMakesRoom(t *testing.T) {
	for _, n := range []int{1, 127, 128, 129, 5000, 40000, 1 << 20} {
		var b Buffer
		b.AppendString("x")
		b.EnsureSpace(n)
		if room := cap(b.Buf) - len(b.Buf); room < n {
			t.Errorf("EnsureSpace(%d) left room for %d", n, room)
		}
	}
}

// TestLentMemoryIsNotPooled checks that memory lent by the caller never comes out of the pool as another
// buffer's chunk.
func TestLentMemoryIsNotPooled(t *testing.T) {
	lent := make([]byte, 0, 1024)
	b := Buffer{Buf: lent}
	want := fill(&b, 300)
	var out bytes.Buffer
	if _, err := b.DumpTo(&out); err != nil || !bytes.Equal(out.Bytes(), want) {
		t.Fatalf("DumpTo: %v, or other bytes than written", err)
	}
	for range 64 {
		chunk, _ := take(1024)
		if &chunk[:1][0] == &lent[:1][0] {
			t.Fatal("the caller's memory came out of the pool")
		}
	}
}

// TestChunksAreNotShared checks that no two live buffers share memory while chunks are taken and returned.
func TestChunksAreNotShared(t *testing.T) {
	for range 50 {
		var a, b Buffer
		wantA, wantB := fill(&a, 90), fill(&b, 77)
		gotB := b.BuildBytes()
		var c Buffer
		fill(&c, 200)
		gotA := a.BuildBytes()
		if !bytes.Equal(gotA, wantA) || !bytes.Equal(gotB, wantB) {
			t.Fatal("one buffer wrote into another")
		}
		c.BuildBytes()
	}
}

type failing struct{ after int }

var errFull = errors.New("full")

func (f *failing) Write(p []byte) (int, error) {
	if len(p) > f.after {
		n := f.after
		f.after = 0
		return n, errFull
	}
	f.after -= len(p)
	return len(p), nil
}

type shortWriter struct{}

func (shortWriter) Write(p []byte) (int, error) { return len(p) / 2, nil }

func TestFailingWriters(t *testing.T) {
	var b Buffer
	fill(&b, 100)
	if n, err := b.DumpTo(&failing{1000}); n != 1000 || err != errFull {
		t.Errorf("DumpTo = %d, %v; want 1000 bytes and the writer's error", n, err)
	}
	if b.Size() != 0 {
		t.Error("the buffer keeps text after a failed DumpTo")
	}
	fill(&b, 100)
	if _, err := b.DumpTo(shortWriter{}); err != io.ErrShortWrite {
		t.Errorf("a short write gives %v", err)
	}
}

func TestClosedReader(t *testing.T) {
	var b Buffer
	fill(&b, 100)
	r := b.ReadCloser()
	if _, err := io.ReadFull(r, make([]byte, 100)); err != nil {
		t.Fatal(err)
	}
	r.Close()
	r.Close()
	if n, err := r.Read(make([]byte, 1)); n != 0 || err != io.EOF {
		t.Errorf("Read after Close = %d, %v", n, err)
	}
}

func TestInit(t *testing.T) {
	defer Init(config)
	for _, cfg := range []PoolConfig{{}, {1, 1, 1}, {16, 64, 100}, {1000, 100, 4000}} {
		Init(cfg)
		for range 3 {
			var b Buffer
			want := fill(&b, 60)
			if got := b.BuildBytes(); !bytes.Equal(got, want) {
				t.Errorf("%+v: other bytes than written", cfg)
			}
		}
	}
}
