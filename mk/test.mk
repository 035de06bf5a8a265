# test.mk: the tests.  lua/tools/run-tests knows the suites; LUA= chooses one Lua.
.PHONY: test test-all test2 check unit-test basic-unit-test parameter-unit-test \
  escape-unit-test complex-unit-test test-5m test-nonstop

RUN_TESTS = MAKE='$(MAKE)' JOBS='$(JOBS)' LUA='$(LUA)' LUA_INCDIR='$(LUA_INCDIR)' \
  lua/tools/run-tests

test: ## the tests on every Lua found (or on LUA=), in a few minutes
	+@$(RUN_TESTS) short

test-all: ## the whole matrix: every Lua, kernel, build, emulator; long sweeps
	+@$(RUN_TESTS) full

# The ancestor's verbs.
test2: ## the classic calls: fleece.json and fleece.size
	+@$(RUN_TESTS) unit:classic

check: test

unit-test: ## the unit tests: basic, parameters, escapes, complex
	+@$(RUN_TESTS) unit:basic unit:parameters unit:escapes unit:complex

basic-unit-test:
	+@$(RUN_TESTS) unit:basic

parameter-unit-test:
	+@$(RUN_TESTS) unit:parameters

escape-unit-test:
	+@$(RUN_TESTS) unit:escapes

complex-unit-test:
	+@$(RUN_TESTS) unit:complex

test-5m: ## random values encoded for five minutes
	+@$(RUN) lua/test/soak.lua 300

test-nonstop: ## random values encoded until interrupted
	+@$(RUN) lua/test/soak.lua
