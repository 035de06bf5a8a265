// SPDX-License-Identifier: MIT

package fleece

import (
	"io"
	"iter"

	"github.com/fleece-json/fleece/go/rt"
)

// An Encoder writes JSON values to a stream, each followed by a line feed. Only one goroutine may use it at a
// time.
type Encoder struct {
	w   io.Writer
	opt Options
	err error // the writer's error: nothing is written after it
}

// chunk is how many bytes WriteArray collects before it writes them.
const chunk = 32 << 10

// NewEncoder returns an Encoder that writes to w.
func NewEncoder(w io.Writer, opts ...Options) *Encoder {
	return &Encoder{w: w, opt: join(opts)}
}

// Encode writes v and a line feed with one call of the writer. It writes nothing if v cannot be encoded. After
// an error of the writer, every call returns that error.
func (e *Encoder) Encode(v any) error {
	if e.err != nil {
		return e.err
	}
	x := rt.NewEncoder(e.opt)
	b := x.Any(x.Buffer(), v)
	err := x.Err()
	if err == nil {
		b = append(b, '\n')
		e.err = write(e.w, b)
		err = e.err
	}
	x.Keep(b)
	x.Free()
	return err
}

// WriteArray writes the values of seq as one array and a line feed. It uses constant memory, because it writes
// one chunk at a time. A value that cannot be encoded ends the array, when earlier values may already have been
// written; the Encoder is unusable from then on and returns that error.
func WriteArray[T any](e *Encoder, seq iter.Seq[T]) error {
	if e.err != nil {
		return e.err
	}
	x := rt.NewEncoder(e.opt)
	b := append(x.Buffer(), '[')
	first := true
	for v := range seq {
		if !first {
			b = append(b, ',')
		}
		first = false
		n := len(b)
		b = x.Any(b, any(&v))
		if err := x.Err(); err != nil {
			e.err = err
			b = b[:n]
			break
		}
		if len(b) >= chunk {
			if e.err = write(e.w, b); e.err != nil {
				break
			}
			b = b[:0]
		}
	}
	if e.err == nil {
		e.err = write(e.w, append(b, ']', '\n'))
	}
	x.Keep(b)
	x.Free()
	return e.err
}
