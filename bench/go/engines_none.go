// SPDX-License-Identifier: MIT

//go:build !ffjson

package main

// optionalEngines are none where ffjson's generator does not work.
func optionalEngines() []engine { return nil }
