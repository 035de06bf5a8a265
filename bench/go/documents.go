// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// This file loads the documents and makes variants of them, which keep a decoder from learning one document by
// heart.

// small is the small workload: 82 bytes.
const small = `{"hashtags":[{"indices":[5, 10],"text":"some-text"}],"urls":[],"user_mentions":[]}`

// document is a text with its variants: the same data with the members of each object in a different order each
// time, and different data with the same structure each time.
type document struct {
	name     string
	text     []byte
	shuffled [][]byte
	changing [][]byte
}

// variants is the number of variants of each kind.
const variants = 16

// sources lists the file of each document, in the order of the report.
var sources = []struct{ name, file string }{
	{"S", ""}, {"M", "search_result.json"}, {"L", "search_result.json"}, {"twitter", "twitter.json"},
	{"citm_catalog", "citm_catalog.json"}, {"canada", "canada.json"}, {"golang_source", "golang_source.json"},
	{"synthea_fhir", "synthea_fhir.json"},
}

// loadDocuments reads the documents in the list that are in the directory; missing has the names of the others.
func loadDocuments(directory string, wanted func(name string) bool) (docs []document, missing []string) {
	for _, source := range sources {
		if !wanted(source.name) {
			continue
		}
		text := []byte(small)
		if source.file != "" {
			var err error
			if text, err = os.ReadFile(filepath.Join(directory, source.file)); err != nil {
				missing = append(missing, source.name)
				continue
			}
		}
		if source.name == "L" {
			text = archive(text)
		}
		docs = append(docs, withVariants(source.name, text))
	}
	return docs, missing
}

// archive makes the large document: fifty search results, in compact form.
func archive(result []byte) []byte {
	var compact bytes.Buffer
	if err := json.Compact(&compact, result); err != nil {
		panic(err)
	}
	return []byte(`{"results":[` + strings.Repeat(compact.String()+",", 49) + compact.String() + "]}")
}

func withVariants(name string, text []byte) document {
	d := document{name: name, text: text}
	random := rand.New(rand.NewPCG(1, uint64(len(text))))
	for range variants {
		d.shuffled = append(d.shuffled, shuffle(random, parse(text)).append(nil))
		d.changing = append(d.changing, change(random, parse(text)).append(nil))
	}
	return d
}

// node is a JSON value that keeps the order of members: a scalar holds its text, an object holds names and
// values in turn.
type node struct {
	kind  json.Delim // '{', '[' or 0
	text  string
	items []*node
}

func parse(text []byte) *node {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	return parseNext(d)
}

func parseNext(d *json.Decoder) *node {
	token, err := d.Token()
	if err != nil {
		panic(fmt.Sprintf("a document is not JSON: %v", err))
	}
	open, ok := token.(json.Delim)
	if !ok {
		return &node{text: scalarText(token)}
	}
	n := &node{kind: open}
	for d.More() {
		n.items = append(n.items, parseNext(d))
	}
	if _, err := d.Token(); err != nil {
		panic(err)
	}
	return n
}

func scalarText(token any) string {
	if number, ok := token.(json.Number); ok {
		return number.String()
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(token); err != nil {
		panic(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func (n *node) append(b []byte) []byte {
	if n.kind == 0 {
		return append(b, n.text...)
	}
	b = append(b, byte(n.kind))
	for i, item := range n.items {
		if i > 0 {
			b = append(b, ","[0])
			if n.kind == '{' && i%2 == 1 {
				b[len(b)-1] = ':'
			}
		}
		b = item.append(b)
	}
	return append(b, byte(n.kind)+2) // '}' and ']' are two after '{' and '['
}

// shuffle puts the members of each object in random order.
func shuffle(random *rand.Rand, n *node) *node {
	if n.kind == '{' {
		random.Shuffle(len(n.items)/2, func(i, j int) {
			n.items[2*i], n.items[2*j] = n.items[2*j], n.items[2*i]
			n.items[2*i+1], n.items[2*j+1] = n.items[2*j+1], n.items[2*i+1]
		})
	}
	for _, item := range n.items {
		shuffle(random, item)
	}
	return n
}

// change drops and repeats elements in arrays of more than two, so that lengths vary, and lengthens or shortens
// strings.
func change(random *rand.Rand, n *node) *node {
	if n.kind == '[' && len(n.items) > 2 {
		var kept []*node
		for _, item := range n.items {
			switch random.IntN(8) {
			case 0:
			case 1:
				kept = append(kept, item, item)
			default:
				kept = append(kept, item)
			}
		}
		n.items = kept
	}
	for i, item := range n.items {
		if n.kind == '{' && i%2 == 0 {
			continue // a name
		}
		change(random, item)
	}
	if n.kind == 0 && len(n.text) > 3 && n.text[0] == '"' && random.IntN(4) == 0 {
		n.text = n.text[:len(n.text)-1] + strings.Repeat("~", 1+random.IntN(12)) + `"`
	}
	return n
}
