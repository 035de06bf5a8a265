# install.mk: module, Lua files, command and manual page for one Lua; packages.
# PREFIX=/usr/local, DESTDIR= for packagers.
.PHONY: install uninstall dist

install: ## put module, Lua files, command and manual page under PREFIX= (DESTDIR= in front)
	+@MAKE='$(MAKE)' JOBS='$(JOBS)' LUA='$(LUA)' LUA_INCDIR='$(LUA_INCDIR)' \
	  PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' lua/tools/install-module install

uninstall: ## remove what make install put there
	@LUA='$(LUA)' LUA_INCDIR='$(LUA_INCDIR)' \
	  PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' lua/tools/install-module uninstall

dist: ## build/dist/fleece-VERSION.tar.gz of the committed tree, and its rockspec
	@lua/tools/make-dist
