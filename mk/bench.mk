# bench.mk: the benches, each a verb of bench/run.lua, with the ancestor's names.
# BENCH_FLAGS= is handed on (bench/run.lua --help lists them).
BENCHES := bench-10k bench2-1k bench3-1k bench3a bench3b bench4 bench5a bench5b \
  bench7-1k bench7c

.PHONY: bench floor bench-go bench2 bench3 bench5 bench7 bench7a bench-data $(BENCHES)

bench: floor ## every workload beside every library found here, and the targets
	+@$(RUN) bench/run.lua bench $(BENCH_FLAGS)

floor: ## build what targets compare with: the same work through Lua's public API
	+@found=$$(lua/tools/find-lua -isq '$(LUA)' '$(LUA_INCDIR)') && eval "$$found" && \
	  $(MAKE) -s --no-print-directory -C bench floor LUA="$$lua" LUA_INCDIR="$$lua_incdir"

bench2: ## the classic tables beside libraries written in Lua
	+@$(RUN) bench/run.lua bench2 $(BENCH_FLAGS)

bench3: ## the classic tables beside every library
	+@$(RUN) bench/run.lua bench3 $(BENCH_FLAGS)

bench5: ## the classic tables, longer
	+@$(RUN) bench/run.lua bench5 $(BENCH_FLAGS)

bench7: ## how often there is something to escape, beside every library
	+@$(RUN) bench/run.lua bench7 $(BENCH_FLAGS)

bench7a: ## the same, Fleece alone, E0 to E4
	+@$(RUN) bench/run.lua bench7a $(BENCH_FLAGS)

$(BENCHES):
	+@$(RUN) bench/run.lua $@ $(BENCH_FLAGS)

bench-go: ## the Go half beside every JSON package for Go, on typed documents
	@bench/go/run $(BENCH_FLAGS)

bench-data: ## fetch the documents of the benches into bench/data (needs Go)
	@bench/get-data
