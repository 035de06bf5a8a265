// SPDX-License-Identifier: MIT

package num

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"strconv"
	"testing"
)

// seeds returns doubles that printers and readers tend to get wrong.
func seeds() []float64 {
	list := []float64{0, math.Copysign(0, -1), 1, -1, 0.1, 1e-6, 9.999999999999999e-7, 1e21, 9.999999999999999e20, 5e-324,
		math.MaxFloat64, 2.2250738585072014e-308, 2.225073858507201e-308, 1 << 53, 1<<53 + 2, 1e22, 1e23, 123456789.125, 1e15, 1e16, 1e17, 4.35, 2.5e-5,
		9007199254740993, 0.3, 100, 1234567890123456789, 1e20, 12345678901234567890, 2e-6, 1.5e300}
	for e := -1074; e < 1024; e++ {
		x := math.Ldexp(1, e)
		list = append(list, x, math.Nextafter(x, 0), math.Nextafter(x, math.Inf(1)))
	}
	for e := -323; e < 309; e++ {
		x, _ := strconv.ParseFloat("1e"+strconv.Itoa(e), 64)
		list = append(list, x, 3*x, math.Nextafter(x, 0), math.Nextafter(x, math.Inf(1)))
	}
	return list
}

func checkFloat(t *testing.T, x float64) {
	t.Helper()
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return
	}
	want := AppendFloatSlow(nil, x, 64)
	if std, _ := json.Marshal(x); string(want) != string(std) {
		t.Fatalf("%x: %s, want %s", math.Float64bits(x), want, std)
	}
	if y := float32(x); !math.IsInf(float64(y), 0) {
		if std, _ := json.Marshal(y); string(AppendFloat32(nil, y)) != string(std) {
			t.Fatalf("float32 %x: %s, want %s", math.Float32bits(y), AppendFloat32(nil, y), std)
		}
	}
	if got := AppendFloat64([]byte("ab"), x); string(got) != "ab"+string(want) {
		t.Fatalf("%x: %s, want %s", math.Float64bits(x), got[2:], want)
	}
	padded := append(append([]byte("["), want...), make([]byte, 48)...)
	if got, n := ParseFloat64(padded, 1); n != 0 && (n != 1+len(want) || math.Float64bits(got) != math.Float64bits(x)) {
		t.Fatalf("%s: %v %d", want, got, n)
	}
}

