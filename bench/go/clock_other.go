// SPDX-License-Identifier: MIT

//go:build !unix

package main

import "time"

var started = time.Now()

// processorTime is wall time, because processor time is not available here.
func processorTime() time.Duration { return time.Since(started) }
