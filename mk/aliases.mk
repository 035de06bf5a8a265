# aliases.mk: the ancestor's verbs, each with what does its work today.  Nobody needs to learn them.
#
#   linux linux-64 linux-asm linux-64-asm macosx macosx-asm    build: one binary serves every CPU
#   check                     test
#   test2                     run-tests unit:classic
#   unit-test, X-unit-test    run-tests unit:X; without X all four
#   test-5m test-nonstop      lua/test/soak.lua for five minutes, until interrupted
#   bench2 ... bench7c        bench/run.lua VERB: the ancestor's tables (bench/README.md)
UNITS := basic parameter escape complex
BENCHES := bench2 bench3 bench5 bench7 bench7a bench-10k bench2-1k bench3-1k bench3a bench3b bench4 bench5a \
  bench5b bench7-1k bench7c
.PHONY: linux linux-64 linux-asm linux-64-asm macosx macosx-asm check test2 unit-test test-5m test-nonstop \
  $(UNITS:%=%-unit-test) $(BENCHES)

linux linux-64 linux-asm linux-64-asm macosx macosx-asm: build
check: test
test2:
	+$(RUN_TESTS) unit:classic
unit-test:
	+$(RUN_TESTS) unit:basic unit:parameters unit:escapes unit:complex
$(UNITS:%=%-unit-test): %-unit-test:
	+$(RUN_TESTS) unit:$*$(if $(filter parameter escape,$*),s)
test-5m:
	+@$(RUN) lua/test/soak.lua 300
test-nonstop:
	+@$(RUN) lua/test/soak.lua
$(BENCHES):
	+@$(RUN) bench/run.lua $@ $(BENCH_FLAGS)