func TestFloats(t *testing.T) {
	for _, x := range seeds() {
		checkFloat(t, x)
		checkFloat(t, -x)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 300000 {
		checkFloat(t, math.Float64frombits(r.Uint64()))
		checkFloat(t, float64(r.IntN(1e9))/1e4)
		checkFloat(t, float64(r.Uint64()))
		checkFloat(t, float64(math.Float32frombits(r.Uint32())))
	}
}

func TestIntegers(t *testing.T) {
	check := func(x uint64) {
		if got := string(AppendUint([]byte("x"), x)); got != "x"+strconv.FormatUint(x, 10) {
			t.Fatalf("%d: %s", x, got)
		}
		if got := string(AppendInt(make([]byte, 0, 100), int64(x))); got != strconv.FormatInt(int64(x), 10) {
			t.Fatalf("%d: %s", int64(x), got)
		}
	}
	for shift := range 64 {
		for d := range uint64(200) {
			check(1<<shift + d)
			check(1<<shift - d)
		}
	}
	for p := uint64(1); p < 1e19; p *= 10 {
		check(p)
		check(p - 1)
		check(p + 1)
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range 100000 {
		check(r.Uint64() >> r.UintN(64))
	}
	for x := range uint32(100000) {
		w := eight(x * 999)
		var s [8]byte
		binary.LittleEndian.PutUint64(s[:], w|ascii)
		if y, _ := strconv.ParseUint(string(s[:]), 10, 64); y != uint64(x*999) {
			t.Fatalf("%d: %s", x*999, s)
		}
	}
}

func TestDigits(t *testing.T) {
	for n := 1; n <= 8; n++ {
		for _, behind := range []string{"/", ":", ".", "e", "\x00", "\xff", " ", "]"} {
			text := "12345678"[:n] + behind + "99999999"
			v, k := Digits8(binary.LittleEndian.Uint64([]byte(text)))
			want, _ := strconv.ParseUint(text[:n], 10, 64)
			if k != n || Parse8(v, k) != want {
				t.Fatalf("%q: %d digits, %d", text, k, Parse8(v, k))
			}
		}
	}
}

// TestPowers recomputes the table and checks what shortest assumes about it: rounding up never carries.
func TestPowers(t *testing.T) {
	for i, p := range powers {
		e := i + powersMin
		exact := e >= 0 && e <= 55
		x := new(big.Float).SetPrec(4000).SetInt64(1)
		ten := new(big.Float).SetPrec(4000).SetInt64(10)
		for range max(e, -e) {
			x.Mul(x, ten)
		}
		if e < 0 {
			x.Quo(new(big.Float).SetPrec(4000).SetInt64(1), x)
		}
		x.SetMantExp(x, 128-x.MantExp(nil))
		n, acc := x.Int(nil)
		want := new(big.Int).Add(new(big.Int).Lsh(new(big.Int).SetUint64(p.hi), 64), new(big.Int).SetUint64(p.lo))
		if n.Cmp(want) != 0 || (acc == big.Exact) != exact || p.lo == math.MaxUint64 && !exact {
			t.Fatalf("1e%d: %x %v", e, n, acc)
		}
	}
}

// TestReciprocals compares multiplication with division where the quotient changes.
func TestReciprocals(t *testing.T) {
	const end = 1 << 57
	random := rand.New(rand.NewPCG(3, 4))
	for e := 1; e < len(reciprocals); e++ {
		r, p := reciprocals[e], tens[e]
		for range 20000 {
			q := random.Uint64N(end / p)
			for _, x := range []uint64{q * p, q*p + random.Uint64N(p), q*p + p - 1, random.Uint64N(end), end / p * p, end/p*p - 1, end - 1} {
				got, _ := bits.Mul64(x, r.m)
				if got >>= r.shift; got != x/p {
					t.Fatalf("%d / %d: %d, want %d", x, p, got, x/p)
				}
			}
		}
	}
}

func FuzzFloat(f *testing.F) {
	for _, x := range seeds()[:31] {
		f.Add(math.Float64bits(x))
	}
	f.Fuzz(func(t *testing.T, u uint64) { checkFloat(t, math.Float64frombits(u)) })
}

// FuzzParse compares the reader with strconv on texts.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"0", "-0.0", "1e5", "123456789012345678901", "1.7976931348623157e308", "4.9406564584124654e-324", "0.000001", "0.00113542309875462312", "-123.1234567812345678", "0.00000000000000000012", "12345678.12345678", "1234567812345678.1", "9007199254740993", "1e-400", "-1.5E+10"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 30 {
			return
		}
		padded := append([]byte(s), make([]byte, 48)...)
		got, n := ParseFloat64(padded, 0)
		if n == 0 {
			return
		}
		want, err := strconv.ParseFloat(s[:n], 64)
		if err != nil || math.Float64bits(want) != math.Float64bits(got) {
			t.Fatalf("%q: %v, want %v %v", s[:n], got, want, err)
		}
	})
}

func BenchmarkAppendFloat64(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	list := make([]float64, 1000)
	for i := range list {
		list[i] = r.Float64() * 100
	}
	for name, f := range map[string]func([]byte, float64) []byte{"own": AppendFloat64, "strconv": func(b []byte, x float64) []byte { return AppendFloatSlow(b, x, 64) }} {
		b.Run(name, func(b *testing.B) {
			buf := make([]byte, 0, 100)
			for i := range b.N {
				buf = f(buf[:0], list[i%1000])
			}
		})
	}
}

func BenchmarkParseFloat64(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	var text [][]byte
	for range 1000 {
		text = append(text, append(AppendFloat64(nil, r.Float64()*100), make([]byte, 48)...))
	}
	for i := range b.N {
		if _, n := ParseFloat64(text[i%1000], 0); n == 0 {
			b.Fatal()
		}
	}
}
