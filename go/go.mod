module github.com/fleece-json/fleece/go

go 1.24
