# module.mk: compiles every lua/src/*/*.c into OUT/fleece.so against LUA_INCDIR.
# Called by lua/tools/build-module, which knows both; one OUT for one Lua and variant.

CC ?= cc
OUT ?= $(error module.mk is called by lua/tools/build-module)
OS := $(shell uname -s)

SRC := $(sort $(wildcard lua/src/*/*.c))
OBJ := $(SRC:lua/src/%.c=$(OUT)/obj/%.o)

CFLAGS ?= -O2
FJ_CFLAGS := -fPIC -std=gnu99 -fvisibility=hidden -Ilua/src -I'$(LUA_INCDIR)'

ifeq ($(OS),Darwin)
SHARED := -bundle -undefined dynamic_lookup
else
SHARED := -shared
endif

# -- Variants: builds that tests ask for ------------------------------------------------
ifeq ($(VARIANT),asan)
VARIANT_FLAGS := -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined \
  -fno-sanitize-recover=all
else ifeq ($(VARIANT),debug)
VARIANT_FLAGS := -O0 -g
else ifeq ($(VARIANT),coverage)
VARIANT_FLAGS := -O0 -g --coverage
else ifneq ($(VARIANT),)
VARIANT_FLAGS := $(VARIANT_CFLAGS)
endif

ALL_CFLAGS := $(FJ_CFLAGS) $(CFLAGS) $(VARIANT_FLAGS)
FLAGS_NOW := $(CC) $(ALL_CFLAGS) | $(LDFLAGS) $(LDLIBS) | $(SRC)

.PHONY: module
module: $(OUT)/fleece.so

# Linked under another name first: a running program keeps the old file, and an
# interrupted link leaves no half module behind.
$(OUT)/fleece.so: $(OBJ) $(OUT)/obj/flags
	$(CC) $(SHARED) $(VARIANT_FLAGS) $(LDFLAGS) -o $@.new $(OBJ) $(LDLIBS)
	mv -f $@.new $@

$(OUT)/obj/%.o: lua/src/%.c $(OUT)/obj/flags
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

# Changed flags or a changed list of sources rebuild.
$(OUT)/obj/flags: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' '$(subst ','\'',$(FLAGS_NOW))' | cmp -s - $@ || \
	  printf '%s\n' '$(subst ','\'',$(FLAGS_NOW))' > $@

.PHONY: FORCE
FORCE:

-include $(OBJ:.o=.d)
