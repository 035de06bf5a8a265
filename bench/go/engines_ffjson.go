// SPDX-License-Identifier: MIT

package main

func optionalEngines() []engine { return nil }
