-- fuzz_histories.lua — differential fuzzing of what one decode leaves behind for the next, for a given
-- time.
-- usage: lua lua/fuzz/fuzz_histories.lua [SECONDS [SEED]]     default: 60 seconds, seed from the clock
-- A difference is printed with the seed and the round that reproduce it:
--   lua lua/test/history_differ.lua SEED ROUNDS
-- Prints TAP.
-- SPDX-License-Identifier: MIT

local here = arg[0]:match("^(.*[/\\])") or "./"
package.path = here .. "../test/?.lua;" .. here .. "../lua/?.lua;" .. package.path
require("uncompiled").this()

require("fuzzing").main("history_differ", arg[1], arg[2])
