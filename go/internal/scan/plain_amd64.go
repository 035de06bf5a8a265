// SPDX-License-Identifier: MIT

//go:build !purego

package scan

//go:noescape
func plainAVX2(p *byte, n int, set *Set) int

func cpuid(leaf, sub uint32) (a, b, c, d uint32)

func xgetbv() (a uint32)

// Wide reports whether Plain looks at 32 bytes at a time: the processor has AVX2 and BMI2, and the operating
// system saves the AVX registers.
var Wide = detect()

func detect() bool {
	const osxsave, avx, saved, avx2, bmi2 = 1 << 27, 1 << 28, 6, 1 << 5, 1 << 8
	most, _, _, _ := cpuid(0, 0)
	if most < 7 {
		return false
	}
	_, _, c, _ := cpuid(1, 0)
	if c&osxsave == 0 || c&avx == 0 || xgetbv()&saved != saved {
		return false
	}
	_, b, _, _ := cpuid(7, 0)
	return b&avx2 != 0 && b&bmi2 != 0
}

// Run returns how many bytes of b precede the first one that is special to k, or len(b) if none is.
func (k *Set) Run(b []byte) int {
	if Wide && len(b) >= 32 {
		return plainAVX2(&b[0], len(b), k)
	}
	return k.run(b)
}
