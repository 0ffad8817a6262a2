// Becomes part of package testing for the length of a build: tells when a test fails or is skipped behind godog's
// back, and keeps what an observed run calls and covers.

package testing

import (
	"errors"
	"os"
	"runtime"
	"strings"
	"sync"
)

// MutscoreFailed is called when a test is marked as failed: by somebody, or since its goroutine has ended.
var MutscoreFailed func(ended bool)

// MutscoreSkipped is called when a test is marked as skipped.
var MutscoreSkipped func()

func mutscoreFail() {
	if MutscoreFailed == nil {
		return
	}
	var pcs [1]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs[:])])
	caller, _ := frames.Next()
	// A test fails together with the one that it is part of; once is enough.
	if caller.Function != "testing.(*common).Fail" {
		MutscoreFailed(strings.HasPrefix(caller.Function, "testing.tRunner"))
	}
}

func mutscoreSkip() {
	if MutscoreSkipped != nil {
		MutscoreSkipped()
	}
}

var (
	mutscoreLock    sync.Mutex
	mutscoreRoot    string
	mutscoreCallers map[string]bool
	mutscoreKind    = "hook"
	mutscoreCalls   = map[string]map[string]bool{}
)

// MutscoreScope says where the project is and which of its files are the test code whose calls count.
func MutscoreScope(root string, callers []string) {
	mutscoreLock.Lock()
	defer mutscoreLock.Unlock()
	mutscoreRoot = root
	mutscoreCallers = map[string]bool{}
	for _, caller := range callers {
		mutscoreCallers[root+caller] = true
	}
}

// MutscoreKind says what kind of step runs from now on.
func MutscoreKind(kind string) {
	mutscoreLock.Lock()
	mutscoreKind = kind
	mutscoreLock.Unlock()
}

// MutscoreEntered is called at the start of every exported function of an observed build.
func MutscoreEntered(name string) {
	mutscoreLock.Lock()
	defer mutscoreLock.Unlock()
	if mutscoreCallers == nil || mutscoreCalls[name][mutscoreKind] {
		return
	}
	var pcs [24]uintptr
	// Above this function stand the package's own way here, the function that was entered, and its caller.
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs[:])])
	for place := 0; ; place++ {
		frame, more := frames.Next()
		if place >= 3 && strings.HasPrefix(frame.File, mutscoreRoot) {
			if mutscoreCallers[frame.File] {
				if mutscoreCalls[name] == nil {
					mutscoreCalls[name] = map[string]bool{}
				}
				mutscoreCalls[name][mutscoreKind] = true
			}
			return
		}
		if !more {
			return
		}
	}
}

// MutscoreCalls gives what was called so far: name to kinds of steps.
func MutscoreCalls() map[string][]string {
	mutscoreLock.Lock()
	defer mutscoreLock.Unlock()
	all := map[string][]string{}
	for name, kinds := range mutscoreCalls {
		for kind := range kinds {
			all[name] = append(all[name], kind)
		}
	}
	return all
}

// MutscoreCover writes the cover profile as it is now.
func MutscoreCover(profile, folder string) error {
	if /*MUTSCORE cover*/ cover.tearDown == nil {
		return errors.New("this build counts nothing")
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	words, err := /*MUTSCORE cover*/ cover.tearDown(profile, folder)
	if err != nil {
		return errors.New(words + ": " + err.Error())
	}
	return nil
}
