# go.mk: the Go half.  go/tools/find-go finds a go command of a supported release; GO= names one.
.PHONY: go-test run-go fuzz-go

go-test: ## the tests of the Go half (they are part of make test, too)
	+@$(RUN_TESTS) go

run-go: ## generate for the Go example, build it, and convert a real document
	@go/tools/run-go

fuzz-go: ## Go's fuzzer on every target of the Go half, FUZZTIME=20m each; ends in a summary
	@FUZZTIME='$(FUZZTIME)' go/tools/fuzz $(TARGETS)
