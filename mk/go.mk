# go.mk: the Go half.  go/tools/find-go finds a go command of a supported release; GO= names one.
.PHONY: go-test run-go

go-test: ## the tests of the Go half (they are part of make test, too)
	+@$(RUN_TESTS) go

run-go: ## generate for the Go example, build it, and convert a real document
	@go/tools/run-go
