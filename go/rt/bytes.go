// SPDX-License-Identifier: MIT

package rt

import (
	"encoding/base64"
	"encoding/hex"
	"time"
)

// Base64 reads a string in padded standard base64. Null makes *p nil.
func (d *Decoder) Base64(i int, p *[]byte) int {
	return d.bytes(i, p, base64.StdEncoding.DecodedLen, base64.StdEncoding.Decode)
}

// Base64URL reads a string in padded base64 with the URL alphabet. Null makes *p nil.
func (d *Decoder) Base64URL(i int, p *[]byte) int {
	return d.bytes(i, p, base64.URLEncoding.DecodedLen, base64.URLEncoding.Decode)
}

// Hex reads a string of hexadecimal digits, two per byte. Null makes *p nil.
func (d *Decoder) Hex(i int, p *[]byte) int {
	return d.bytes(i, p, hex.DecodedLen, hex.Decode)
}

func (d *Decoder) bytes(i int, p *[]byte, size func(int) int, decode func(dst, src []byte) (int, error)) int {
	if d.Null(i) {
		*p = nil
		return i + 4
	}
	if i >= len(d.data) || d.data[i] != '"' {
		return d.skipNull(i, "[]byte")
	}
	text, _, j := d.readName(i)
	if j == failed {
		return failed
	}
	b := (*p)[:0]
	if n := size(len(text)); cap(b) < n || b == nil {
		b = make([]byte, n)
	} else {
		b = b[:n]
	}
	n, err := decode(b, text)
	if err != nil {
		return d.userError(i, j, err)
	}
	*p = b[:n]
	return j
}

// Time reads a time in RFC 3339 format, as time.Time's UnmarshalJSON does. Null leaves *p unchanged.
func (d *Decoder) Time(i int, p *time.Time) int {
	if i >= len(d.data) || d.data[i] != '"' {
		return d.skipNull(i, "time.Time")
	}
	text, _, j := d.readName(i)
	if j == failed {
		return failed
	}
	if err := p.UnmarshalText(text); err != nil {
		return d.userError(i, j, err)
	}
	return j
}

// TimeLayout reads a time in a layout of package time. Null leaves *p unchanged.
func (d *Decoder) TimeLayout(i int, p *time.Time, layout string) int {
	if i >= len(d.data) || d.data[i] != '"' {
		return d.skipNull(i, "time.Time")
	}
	text, _, j := d.readName(i)
	if j == failed {
		return failed
	}
	t, err := time.Parse(layout, string(text))
	if err != nil {
		return d.userError(i, j, err)
	}
	*p = t
	return j
}

// TimeUnix reads a time as an integer number of units since 1970.
func (d *Decoder) TimeUnix(i int, p *time.Time, unit time.Duration) int {
	if d.Null(i) {
		return i + 4
	}
	n, j, ok := d.integer(i, 64, "time.Time")
	if !ok {
		return j
	}
	perSecond := int64(time.Second / unit)
	*p = time.Unix(n/perSecond, n%perSecond*int64(unit)).UTC()
	return j
}

// DurationText reads a duration such as "1h2m3s" with time.ParseDuration. Null leaves *p unchanged.
func (d *Decoder) DurationText(i int, p *time.Duration) int {
	if i >= len(d.data) || d.data[i] != '"' {
		return d.skipNull(i, "time.Duration")
	}
	text, _, j := d.readName(i)
	if j == failed {
		return failed
	}
	x, err := time.ParseDuration(string(text))
	if err != nil {
		return d.userError(i, j, err)
	}
	*p = x
	return j
}
