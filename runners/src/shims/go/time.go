// Becomes part of package time for the length of a build: counts functions that are still to be called, and lets a
// process that makes many runs look up the local time zone anew.

package time

import (
	"sync"
	"sync/atomic"
)

var mutscorePending int32

func mutscoreAdd(count int32) { atomic.AddInt32(&mutscorePending, count) }

// MutscoreTimers is how many functions given to AfterFunc were neither called nor stopped.
func MutscoreTimers() int { return int(atomic.LoadInt32(&mutscorePending)) }

func (t *Timer) mutscoreStop() bool {
	active := t.mutscoreStopped()
	if active && t.C == nil {
		mutscoreAdd(-1)
	}
	return active
}

func (t *Timer) mutscoreReset(d Duration) bool {
	active := t.mutscoreStarted(d)
	if !active && t.C == nil {
		mutscoreAdd(1)
	}
	return active
}

// MutscoreLocal tells whether the local time zone was looked up.
func MutscoreLocal() bool { return localLoc.name != "" }

// MutscoreForgetLocal makes it unknown again.
func MutscoreForgetLocal() {
	localOnce = sync.Once{}
	localLoc = Location{}
}
