// SPDX-License-Identifier: MIT

package model

// New makes an empty value for each document, by the document's name.
var New = map[string]func() any{
	"S":             func() any { return new(Entities) },
	"M":             func() any { return new(SearchResult) },
	"L":             func() any { return new(Archive) },
	"twitter":       func() any { return new(Timeline) },
	"citm_catalog":  func() any { return new(Catalogue) },
	"canada":        func() any { return new(FeatureCollection) },
	"golang_source": func() any { return new(SourceTree) },
	"synthea_fhir":  func() any { return new(Bundle) },
}
