// SPDX-License-Identifier: MIT

//go:build !ffjson

package main

// optionalEngines returns nothing, because ffjson's generator does not work here.
func optionalEngines() []engine { return nil }
