// SPDX-License-Identifier: MIT

package rt

// These are the versions of the contract between generated code and this package. With G for the version of its
// generator, generated code declares
//
//	const (
//		_ = rt.EnforceVersion(G - rt.MinVersion) // this package is too new: run fleecegen again
//		_ = rt.EnforceVersion(rt.Version - G)    // this package is too old: update it
//	)
//
// It does not compile if the two do not match, because a negative number cannot be converted to EnforceVersion.
const (
	// Version is the version of this package's contract.
	Version = 1
	// MinVersion is the oldest contract that this package still supports.
	MinVersion = 1
)

// EnforceVersion holds the difference of two versions, which must not be negative.
type EnforceVersion uint
