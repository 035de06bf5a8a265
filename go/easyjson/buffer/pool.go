// SPDX-License-Identifier: MIT

package buffer

import "sync"

// This file owns the chunks that are used again. A chunk's capacity never changes while it is pooled: it is one
// of PooledSize, 2 PooledSize, 4 PooledSize … MaxSize, and each size has a sync.Pool of its own. What is pooled is
// a pointer to a slice, made once with the chunk, so that handing a chunk back allocates nothing.

// PoolConfig says how chunks are allocated and which are used again. All sizes are bytes.
type PoolConfig struct {
	StartSize  int // Capacity of a buffer's first chunk; each further one is twice the one before.
	PooledSize int // Least capacity worth keeping for later; smaller chunks are left to the collector.
	MaxSize    int // Capacity at which chunks stop growing.
}

var (
	config = PoolConfig{StartSize: 128, PooledSize: 512, MaxSize: 32768}
	pools  = poolsFor(config)
)

// Init replaces the strategy of allocation. It must be called before anything is written, from one goroutine.
func Init(cfg PoolConfig) {
	config = cfg
	pools = poolsFor(cfg)
}

func poolsFor(cfg PoolConfig) map[int]*sync.Pool {
	made := map[int]*sync.Pool{}
	for size := max(cfg.PooledSize, 1); size <= cfg.MaxSize; size *= 2 {
		made[size] = new(sync.Pool)
	}
	return made
}

// take returns an empty chunk of the capacity size: *home is the chunk itself, and home goes back with give.
// home is nil for a size that is not pooled.
func take(size int) (chunk []byte, home *[]byte) {
	if size < config.PooledSize {
		return make([]byte, 0, size), nil
	}
	pool := pools[size]
	if pool == nil {
		return make([]byte, 0, size), nil
	}
	if used, _ := pool.Get().(*[]byte); used != nil {
		return *used, used
	}
	fresh := make([]byte, 0, size)
	return fresh, &fresh
}

// give hands a chunk back; the caller must hold no slice of it any more.
func give(home *[]byte) {
	if home == nil {
		return
	}
	if pool := pools[cap(*home)]; pool != nil {
		pool.Put(home)
	}
}
