# ctest.mk: the C unit tests, each lua/test/c/test_*.c one cmocka program, linked with the layers
# and consumers that call no function of Lua (its headers they need); and the fuzzers' standalone runners.  Called by run-tests.

CC ?= cc
OUT ?= build/ctest
CFLAGS ?= -O2
ifeq ($(LUA_INCDIR),)
LUA_INCDIR = $(shell eval "$$(lua/tools/find-lua -qs "$(LUA)")" && echo "$$lua_incdir")
endif
# Debian's lua.h includes a header from there, which cross compilers do not look into.
HOST_MULTIARCH := $(shell gcc -print-multiarch 2>/dev/null)
TEST_CFLAGS := -DFJ_KERNELS_ONLY -std=gnu99 -g -fvisibility=hidden -Ilua/src -Ilua/test/c -I$(LUA_INCDIR) -idirafter /usr/include/$(HOST_MULTIARCH) $(CFLAGS) $(TEST_FLAGS)

# isa/ without what it binds of enc/ and dec/, which call Lua.
LIB_SRC := $(sort $(wildcard lua/src/core/*.c lua/src/simd/*.c lua/src/isa/*.c) \
  $(patsubst %,lua/src/dec/fj_%.c,check dec find keys rewrite))
LIB_OBJ := $(LIB_SRC:%.c=$(OUT)/obj/%.o)
TESTS := $(patsubst lua/test/c/%.c,$(OUT)/%,$(sort $(wildcard lua/test/c/test_*.c)))
FUZZ := $(patsubst lua/fuzz/%.c,$(OUT)/%,$(sort $(wildcard lua/fuzz/fuzz_*.c)))
# What several tests share, linked into each.
SHARED_OBJ := $(patsubst %.c,$(OUT)/obj/%.o,$(filter-out lua/test/c/test_%,$(wildcard lua/test/c/*.c)))
DRIVER_OBJ := $(patsubst %.c,$(OUT)/obj/%.o,$(filter-out lua/fuzz/fuzz_%,$(wildcard lua/fuzz/*.c)))

.PHONY: tests fuzzers
tests: $(TESTS)
fuzzers: $(FUZZ)

.SECONDARY:
$(OUT)/test_%: $(OUT)/obj/lua/test/c/test_%.o $(SHARED_OBJ) $(LIB_OBJ)
	$(CC) $(TEST_CFLAGS) $(LDFLAGS) -o $@ $^ $(TEST_LIBS) -lm

$(OUT)/fuzz_%: $(OUT)/obj/lua/fuzz/fuzz_%.o $(DRIVER_OBJ) $(LIB_OBJ)
	$(CC) $(TEST_CFLAGS) $(LDFLAGS) -o $@ $^ -lm

$(OUT)/obj/%.o: %.c $(OUT)/obj/flags
	@mkdir -p $(@D)
	$(CC) $(TEST_CFLAGS) -MMD -MP -c -o $@ $<

FLAGS_NOW := $(CC) $(TEST_CFLAGS) | $(LDFLAGS) $(TEST_LIBS) | $(LIB_SRC)
$(OUT)/obj/flags: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' '$(FLAGS_NOW)' | cmp -s - $@ || printf '%s\n' '$(FLAGS_NOW)' > $@

.PHONY: FORCE
FORCE:

-include $(patsubst %.o,%.d,$(LIB_OBJ) $(SHARED_OBJ) $(DRIVER_OBJ) \
  $(TESTS:$(OUT)/%=$(OUT)/obj/lua/test/c/%.o) $(FUZZ:$(OUT)/%=$(OUT)/obj/lua/fuzz/%.o))
