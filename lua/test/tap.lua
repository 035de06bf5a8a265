-- tap.lua: TAP of programs that check thousands of things: each failure is a test, and so is the
-- number of checks that passed.  SPDX-License-Identifier: MIT

local tap = { passed = 0, failed = 0, printed = 0 }

function tap.line(good, name)
  tap.printed = tap.printed + 1
  print((good and "ok " or "not ok ") .. tap.printed .. " - " .. name:gsub("#", "\\#"):gsub("\n", "\n# "))
end

function tap.check(good, name)
  if good then
    tap.passed = tap.passed + 1
  else
    tap.failed = tap.failed + 1
    if tap.failed <= 20 then tap.line(false, name) end
  end
  return good
end

-- Never returns.
function tap.finish(name)
  tap.line(tap.failed == 0 and tap.passed > 0, ("%s: %d of %d checks"):format(name, tap.passed,
    tap.passed + tap.failed))
  print("1.." .. tap.printed)
  os.exit(tap.failed == 0 and tap.passed > 0 and 0 or 1)
end

return tap
