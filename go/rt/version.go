// SPDX-License-Identifier: MIT

package rt

// The versions of the contract between generated code and this package. Generated code says, with the
// version G of its generator,
//
//	const (
//		_ = rt.EnforceVersion(G - rt.MinVersion) // this package is too new: run fleecegen again
//		_ = rt.EnforceVersion(rt.Version - G)    // this package is too old: update it
//	)
//
// and does not compile where the two do not fit, because a negative number is no EnforceVersion.
const (
	// Version is the contract of this package.
	Version = 1
	// MinVersion is the oldest contract whose generated code this package still serves.
	MinVersion = 1
)

// EnforceVersion holds the difference of two versions that may not be negative.
type EnforceVersion uint
