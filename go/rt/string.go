// SPDX-License-Identifier: MIT

package rt

import (
	"math/bits"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/fleece-json/fleece/go/internal/mem"
	"github.com/fleece-json/fleece/go/internal/scan"
)

const (
	minChunk = 512
	maxChunk = 8192
)

// String reads the string at i. Null leaves *p unchanged.
func (d *Decoder) String(i int, p *string) int {
	n := 0 // how many bytes are known to be plain
	if i <= d.fast && mem.At(d.data, i) == '"' && d.opt&(NoCopy|ExactCopy) == 0 {
		if u := d.used; u+40 <= len(d.chunk) {
			data, c := d.data, d.chunk
			// Copy words while looking for the end. Bytes that are written past the end are overwritten later.
			for ; n < 32; n += 8 {
				w := mem.Load64(data, i+1+n)
				mem.Store64(c, u+n, w)
				if m := scan.Special(w); m != 0 {
					n += bits.TrailingZeros64(m) / 8
					if mem.At(data, i+1+n) != '"' {
						break
					}
					*p = mem.String(c[u : u+n])
					d.used = u + n
					return i + n + 2
				}
			}
		}
		return d.stringLong(i, n, p)
	}
	return d.stringSlow(i, 0, p, d.opt)
}

// minRoom is how much of a chunk must be left for stringLong to start in it.
const minRoom = 192

// stringLong is String for strings that are longer, have escapes or are not ASCII. The first n bytes are plain
// and already copied. It also copies while it looks for the end. It leaves strings that are invalid, have
// surrogates or do not fit to stringSlow.
func (d *Decoder) stringLong(i, n int, p *string) int {
	data, c, u := d.data, d.chunk, d.used
	if len(c)-u < minRoom {
		d.newChunk(minRoom)
		c, u, n = d.chunk, 0, 0
	}
	from, to := i+1+n, u+n
	most := u + min(len(c)-u-40, maxChunk/8)
	for {
		room := min(most-to, len(data)-from)
		if room <= 0 {
			break
		}
		s, k := mem.String(data[from:from+room]), 0
		if scan.Wide {
			k = scan.PlainText.CopyWide(mem.Pointer(c, to), s)
		} else {
			k = scan.PlainText.Copy(c[to:], s)
		}
		if k < 0 || k == room {
			break
		}
		from, to = from+k, to+k
		if data[from] == '"' {
			*p = mem.String(c[u:to])
			d.used = to
			return from + 1
		}
		if from >= len(data)-6 || data[from] != '\\' {
			break
		}
		if x := scan.Escapes[data[from+1]]; x != 0 {
			c[to] = x
			from, to = from+2, to+1
			continue
		}
		r := scan.Hex4(data[from+2:])
		if data[from+1] != 'u' || r < 0 || utf16.IsSurrogate(r) {
			break
		}
		from, to = from+6, to+utf8.EncodeRune(c[to:to+4], r)
	}
	return d.stringSlow(i, 0, p, d.opt)
}

// StringNoCopy is String under NoCopy: the string aliases the input if it has no escapes, unless the input is
// Transient.
func (d *Decoder) StringNoCopy(i int, p *string) int {
	if d.opt&Transient != 0 {
		return d.String(i, p)
	}
	return d.stringSlow(i, 0, p, d.opt|NoCopy)
}

// StringIntern is String for strings that are often equal: equal strings share memory.
func (d *Decoder) StringIntern(i int, p *string) int {
	var s string
	j := d.stringSlow(i, 0, &s, d.opt|NoCopy)
	if j == failed || d.data[i] != '"' {
		return j
	}
	t, ok := d.interned[s]
	if !ok {
		if d.interned == nil {
			d.interned = make(map[string]string)
		}
		t = string(append([]byte(nil), s...))
		d.interned[t] = t
	}
	*p = t
	return j
}

