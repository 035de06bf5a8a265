package plan

// SPDX-License-Identifier: MIT

import "testing"

func TestNames(t *testing.T) {
	for _, c := range []struct{ field, snake, lower string }{
		{"", "", ""},
		{"A", "a", "a"},
		{"ID", "id", "id"},
		{"UserID", "user_id", "userID"},
		{"WriteJSONText", "write_json_text", "writeJSONText"},
		{"XMLHttpRequest", "xml_http_request", "xmlHttpRequest"},
		{"HTTP2Server", "http2_server", "http2Server"},
		{"already_snake", "already_snake", "already_snake"},
		{"Mixed_Case_Name", "mixed_case_name", "mixed_Case_Name"},
		{"ÄrgerMitÜ", "ärger_mit_ü", "ÄrgerMitÜ"},
		{"V1", "v1", "v1"},
	} {
		if got := snakeCase(c.field); got != c.snake {
			t.Errorf("snakeCase(%q) = %q, want %q", c.field, got, c.snake)
		}
		if got := lowerCamelCase(c.field); got != c.lower {
			t.Errorf("lowerCamelCase(%q) = %q, want %q", c.field, got, c.lower)
		}
	}
}
