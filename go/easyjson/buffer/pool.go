// SPDX-License-Identifier: MIT

package buffer

import "sync"

// This file pools chunks for reuse. A chunk's capacity never changes while it is pooled. It is one of
// PooledSize, 2 PooledSize, 4 PooledSize … MaxSize, and each size has its own sync.Pool. A pool holds pointers
// to slices, which are allocated once, together with the chunk, so returning a chunk allocates nothing.

// PoolConfig controls how chunks are allocated and which ones are reused. All sizes are in bytes.
type PoolConfig struct {
	StartSize  int // Capacity of a buffer's first chunk; each later chunk has twice the capacity of the previous one.
	PooledSize int // Least capacity worth pooling; smaller chunks are left to the garbage collector.
	MaxSize    int // Capacity at which chunks stop growing.
}

var (
	config = PoolConfig{StartSize: 128, PooledSize: 512, MaxSize: 32768}
	pools  = poolsFor(config)
)

// Init sets the allocation strategy. Call it before anything is written, from one goroutine.
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

// take returns an empty chunk with capacity size. *home is the chunk itself; pass home to give to return it.
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

// give returns a chunk to its pool. The caller must no longer hold a slice of it.
func give(home *[]byte) {
	if home == nil {
		return
	}
	if pool := pools[cap(*home)]; pool != nil {
		pool.Put(home)
	}
}
