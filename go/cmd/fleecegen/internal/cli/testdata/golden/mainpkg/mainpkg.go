// Package main does not compile without its generated methods and must not be run.
package main

//go:generate fleecegen -tests $GOFILE

func init() { println("never while generating") }

func main() {
	text, err := Greeting{Text: "hello"}.MarshalJSON()
	println(string(text), err == nil)
}

//fleece:json
type Greeting struct {
	Text string `json:"text"`
}

type Unmarked struct{ A int }
