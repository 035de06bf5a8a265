// SPDX-License-Identifier: MIT

package fleece

import (
	"io"
	"sync"

	"github.com/fleece-json/fleece/go/rt"
)

// A buffer holds what a reader returns.
type buffer struct{ b []byte }

// bufferPool keeps buffers, except large ones, whose memory the pool would hold on to.
type bufferPool struct{ p sync.Pool }

const maxBuffer = 4 << 20

var buffers = bufferPool{sync.Pool{New: func() any { return &buffer{b: make([]byte, 0, 4096)} }}}

func (p *bufferPool) get() *buffer { return p.p.Get().(*buffer) }

func (p *bufferPool) put(b *buffer) {
	if cap(b.b) <= maxBuffer {
		b.b = b.b[:0]
		p.p.Put(b)
	}
}

// readAll appends everything that r returns.
func readAll(r io.Reader, b []byte) ([]byte, error) {
	if l, ok := r.(interface{ Len() int }); ok { // such as a bytes.Reader, bytes.Buffer or strings.Reader
		if n := l.Len() + 1; n > cap(b)-len(b) {
			b = append(make([]byte, 0, len(b)+n), b...)
		}
	}
	for empty := 0; ; {
		if len(b) == cap(b) {
			b = append(b, 0)[:len(b)]
		}
		n, err := r.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		if err == io.EOF {
			return b, nil
		}
		if err != nil {
			return b, &Error{Code: rt.SOURCE, Offset: int64(len(b)), Err: err}
		}
		if empty = empty + 1; n > 0 {
			empty = 0
		}
		if empty > 100 {
			return b, &Error{Code: rt.SOURCE, Offset: int64(len(b)), Err: io.ErrNoProgress}
		}
	}
}
