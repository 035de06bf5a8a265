// SPDX-License-Identifier: MIT

//go:build !purego

#include "textflag.h"

DATA backslash<>+0(SB)/8, $0x5c5c5c5c5c5c5c5c
GLOBL backslash<>(SB), RODATA|NOPTR, $8
DATA control<>+0(SB)/8, $0x1f1f1f1f1f1f1f1f
GLOBL control<>(SB), RODATA|NOPTR, $8

// func plainAVX2(p *byte, n int, set *Set) int
//
// Blocks of 32 bytes; the last overlaps the one before it. Nothing outside p[:n] is read; n >= 32.
TEXT ·plainAVX2(SB), NOSPLIT, $0-32
	MOVQ p+0(FP), SI
	MOVQ n+8(FP), CX
	MOVQ set+16(FP), DX
	VPBROADCASTQ (DX), Y0
	VPBROADCASTQ 8(DX), Y1
	VPBROADCASTQ 16(DX), Y2
	VPBROADCASTQ 24(DX), Y3
	VPBROADCASTQ backslash<>(SB), Y4
	VPBROADCASTQ control<>(SB), Y5
	XORQ AX, AX
	LEAQ -32(CX), R8

block:
	VMOVDQU  (SI)(AX*1), Y6
	VPOR     Y0, Y6, Y7
	VPCMPEQB Y1, Y7, Y7
	VPOR     Y2, Y6, Y8
	VPCMPEQB Y3, Y8, Y8
	VPCMPEQB Y4, Y6, Y9
	VPMINUB  Y5, Y6, Y10
	VPCMPEQB Y6, Y10, Y10
	VPOR     Y7, Y8, Y7
	VPOR     Y9, Y10, Y9
	VPOR     Y7, Y9, Y7
	VPOR     Y6, Y7, Y7    // not ASCII: the high bit, unchanged
	VPMOVMSKB Y7, BX
	TESTL    BX, BX
	JNZ      found
	ADDQ     $32, AX
	CMPQ     AX, R8
	JLE      block
	CMPQ     AX, CX
	JGE      done
	MOVQ     R8, AX
	JMP      block

found:
	BSFL BX, BX
	ADDQ BX, AX

done:
	VZEROUPPER
	MOVQ AX, ret+24(FP)
	RET

// func cpuid(leaf, sub uint32) (a, b, c, d uint32)
TEXT ·cpuid(SB), NOSPLIT, $0-24
	MOVL leaf+0(FP), AX
	MOVL sub+4(FP), CX
	CPUID
	MOVL AX, a+8(FP)
	MOVL BX, b+12(FP)
	MOVL CX, c+16(FP)
	MOVL DX, d+20(FP)
	RET

// func xgetbv() (a uint32)
TEXT ·xgetbv(SB), NOSPLIT, $0-4
	XORL CX, CX
	XGETBV
	MOVL AX, a+0(FP)
	RET
