// SPDX-License-Identifier: MIT

// Package seam lets package bridge do what easyjson's exported names don't offer, without exporting more.
package seam

// Consume marks the whole text of a *jlexer.Lexer as read. Package jlexer sets it.
var Consume func(lexer any)
