// SPDX-License-Identifier: MIT

// Package mem is the only place of the module that uses unsafe. It offers loads and stores of words at
// any byte, byte access without bounds checks, and the two conversions between bytes and strings that
// copy nothing. A build with the tag purego, or for a processor that wants aligned words, takes the twin
// in purego.go instead, which checks everything.
//
// The package knows nothing of JSON. Its invariant is the callers': an index is inside the slice, with as
// many bytes behind it as the name says, and bytes that became a string are never written again.
package mem
