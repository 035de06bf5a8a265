// SPDX-License-Identifier: MIT

// Package seam lets package bridge do what easyjson's exported names don't offer, without adding to them.
package seam

// Consume marks all of the text of a *jlexer.Lexer as read. Package jlexer sets it.
var Consume func(lexer any)
