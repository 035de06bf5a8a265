// SPDX-License-Identifier: MIT

// Package buffer holds text while it is written, in a chain of reused chunks.
//
// It has the exported names of github.com/mailru/easyjson/buffer. It knows nothing about JSON.
package buffer

import (
	"io"
	"net"
)

// Buffer holds what has been written: some full chunks, and the one that is being filled. The zero value is
// empty and ready for use. A Buffer must not be copied after the first write, and two goroutines must not use
// it at once.
type Buffer struct {
	// Buf is the chunk that is being filled. Callers may append to it directly; after EnsureSpace that needs no
	// new allocation. They may also set it to their own memory, which is then never pooled.
	Buf []byte

	home *[]byte // the pooled memory that Buf began in, or nil
	full []chunk // the chunks before Buf
}

// chunk is a piece of text and the pooled memory to return when the text is no longer needed. The two separate
// if a caller's append outgrows the chunk: the text then lives elsewhere, and the memory can be reused at once.
type chunk struct {
	text []byte
	home *[]byte
}

// EnsureSpace makes room for n more bytes in Buf, in a new chunk if they don't fit in the current one.
func (b *Buffer) EnsureSpace(n int) {
	if cap(b.Buf)-len(b.Buf) < n {
		b.nextChunk(n)
	}
}

// nextChunk moves Buf to the full chunks and begins a chunk with room for at least n bytes.
func (b *Buffer) nextChunk(n int) {
	size := config.StartSize
	if len(b.Buf) > 0 {
		if b.full == nil {
			b.full = make([]chunk, 0, 8)
		}
		b.full = append(b.full, chunk{b.Buf, b.home})
		size = max(size, 2*sizeClass(cap(b.Buf)))
	} else {
		give(b.home)
	}
	size = min(size, config.MaxSize)
	b.Buf, b.home = take(max(size, n))
}

// sizeClass returns the greatest size in the sequence StartSize, 2 StartSize, … that is at most n. So a chunk
// that a caller's append has grown doesn't lead to sizes that have no pool.
func sizeClass(n int) int {
	size := max(config.StartSize, 1)
	for size*2 <= n && size < config.MaxSize {
		size *= 2
	}
	return size
}

// AppendByte appends one byte.
func (b *Buffer) AppendByte(data byte) {
	b.EnsureSpace(1)
	b.Buf = append(b.Buf, data)
}

// AppendBytes appends a copy of data.
func (b *Buffer) AppendBytes(data []byte) { add(b, data) }

// AppendString appends data.
func (b *Buffer) AppendString(data string) { add(b, data) }

func add[T []byte | string](b *Buffer, data T) {
	for len(data) > cap(b.Buf)-len(b.Buf) {
		fits := cap(b.Buf) - len(b.Buf)
		b.Buf = append(b.Buf, data[:fits]...)
		data = data[fits:]
		b.nextChunk(1)
	}
	b.Buf = append(b.Buf, data...)
}

// Size returns the number of bytes written so far.
func (b *Buffer) Size() int {
	size := len(b.Buf)
	for _, c := range b.full {
		size += len(c.text)
	}
	return size
}

// BuildBytes returns everything that was written and empties the buffer. A single chunk is returned without a
// copy; several are copied into reuse[0] if its capacity suffices, or else into a new slice.
func (b *Buffer) BuildBytes(reuse ...[]byte) []byte {
	if len(b.full) == 0 {
		text := b.Buf
		*b = Buffer{}
		return text
	}
	size := b.Size()
	var text []byte
	if len(reuse) == 1 && cap(reuse[0]) >= size {
		text = reuse[0][:0]
	} else {
		text = make([]byte, 0, size)
	}
	chunks := b.drain()
	for _, c := range chunks {
		text = append(text, c.text...)
		give(c.home)
	}
	return text
}

// DumpTo writes everything to w, with one writev if w is a network connection. It empties the buffer, even if w
// fails. It returns the number of bytes that w accepted and w's error, or io.ErrShortWrite if w accepted fewer
// bytes without an error.
func (b *Buffer) DumpTo(w io.Writer) (written int, err error) {
	size := b.Size()
	if len(b.full) == 0 && size > 0 {
		text, home := b.Buf, b.home
		*b = Buffer{}
		written, err = w.Write(text)
		if err == nil && written < size {
			err = io.ErrShortWrite
		}
		give(home)
		return written, err
	}
	chunks := b.drain()
	pieces := make(net.Buffers, 0, len(chunks))
	for _, c := range chunks {
		pieces = append(pieces, c.text)
	}
	n, err := pieces.WriteTo(w)
	if err == nil && n < int64(size) {
		err = io.ErrShortWrite
	}
	for _, c := range chunks {
		give(c.home)
	}
	return int(n), err
}

// ReadCloser moves the contents of the buffer into a reader. Close the reader to release memory that wasn't
// read to its end.
func (b *Buffer) ReadCloser() io.ReadCloser {
	return &reader{chunks: b.drain()}
}

// drain empties the buffer and returns what it held, without empty chunks.
func (b *Buffer) drain() []chunk {
	chunks := b.full
	if len(b.Buf) > 0 {
		chunks = append(chunks, chunk{b.Buf, b.home})
	} else {
		give(b.home)
	}
	*b = Buffer{}
	return chunks
}

// reader reads chunks and returns each one to its pool once it has been read.
type reader struct {
	chunks []chunk
	offset int // in the first chunk
}

// Read implements io.Reader. The last bytes come with io.EOF.
func (r *reader) Read(p []byte) (n int, err error) {
	for len(r.chunks) > 0 && n < len(p) {
		first := r.chunks[0]
		copied := copy(p[n:], first.text[r.offset:])
		n += copied
		r.offset += copied
		if r.offset == len(first.text) {
			give(first.home)
			r.chunks, r.offset = r.chunks[1:], 0
		}
	}
	if len(r.chunks) == 0 {
		err = io.EOF
	}
	return n, err
}

// Close releases what was not read. It always returns nil and may be called again.
func (r *reader) Close() error {
	for _, c := range r.chunks {
		give(c.home)
	}
	r.chunks, r.offset = nil, 0
	return nil
}
