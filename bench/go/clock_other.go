// SPDX-License-Identifier: MIT

//go:build !unix

package main

import "time"

var started = time.Now()

// processorTime is the wall's time, where the system's own is not at hand.
func processorTime() time.Duration { return time.Since(started) }
