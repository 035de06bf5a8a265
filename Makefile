# Fleece: the verbs.  The work is done by the scripts in lua/tools; names that programs and fingers
# remember from the ancestor are in mk/aliases.mk.

LUA ?=
LUA_INCDIR ?=
CC ?= cc
PREFIX ?= /usr/local
JOBS ?= 2
export CC GO JOBS LUA LUA_INCDIR VARIANT FUZZTIME MAKE
install uninstall: export PREFIX := $(PREFIX)
install uninstall: export DESTDIR := $(DESTDIR)

RUN = lua/tools/with-lua
# The tests are driven by Python, which is installed as Lua is where it is missing.
PYTHON = command -v python3 >/dev/null || lua/tools/get-packages python3 || exit 1
RUN_TESTS = @$(PYTHON); lua/tools/run-tests
EXAMPLE ?= examples/lua/catalogue.lua

.DEFAULT_GOAL := help
.SUFFIXES:
.PHONY: help run run-go test test-all go-test fuzz-go mutants lint layers format rockspec build env clean \
  install uninstall dist bench bench-peers floor bench-go bench-data

help: ## print this list
	@sed -n 's/^\([a-z0-9-]*\):[^#]*## \(.*\)/  make \1 \t\2/p' $(MAKEFILE_LIST) | expand -t 28
	@sed -n '/^# LUA=/,/^$$/s/^# /  /p' Makefile

# LUA=lua5.4         the Lua to use: a name or a path; default: the best found (test: all of them)
# LUA_INCDIR=DIR     the directory of its lua.h, if it is not in a usual place
# CC= CFLAGS= LDFLAGS=   the compiler and its flags
# PREFIX=/usr/local DESTDIR=   where make install puts things
# GO=                the go command, if it is not in a usual place
# JOBS=2             how many jobs run in parallel
# INSTALL=no         forbids installing packages

run: ## build for a Lua (installing one if there is none), then turn a data file into JSON
	+@lua/tools/run-example $(EXAMPLE)

run-go: ## generate for the Go example, build it, and convert a real document
	@go/tools/run-go

test: ## the tests on every Lua found (or on LUA=) and of the Go half, in a few minutes
	+$(RUN_TESTS) short

test-all: ## the whole matrix: every Lua, kernel, build, emulator; long sweeps
	+$(RUN_TESTS) full

go-test: ## the tests of the Go half (they are part of make test, too)
	+$(RUN_TESTS) go

fuzz-go: ## Go's fuzzer on every target of the Go half, FUZZTIME=20m each; TARGETS= for some
	@go/tools/fuzz $(TARGETS)

mutants: ## seeded faults in the C sources: does a test notice each?  MUTANTS="--only NAME"
	@$(PYTHON); lua/test/run-mutants $(MUTANTS)

lint: ## formatting, warnings, C++, static analysis, scripts, version, exports, layers
	+$(RUN_TESTS) lint

layers: ## does every source keep to its layer?
	@lua/tools/lint layers

format: ## format every C file in place (clang-format 14)
	@lua/tools/lint format -f

rockspec: ## regenerate packaging/*.rockspec from the tree
	@rm -f packaging/*.rockspec
	@lua/tools/make-rockspec > packaging/fleece-$$(tr -d - < VERSION)-1.rockspec

build: ## build/<tag>/fleece.so for LUA=
	+@lua/tools/build-module '$(LUA)' '$(LUA_INCDIR)'

env: ## print the export lines with which LUA= finds the built module (use: make -s env)
	+@lua/tools/build-module -e -q '$(LUA)' '$(LUA_INCDIR)'

clean: ## remove build/
	rm -rf build

install: ## put module, Lua files, command and manual page under PREFIX= (DESTDIR= in front)
	+@lua/tools/install-module install

uninstall: ## remove what make install put there
	@lua/tools/install-module uninstall

dist: ## build/dist/fleece-VERSION.tar.gz of the committed tree, and its rockspec
	@lua/tools/make-dist

bench: floor ## compare every workload with every library found, and the targets; BENCH_FLAGS=--help
	+@$(RUN) bench/run.lua bench $(BENCH_FLAGS)

bench-peers: ## build the fastest peers for every Lua found (or LUA=), from LuaRocks or PEERS_SRC=DIR
	@bench/peers/build $(if $(LUA),'$(LUA)' '$(LUA_INCDIR)')

floor: ## build the floors: the same work through Lua's public API
	+@found=$$(lua/tools/find-lua -isq '$(LUA)' '$(LUA_INCDIR)') && eval "$$found" && \
	  $(MAKE) -s --no-print-directory -C bench floor LUA="$$lua" LUA_INCDIR="$$lua_incdir"

bench-go: ## compare the Go half with every JSON package for Go, on typed documents
	@bench/go/run $(BENCH_FLAGS)

bench-data: ## fetch the documents of the benches into bench/data (needs Go)
	@bench/get-data

include mk/aliases.mk