// stringSlow is String for the general case. The first n bytes are plain.
func (d *Decoder) stringSlow(i, n int, p *string, opt Options) int {
	if i >= len(d.data) || d.data[i] != '"' {
		return d.skipNull(i, "string")
	}
	j, simple := d.scanString(i + 1 + n)
	if j == failed {
		return failed
	}
	raw := d.data[i+1 : j]
	switch {
	case !simple:
		d.scratch = scan.AppendUnescaped(d.scratch[:0], raw)
		if opt&ExactCopy != 0 {
			*p = string(d.scratch)
		} else {
			*p = d.keep(d.scratch)
		}
	case opt&NoCopy != 0:
		*p = mem.String(d.orig[i+1 : j])
	case opt&ExactCopy != 0:
		*p = string(raw)
	default:
		*p = d.keep(raw)
	}
	return j + 1
}

// keep returns a string with the bytes of b; a small one is stored in the chunk.
func (d *Decoder) keep(b []byte) string {
	n := len(b)
	if n == 0 {
		return ""
	}
	if n > maxChunk/8 {
		return string(b)
	}
	if len(d.chunk)-d.used < n+40 {
		d.newChunk(n)
	}
	c := d.chunk[d.used : d.used+n]
	copy(c, b)
	d.used += n
	return mem.String(c)
}

// newChunk makes room for n bytes and for the bytes that String writes past the end. Chunks grow as they are
// used up, so a program that decodes one small text does not pay for a large chunk.
func (d *Decoder) newChunk(n int) {
	size := min(max(2*len(d.chunk), minChunk), maxChunk)
	if n+40 > size {
		size = n + 40
	}
	d.chunk = make([]byte, size)
	d.used = 0
}

// scanString returns the position of the quote that ends the string whose first byte is at i. It also reports
// whether the bytes stand for themselves, without escapes and without invalid UTF-8 to replace.
func (d *Decoder) scanString(i int) (int, bool) {
	data, simple := d.data, true
	for {
		for from := i; i <= len(data)-8; i += 8 {
			if scan.Wide && i == from+32 && i <= len(data)-64 {
				i += scan.Plain.Run(data[i:])
				break
			}
			if m := scan.Special(mem.Load64(data, i)); m != 0 {
				i += bits.TrailingZeros64(m) / 8
				break
			}
		}
		if i >= len(data) {
			return d.end(i), false
		}
		switch c := data[i]; {
		case c == '"':
			return i, simple
		case c == '\\':
			simple = false
			if i = d.scanEscape(i); i == failed {
				return failed, false
			}
		case c < ' ':
			return d.fail(CONTROL, i), false
		case c >= utf8.RuneSelf:
			i = scan.Runes(data, i, false)
			if i < len(data) && data[i] >= utf8.RuneSelf {
				if d.opt&StrictUTF8 != 0 {
					return d.fail(TEXT_UTF8, i), false
				}
				simple = false
				i++
			}
		default:
			i++
		}
	}
}

// scanEscape skips the escape whose backslash is at i. A surrogate pair counts as one escape.
func (d *Decoder) scanEscape(i int) int {
	data := d.data
	if i+1 >= len(data) {
		return d.end(i)
	}
	switch data[i+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return i + 2
	case 'u':
	default:
		return d.fail(ESCAPE, i+1)
	}
	r, j := d.scanHex(i + 2)
	if j == failed || d.opt&StrictUTF8 == 0 || !utf16.IsSurrogate(r) {
		return j
	}
	if r < 0xdc00 {
		if j >= len(data) {
			return d.end(j)
		}
		if data[j] == '\\' {
			if j+1 >= len(data) {
				return d.end(j)
			}
			if data[j+1] == 'u' {
				low, k := d.scanHex(j + 2)
				if k == failed && d.err.Code == END || low >= 0xdc00 && low < 0xe000 && k != failed {
					return k
				}
				d.err = nil
			}
		}
	}
	return d.fail(SURROGATE, i)
}

func (d *Decoder) scanHex(i int) (rune, int) {
	r := rune(0)
	for k := i; k < i+4; k++ {
		if k >= len(d.data) {
			return 0, d.end(k)
		}
		x := scan.HexValue(d.data[k])
		if x > 15 {
			return 0, d.fail(UNICODE, k)
		}
		r = r<<4 | rune(x)
	}
	return r, i + 4
}
