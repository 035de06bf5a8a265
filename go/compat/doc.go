// SPDX-License-Identifier: MIT

// Package compat has no code. It is a separate module for tests that compare Fleece with encoding/json and
// easyjson, so that Fleece itself depends on neither. Each deliberate difference has a test here and an entry
// in a guide in docs/guides.
package compat
