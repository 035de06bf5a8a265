package cli

// This file writes the output: all files or none, and each one completely or not at all.
//
// SPDX-License-Identifier: MIT

import (
	"bytes"
	"os"
	"path/filepath"
)

// output is a file to be written.
type output struct {
	path string
	text []byte
}

// writeAll writes the files that differ from the existing ones and returns their number. It first writes the
// texts under temporary names, so that a full disk or a missing permission is detected before the first file is
// replaced.
func writeAll(list []output) (changed int, err error) {
	temps := make([]string, len(list))
	defer func() {
		for _, t := range temps {
			if t != "" {
				os.Remove(t)
			}
		}
	}()
	for i, o := range list {
		if old, err := os.ReadFile(o.path); err == nil && bytes.Equal(old, o.text) {
			continue
		}
		if temps[i], err = writeTemp(o); err != nil {
			return 0, err
		}
	}
	for i, o := range list {
		if temps[i] == "" {
			continue
		}
		if err := os.Rename(temps[i], o.path); err != nil {
			return changed, err
		}
		temps[i] = ""
		changed++
	}
	return changed, nil
}

// writeTemp writes a text next to its destination, with the destination's mode.
func writeTemp(o output) (name string, err error) {
	mode := os.FileMode(0o644)
	if info, err := os.Stat(o.path); err == nil {
		if info.IsDir() {
			return "", &os.PathError{Op: "write", Path: o.path, Err: os.ErrExist}
		}
		mode = info.Mode().Perm()
		// A file that was made read-only must not be replaced without its owner's knowledge.
		f, err := os.OpenFile(o.path, os.O_WRONLY, 0)
		if err != nil {
			return "", err
		}
		f.Close()
	}
	f, err := os.CreateTemp(filepath.Dir(o.path), ".fleecegen-*")
	if err != nil {
		return "", err
	}
	_, err = f.Write(o.text)
	if err == nil {
		err = f.Chmod(mode)
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}
