# lint.mk: what a machine can judge without running anything of ours.
.PHONY: lint layers format rockspec

lint: ## formatting, warnings, static analysis, scripts, version, exports, layers
	+@$(RUN_TESTS) lint

layers: ## does every source keep to its layer?
	@lua/tools/check-layers

format: ## format every C file in place (clang-format 14)
	@lua/tools/check-format -f

rockspec: ## write packaging/*.rockspec anew from the tree
	@rm -f packaging/*.rockspec
	@lua/tools/make-rockspec > packaging/fleece-$$(tr -d - < VERSION)-1.rockspec
