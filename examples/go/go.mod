module example.com/packages

go 1.26.0

// In a program of your own, "go get -tool github.com/fleece-json/fleece/go/cmd/fleecegen" writes
// these lines, without the replacements.
tool github.com/fleece-json/fleece/go/cmd/fleecegen

require github.com/fleece-json/fleece/go v0.0.0

require github.com/fleece-json/fleece/go/cmd/fleecegen v0.0.0 // indirect

require (
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/tools v0.52.0 // indirect
)

replace (
	github.com/fleece-json/fleece/go => ../../go
	github.com/fleece-json/fleece/go/cmd/fleecegen => ../../go/cmd/fleecegen
)
