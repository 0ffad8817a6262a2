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

// MutscoreVariable is a package variable of the module.
type MutscoreVariable struct {
	Name    string
	Pointer any
	// Functions and channels in it are taken for what they are, by their address.
	Lenient bool
}

// What the module's packages have told of themselves.
var (
	MutscoreVariables []MutscoreVariable
	MutscoreNumbers   []*int
	mutscoreSettlers  []func()
)

// MutscoreSettle notes what is to be called behind a run, before anything is compared.
func MutscoreSettle(settle func()) {
	mutscoreSettlers = append(mutscoreSettlers, settle)
}

// MutscoreSettled calls all that was noted so.
func MutscoreSettled() {
	for _, settle := range mutscoreSettlers {
		settle()
	}
}

// MutscoreKeep notes a package variable, by a pointer to it.
func MutscoreKeep(name string, pointer any, lenient bool) {
	MutscoreVariables = append(MutscoreVariables, MutscoreVariable{name, pointer, lenient})
}

// MutscoreNumber notes a package's number of the mutant that runs.
func MutscoreNumber(number *int) {
	MutscoreNumbers = append(MutscoreNumbers, number)
}

// MutscoreMarks is what a run can leave on a test that goes on.
func MutscoreMarks(t *T) uint64 {
	t.mu.RLock()
	defer t.mu.RUnlock()
	marks := uint64(len(t.cleanups))<<2 + uint64(len(t.tempDir))<<32
	if t.failed {
		marks++
	}
	if t.skipped {
		marks += 2
	}
	return marks
}

// MutscoreTest is a test in which suites run, as it was before any did.
type MutscoreTest struct {
	t     *T
	marks uint64
	names map[string]int32
	// Those that had not failed: the test, and those that it is part of.
	good []*common
}

// MutscoreRemember keeps what Restore needs.
func MutscoreRemember(t *T) *MutscoreTest {
	if t == nil {
		return nil
	}
	m := t.context.match
	m.mu.Lock()
	defer m.mu.Unlock()
	names := map[string]int32{}
	for name, count := range m.subNames {
		names[name] = count
	}
	test := &MutscoreTest{t: t, marks: MutscoreMarks(t), names: names}
	for c := &t.common; c != nil; c = c.parent {
		if !c.failed {
			test.good = append(test.good, c)
		}
	}
	return test
}

// Restore makes the test as if nothing had run in it; false if more was left on it than the failure of a subtest.
func (test *MutscoreTest) Restore() bool {
	if test == nil {
		return true
	}
	m := test.t.context.match
	m.mu.Lock()
	for name := range m.subNames {
		delete(m.subNames, name)
	}
	for name, count := range test.names {
		m.subNames[name] = count
	}
	m.mu.Unlock()
	for _, c := range test.good {
		c.mu.Lock()
		c.failed, c.sub = false, nil
		c.mu.Unlock()
	}
	return MutscoreMarks(test.t) == test.marks
}
