// SPDX-License-Identifier: MIT

//go:build !purego

#include "textflag.h"

// Bit 0: control characters; 1: " and &; 2: \; 3: < and >. Indexed by the high four bits of a byte; a Table
// has the other half.
DATA high<>+0(SB)/8, $0x0000040008020101
DATA high<>+8(SB)/8, $0
GLOBL high<>(SB), RODATA|NOPTR, $16

DATA nibble<>+0(SB)/8, $0x0f0f0f0f0f0f0f0f
GLOBL nibble<>(SB), RODATA|NOPTR, $8

// The mask of a block with r bytes of text, at 32-r; below, the spaces that are put after them.
DATA text<>+0(SB)/8, $-1
DATA text<>+8(SB)/8, $-1
DATA text<>+16(SB)/8, $-1
DATA text<>+24(SB)/8, $-1
DATA text<>+32(SB)/8, $0
DATA text<>+40(SB)/8, $0
DATA text<>+48(SB)/8, $0
DATA text<>+56(SB)/8, $0
GLOBL text<>(SB), RODATA|NOPTR, $64
DATA spaces<>+0(SB)/8, $0
DATA spaces<>+8(SB)/8, $0
DATA spaces<>+16(SB)/8, $0
DATA spaces<>+24(SB)/8, $0
DATA spaces<>+32(SB)/8, $0x2020202020202020
DATA spaces<>+40(SB)/8, $0x2020202020202020
DATA spaces<>+48(SB)/8, $0x2020202020202020
DATA spaces<>+56(SB)/8, $0x2020202020202020
GLOBL spaces<>(SB), RODATA|NOPTR, $64

// The errors that two successive bytes can show. The tables are indexed by the high four bits of the first byte, the
// low four bits of the first byte, and the high four bits of the second byte. Each error is one bit:
// 0: a lead byte without a continuation; 1: ASCII followed by a continuation; 2: overlong, three bytes;
// 3: above U+10FFFF; 4: a surrogate; 5: overlong, two bytes; 6: overlong, four bytes, or above U+13FFFF;
// 7: two continuations, which are valid after the lead byte of a sequence of three or four.
DATA first<>+0(SB)/8, $0x0202020202020202
DATA first<>+8(SB)/8, $0x4915012180808080
GLOBL first<>(SB), RODATA|NOPTR, $16
DATA low<>+0(SB)/8, $0xcbcbcb8b8383a3e7
DATA low<>+8(SB)/8, $0xcbcbdbcbcbcbcbcb
GLOBL low<>(SB), RODATA|NOPTR, $16
DATA second<>+0(SB)/8, $0x0101010101010101
DATA second<>+8(SB)/8, $0x01010101babaaee6
GLOBL second<>(SB), RODATA|NOPTR, $16
DATA three<>+0(SB)/8, $0x6060606060606060 // 0xe0 - 0x80
GLOBL three<>(SB), RODATA|NOPTR, $8
DATA four<>+0(SB)/8, $0x7070707070707070 // 0xf0 - 0x80
GLOBL four<>(SB), RODATA|NOPTR, $8
DATA top<>+0(SB)/8, $0x8080808080808080
GLOBL top<>(SB), RODATA|NOPTR, $8
DATA ls<>+0(SB)/8, $0xa9a9a9a9a9a9a9a9 // U+2028 and U+2029 are e2 80 a8 and e2 80 a9
GLOBL ls<>(SB), RODATA|NOPTR, $8
DATA one<>+0(SB)/8, $0x0101010101010101
GLOBL one<>(SB), RODATA|NOPTR, $8
DATA e2<>+0(SB)/8, $0xe2e2e2e2e2e2e2e2
GLOBL e2<>(SB), RODATA|NOPTR, $8

// SPECIAL sets the bytes of Y1 to all ones where the byte of Y0 is in the set.
#define SPECIAL \
	VPSRLW   $4, Y0, Y1   \
	VPAND    Y15, Y1, Y1  \
	VPSHUFB  Y1, Y14, Y1  \
	VPSHUFB  Y0, Y13, Y2  \
	VPAND    Y1, Y2, Y1   \
	VPCMPGTB Y12, Y1, Y1

// func copyAVX2(dst, src *byte, n int, t *Table) int
//
// AX is the position, CX the length, R8 the last position of a whole block, R9 the number of bytes in the current
// block. Y0 is the current block, Y1 marks its special bytes, Y8 is the block before it. R14 says whether Y8 may end in
// the middle of a sequence. UTF-8 is validated as in Keiser and Lemire, "Validating UTF-8 in less than one instruction
// per byte" (2021).
TEXT ·copyAVX2(SB), NOSPLIT, $64-40
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ t+24(FP), DX
	VBROADCASTI128 (DX), Y13
	VBROADCASTI128 high<>(SB), Y14
	VPBROADCASTQ nibble<>(SB), Y15
	VPXOR Y12, Y12, Y12
	XORL AX, AX
	XORL R14, R14
	LEAQ -32(CX), R8
	CMPQ CX, $32
	JLT  rest

