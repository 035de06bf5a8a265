# Fleece: the verbs.  The work is done by mk/*.mk and the scripts in lua/tools.
#
#   LUA=        a name (lua5.4, luajit) or the path of an interpreter; default: the best found
#   LUA_INCDIR= the directory of its lua.h, when it is in no usual place
#   CC= CFLAGS= LDFLAGS= PREFIX= DESTDIR=   as everywhere
#   GO=         the go command of the Go half, when it is in no usual place
#   INSTALL=no  forbids installing packages

LUA ?=
LUA_INCDIR ?=
CC ?= cc
PREFIX ?= /usr/local
JOBS ?= 2
export CC GO

.DEFAULT_GOAL := help
.SUFFIXES:
.PHONY: help

help: ## print this list
	@sed -n 's/^\([a-z0-9-]*\):[^#]*## \(.*\)/  make \1 \t\2/p' $(MAKEFILE_LIST) | expand -t 28

include mk/run.mk
include mk/test.mk
include mk/go.mk
include mk/build.mk
include mk/bench.mk
include mk/lint.mk
include mk/install.mk
