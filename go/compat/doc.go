// SPDX-License-Identifier: MIT

// Package compat has no code: it is a module of its own for tests that set Fleece beside encoding/json and easyjson, so
// that Fleece itself depends on neither. Each deliberate difference is a test here, and the guides in docs/guides name it.
package compat
