// SPDX-License-Identifier: MIT

package scan

import (
	"os"
	"syscall"
	"testing"

	"github.com/fleece-json/fleece/go/internal/mem"
)

// TestCopyBesideNothing places texts so that they end just before an unreadable page, or begin just after one.
func TestCopyBesideNothing(t *testing.T) {
	page := os.Getpagesize()
	memory, err := syscall.Mmap(-1, 0, 3*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Munmap(memory)
	for _, closed := range [][]byte{memory[:page], memory[2*page:]} {
		if err := syscall.Mprotect(closed, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	text := memory[page : 2*page]
	for n := range 100 {
		for i := range text {
			text[i] = "plain text é 語 "[i%18]
		}
		for back := range 34 {
			checkCopy(t, mem.String(text[page-n-back:page-back]))
		}
		checkCopy(t, mem.String(text[:n]))
	}
}
