// SPDX-License-Identifier: MIT

// Package mem is the only package of the module that uses unsafe. It offers word loads and stores at any byte,
// byte access without bounds checks, and zero-copy conversions between bytes and strings. A build with the tag
// purego, or for a processor that needs aligned words, uses the checked implementation in purego.go instead.
//
// The package knows nothing about JSON. Its callers must guarantee the invariants: an index is inside the
// slice, as many bytes follow it as the name says, and bytes that became a string are never written again.
package mem
