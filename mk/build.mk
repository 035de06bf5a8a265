# build.mk: the module, and the lines with which a Lua finds it.
.PHONY: build env clean linux linux-64 linux-asm linux-64-asm macosx macosx-asm

BUILD = MAKE='$(MAKE)' JOBS='$(JOBS)' VARIANT='$(VARIANT)' lua/tools/build-module

build: ## build/<tag>/fleece.so for LUA= (a name or a path; default: the best Lua found)
	+@$(BUILD) '$(LUA)' '$(LUA_INCDIR)'

env: ## print the export lines with which LUA= finds the built module (use: make -s env)
	+@$(BUILD) -e -q '$(LUA)' '$(LUA_INCDIR)'

clean: ## remove build/
	rm -rf build

# The ancestor's platform verbs.  One binary serves every CPU, so that the -asm and -64
# forms build the same module.
linux linux-64 linux-asm linux-64-asm macosx macosx-asm: build
