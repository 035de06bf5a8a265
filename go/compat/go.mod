module github.com/fleece-json/fleece/go/compat

go 1.26.0

replace github.com/fleece-json/fleece/go => ../

require (
	github.com/fleece-json/fleece/go v0.0.0-00010101000000-000000000000
	github.com/mailru/easyjson v0.9.2
	golang.org/x/tools v0.52.0
)

require (
	github.com/josharian/intern v1.0.0 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
)
