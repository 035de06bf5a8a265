# run.mk: the main job on real input, and any program with the built module.
.PHONY: run

RUN = MAKE='$(MAKE)' JOBS='$(JOBS)' LUA='$(LUA)' LUA_INCDIR='$(LUA_INCDIR)' lua/tools/with-lua
EXAMPLE ?= examples/lua/catalogue.lua

run: ## build for a Lua (installing one if there is none), then turn a data file into JSON
	+@MAKE='$(MAKE)' JOBS='$(JOBS)' LUA='$(LUA)' LUA_INCDIR='$(LUA_INCDIR)' \
	  lua/tools/run-example $(EXAMPLE)