block:
	VMOVDQU (SI)(AX*1), Y0
	SPECIAL
	VMOVDQU Y0, (DI)(AX*1)
	VPOR Y0, Y1, Y2
	VPMOVMSKB Y2, BX
	TESTL BX, BX
	JNZ  stopBlock
	ADDQ $32, AX
	CMPQ AX, R8
	JLE  block

// The partial block. Nothing is read from a page without a byte of the text.
rest:
	MOVQ CX, R9
	SUBQ AX, R9
	JZ   empty
	LEAQ (SI)(AX*1), R10
	MOVL R10, R11
	ANDL $4095, R11
	CMPL R11, $4064
	JGT  edge
	VMOVDQU (R10), Y0

loaded:
	SPECIAL
	VMOVDQU Y0, (DI)(AX*1)
	VPOR Y0, Y1, Y2
	VPMOVMSKB Y2, BX
	BZHIL R9, BX, BX
	MOVL R14, R10
	ORL  BX, R10
	JNZ  pad
	MOVQ CX, AX
	JMP  done

pad:
	MOVQ $32, R11
	SUBQ R9, R11
	LEAQ text<>(SB), R10
	VPAND (R10)(R11*1), Y0, Y0
	VPAND (R10)(R11*1), Y1, Y1
	LEAQ spaces<>(SB), R10
	VPOR (R10)(R11*1), Y0, Y0
	TESTL R14, R14
	JNZ  check
	JMP  stop

edge:
	VMOVDQU -32(R10)(R9*1), Y0
	VMOVDQU Y0, 0(SP)
	VMOVDQU Y0, 32(SP)
	MOVQ $32, R11
	SUBQ R9, R11
	VMOVDQU (SP)(R11*1), Y0
	JMP  loaded

empty:
	TESTL R14, R14
	JZ   done
	VMOVDQU spaces<>+32(SB), Y0 // as if the text went on, so that a truncated sequence shows
	VPXOR Y1, Y1, Y1
	JMP  check

stopBlock:
	MOVQ $32, R9

stop:
	VPMOVMSKB Y0, R12
	TESTL R12, R12
	JNZ  runes
	BSFL BX, BX
	ADDQ BX, AX
	JMP  done

// From the first block that is not ASCII.
runes:
	VBROADCASTI128 first<>(SB), Y9
	VBROADCASTI128 low<>(SB), Y10
	VBROADCASTI128 second<>(SB), Y11
	VPXOR Y8, Y8, Y8
	MOVL $1, R14

check:
	VPERM2I128 $0x21, Y0, Y8, Y2
	VPALIGNR $15, Y2, Y0, Y3 // the bytes one, two and three before each byte
	VPALIGNR $14, Y2, Y0, Y4
	VPALIGNR $13, Y2, Y0, Y5
	XORL R10, R10
	CMPB 16(DX), $0
	JEQ  plain
	VPBROADCASTQ one<>(SB), Y6
	VPOR Y6, Y0, Y6
	VPBROADCASTQ ls<>(SB), Y7
	VPCMPEQB Y6, Y7, Y6
	VPBROADCASTQ top<>(SB), Y7
	VPCMPEQB Y3, Y7, Y7
	VPAND Y6, Y7, Y6
	VPBROADCASTQ e2<>(SB), Y7
	VPCMPEQB Y4, Y7, Y7
	VPAND Y6, Y7, Y6
	VPMOVMSKB Y6, R10

plain:
	VPSRLW $4, Y3, Y6
	VPAND Y15, Y6, Y6
	VPSHUFB Y6, Y9, Y6
	VPAND Y15, Y3, Y7
	VPSHUFB Y7, Y10, Y7
	VPAND Y7, Y6, Y6
	VPSRLW $4, Y0, Y7
	VPAND Y15, Y7, Y7
	VPSHUFB Y7, Y11, Y7
	VPAND Y7, Y6, Y6
	VPBROADCASTQ three<>(SB), Y2
	VPSUBUSB Y2, Y4, Y4
	VPBROADCASTQ four<>(SB), Y2
	VPSUBUSB Y2, Y5, Y5
	VPOR Y4, Y5, Y4
	VPBROADCASTQ top<>(SB), Y2
	VPAND Y2, Y4, Y4
	VPXOR Y4, Y6, Y6
	VPCMPEQB Y12, Y6, Y6
	VPMOVMSKB Y6, R13
	NOTL R13
	ORL  R10, R13
	VPMOVMSKB Y1, BX
	ORL  R13, BX
	JNZ  out
	ADDQ R9, AX
	CMPQ AX, CX
	JEQ  end
	VMOVDQU Y0, Y8
	CMPQ AX, R8
	JGT  rest
	VPMOVMSKB Y0, R12
	TESTL R12, R12
	JZ   ascii
	VMOVDQU (SI)(AX*1), Y0
	SPECIAL
	VMOVDQU Y0, (DI)(AX*1)
	JMP  check

ascii:
	XORL R14, R14
	JMP  block

end:
	VMOVDQU Y0, Y8
	CMPQ R9, $32
	JNE  done
	XORL R9, R9
	JMP  empty

out:
	BSFL BX, BX
	ADDQ BX, AX
	BTL  BX, R13
	JCC  done
	NOTQ AX

done:
	VZEROUPPER
	MOVQ AX, ret+32(FP)
	RET
