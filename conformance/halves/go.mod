module github.com/fleece-json/fleece/conformance/halves

go 1.26.0

replace github.com/fleece-json/fleece/go => ../../go

require github.com/fleece-json/fleece/go v0.0.0-00010101000000-000000000000
