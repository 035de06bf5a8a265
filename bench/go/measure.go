// SPDX-License-Identifier: MIT

package main

import (
	"runtime"
	"slices"
	"time"
)

// This file measures time. Rounds are interleaved: each round runs every engine once and starts with a
// different one. A figure is the median over the rounds. On one processor the clock is the process's processor
// time, so that other programs disturb it less; on several processors it is wall time.

// figure is one measurement of one engine: the median, the minimum and the maximum over the rounds.
type figure struct {
	ns, least, most float64 // per repetition
	work            float64 // processor time per repetition, summed over all processors
	bytes, allocs   float64 // per repetition
	n               int     // repetitions in a sample
	samples         []float64
}

// sample does n repetitions. It collects garbage first, so that the garbage of earlier runs does not count.
func sample(run func(n int), n int, clock func() time.Duration) (ns, work, bytes, allocs float64) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	start, working := clock(), processorTime()
	run(n)
	took, worked := clock()-start, processorTime()-working
	runtime.ReadMemStats(&after)
	count := float64(n)
	return float64(took.Nanoseconds()) / count, float64(worked.Nanoseconds()) / count, float64(after.TotalAlloc-before.TotalAlloc) / count, float64(after.Mallocs-before.Mallocs) / count
}

// calibrate finds the number of repetitions for which a sample takes as long as lasting.
func calibrate(run func(n int), lasting time.Duration, clock func() time.Duration) int {
	for n := 1; ; n *= 2 {
		start := clock()
		run(n)
		if took := clock() - start; took >= lasting/4 || n >= 1<<24 {
			return max(1, int(float64(n)*float64(lasting)/float64(max(took, 1))))
		}
	}
}

// measure runs all functions in interleaved rounds.
func measure(runs []func(n int), rounds int, lasting time.Duration, clock func() time.Duration) []figure {
	figures := make([]figure, len(runs))
	for i, run := range runs {
		run(2) // for what is compiled or cached on first use
		figures[i].n = calibrate(run, lasting, clock)
	}
	works, bytes, allocs := make([][]float64, len(runs)), make([][]float64, len(runs)), make([][]float64, len(runs))
	for round := range rounds {
		for k := range runs {
			i := (k + round) % len(runs)
			ns, w, b, a := sample(runs[i], figures[i].n, clock)
			figures[i].samples = append(figures[i].samples, ns)
			works[i] = append(works[i], w)
			bytes[i], allocs[i] = append(bytes[i], b), append(allocs[i], a)
		}
	}
	for i := range figures {
		f := &figures[i]
		f.ns, f.work, f.bytes, f.allocs = median(f.samples), median(works[i]), median(bytes[i]), median(allocs[i])
		f.least, f.most = slices.Min(f.samples), slices.Max(f.samples)
	}
	return figures
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
