// Becomes part of a copy of package godog: what is told to the process above, line by line.

package godog

import (
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// What this process is to do; nothing at all if it was started by somebody else.
type mutscoreRun struct {
	Mode    string   `json:"mode"`
	Root    string   `json:"root"`
	Folder  string   `json:"-"`
	Feature string   `json:"feature"`
	Line    int64    `json:"line"`
	Rows    []int64  `json:"rows"`
	Strip   bool     `json:"strip"`
	Token   string   `json:"token"`
	Callers []string `json:"callers"`
	Profile string   `json:"profile"`
	// Whether a step waits until the engine knows of it: it may be about to end everything.
	Waits bool `json:"waits"`

	lock     sync.Mutex
	record   int
	heard    int
	identity [2]uint64
	indexes  map[*GherkinDocument]*mutscoreIndex

	// Of a process that makes many runs: which suite it is to serve, suites come to, and what stays the same.
	Suite       int `json:"suite"`
	suites      int
	buffer      []byte // what is told once the run is over, if anything is
	known       map[*GherkinDocument]*mutscoreIndex
	paths       map[string]string
	expressions mutscoreExpressions

	inSuite  bool
	begun    bool // a step has
	failed   bool
	open     *mutscoreStep // the step that is running
	next     *mutscoreStep // the step whose hooks are running
	nextStep *mutscoreStep
	step     *Step
}

// A step as the engine names it.
type mutscoreStep struct {
	Keyword string `json:"keyword"`
	Name    string `json:"name"`
	Line    int64  `json:"line"`
	Row     int64  `json:"row,omitempty"`
	kind    string
}

// How a run ended.
type mutscoreEnd struct {
	Outcome   string             `json:"outcome"`
	Detail    string             `json:"detail,omitempty"`
	Step      *mutscoreStep      `json:"failed_step,omitempty"`
	Exception *mutscoreException `json:"exception,omitempty"`
}

type mutscoreException struct {
	Class   string        `json:"class"`
	Message string        `json:"message"`
	Origin  []interface{} `json:"origin,omitempty"`
}

var mutscore = mutscoreStart()

const (
	mutscoreOrder = "MUTSCORE_ORDER"
	// The exit of a process that cannot tell its outcome any more.
	mutscoreLost = 97
)

// Memory that nobody touches. Garbage is collected when the heap has doubled: with this in it, a short run comes to its end
// before that, and one process makes many runs between two collections.
var mutscoreBallast []byte

const mutscoreBallastSize = 64 << 20

func mutscoreStart() *mutscoreRun {
	order := os.Getenv(mutscoreOrder)
	if order == "" {
		return nil
	}
	os.Unsetenv(mutscoreOrder)
	m := &mutscoreRun{}
	if json.Unmarshal([]byte(order), m) != nil {
		os.Exit(mutscoreLost)
	}
	// Out of the way of whoever counts on low numbers, and not for children.
	var limit syscall.Rlimit
	high := uintptr(200)
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) == nil && limit.Cur < 1<<20 {
		high = uintptr(limit.Cur) - 16
	}
	for descriptor, place := range []*int{&m.record, &m.heard} {
		moved, _, errno := syscall.Syscall(syscall.SYS_FCNTL, uintptr(3+descriptor), syscall.F_DUPFD_CLOEXEC, high)
		if errno != 0 {
			os.Exit(mutscoreLost)
		}
		syscall.Close(3 + descriptor)
		*place = int(moved)
	}
	mutscoreBallast = make([]byte, mutscoreBallastSize)
	m.identity = m.identify()
	m.indexes = map[*GherkinDocument]*mutscoreIndex{}
	return m
}

func (m *mutscoreRun) identify() [2]uint64 {
	var stat syscall.Stat_t
	if syscall.Fstat(m.record, &stat) != nil {
		return [2]uint64{}
	}
	return [2]uint64{uint64(stat.Dev), stat.Ino}
}

// One line: a token that no accident can spell, what it is about, and a value.
func (m *mutscoreRun) tell(what string, value interface{}) {
	m.lock.Lock()
	defer m.lock.Unlock()
	text, err := json.Marshal(map[string]interface{}{what: value})
	if err != nil || m.identify() != m.identity {
		os.Exit(mutscoreLost)
	}
	line := []byte("\n" + m.Token + string(text) + "\n")
	if m.buffer != nil {
		m.buffer = append(m.buffer, line...)
		return
	}
	m.write(line)
}

// Tells what was held back.
func (m *mutscoreRun) flush() {
	m.write(m.buffer)
	m.buffer = nil
}

func (m *mutscoreRun) write(line []byte) {
	for len(line) > 0 {
		written, err := syscall.Write(m.record, line)
		if err == syscall.EINTR {
			continue
		}
		if err != nil {
			os.Exit(mutscoreLost)
		}
		line = line[written:]
	}
}

// Tells that a step begins.
func (m *mutscoreRun) begins(step *mutscoreStep) {
	m.begun = true
	m.tell("step", step)
	if m.Waits {
		var answer [1]byte
		for {
			if _, err := syscall.Read(m.heard, answer[:]); err != syscall.EINTR {
				return
			}
		}
	}
}

// The first failure is the one that counts.
func (m *mutscoreRun) fail(step *mutscoreStep, end mutscoreEnd) {
	m.lock.Lock()
	known := m.failed
	m.failed = true
	m.lock.Unlock()
	if !known {
		end.Step = step
		m.tell("bad", end)
	}
}

// A step's goroutine has ended without a word: `runtime.Goexit`, or a test's own way to stop that was not seen.
func (m *mutscoreRun) left(step *mutscoreStep) {
	m.fail(step, mutscoreEnd{Outcome: "execution-failure", Detail: "crash",
		Exception: &mutscoreException{Class: "runtime.Goexit", Message: "the step's goroutine ended"}})
	m.open = nil
}

// Something has called Fail on a `testing.T`, which godog does not see.
func (m *mutscoreRun) testFailed(ended bool) {
	end := mutscoreEnd{Outcome: "assertion-failure",
		Exception: &mutscoreException{Class: "testing.T", Message: "Fail was called on a testing.T"}}
	switch {
	case ended && m.open != nil:
		m.left(m.open)
	case ended:
		// A panic that goes on to end the process, or a test that nobody failed.
	case m.open != nil:
		m.fail(m.open, end)
	case m.inSuite && !m.begun:
		// A hook of the suite, or what registers the steps: it does not come to a step at all.
		end.Outcome, end.Detail = "build-failure", "hook"
		m.fail(nil, end)
	case m.inSuite:
		end.Outcome, end.Detail = "execution-failure", "hook"
		m.fail(nil, end)
	default:
		// Outside of the suite: it counts only once the suite has run, and then for the whole.
		m.tell("outside", end)
	}
}

func (m *mutscoreRun) testSkipped() {
	if m.inSuite {
		m.fail(m.open, mutscoreEnd{Outcome: "binding-failure", Detail: "skipped"})
	}
}

// Writes what was observed, where that is asked for.
func (m *mutscoreRun) observed() {
	if m.Profile == "" {
		return
	}
	m.tell("calls", testing.MutscoreCalls())
	if err := testing.MutscoreCover(m.Profile, m.Profile+".d"); err != nil {
		m.tell("uncovered", err.Error())
	}
}

// What an error means that a step ended in.
//
// Go knows no assertions: a check that fails returns an error, or panics. What a step makes itself is a check; an
// error of somebody else's type, a panic of the run time or out of production code is a failure of execution.
func mutscoreClassify(err error) mutscoreEnd {
	described := &mutscoreException{Class: mutscoreType(err), Message: mutscoreCut(err.Error())}
	end := mutscoreEnd{Outcome: "assertion-failure", Exception: described}
	text := err.Error()
	var panicked *traceError
	switch {
	case errors.Is(err, ErrPending):
		end.Outcome, end.Detail = "binding-failure", "pending"
	case errors.Is(err, ErrSkip):
		end.Outcome, end.Detail = "binding-failure", "skipped"
	case errors.Is(err, ErrUndefined):
		end.Outcome, end.Detail = "binding-failure", "undefined"
	case strings.Contains(text, "before scenario hook failed: "), strings.Contains(text, "after scenario hook failed: "),
		strings.Contains(text, "before step hook failed: "):
		end.Outcome, end.Detail = "execution-failure", "hook"
	case errors.As(err, &panicked):
		described.Class = "panic"
		if !mutscorePanic(panicked, described) {
			end.Outcome = "execution-failure"
		}
	case mutscoreForeign(err, described):
		end.Outcome = "execution-failure"
	}
	return end
}

// Whether test code itself has panicked, with words of its own. Notes the innermost project frame.
func mutscorePanic(err *traceError, described *mutscoreException) bool {
	own, decided := false, false
	frames := runtime.CallersFrames(*err.stack)
	for {
		frame, more := frames.Next()
		inRuntime := strings.HasPrefix(frame.Function, "runtime.")
		if inRuntime && frame.Function != "runtime.gopanic" && !decided {
			// A nil pointer, an index, a division: the run time panics for the code below it.
			decided = true
		}
		if path, ok := mutscoreProject(frame.File); ok {
			if !decided {
				own = mutscoreTests(path)
			}
			described.Origin = []interface{}{path, frame.Line}
			return own
		}
		if !inRuntime {
			decided = true
		}
		if !more {
			return own
		}
	}
}

// Whether an error, or one that it wraps, is of a type that is neither Go's own wrapping nor the test's.
func mutscoreForeign(err error, described *mutscoreException) bool {
	if err == nil {
		return false
	}
	of := reflect.TypeOf(err)
	base := of
	if base.Kind() == reflect.Ptr {
		base = base.Elem()
	}
	switch home := base.PkgPath(); {
	case home == "errors" || home == "fmt" || home == "" || strings.HasSuffix(home, "/godog"):
	case mutscoreAssertions(home):
	default:
		file, line := mutscoreMade(of)
		path, ok := mutscoreProject(file)
		if !ok || !mutscoreTests(path) {
			described.Class = of.String()
			if ok {
				described.Origin = []interface{}{path, line}
			}
			return true
		}
	}
	switch wrapper := err.(type) {
	case interface{ Unwrap() error }:
		return mutscoreForeign(wrapper.Unwrap(), described)
	case interface{ Unwrap() []error }:
		for _, inner := range wrapper.Unwrap() {
			if mutscoreForeign(inner, described) {
				return true
			}
		}
	}
	return false
}

func mutscoreAssertions(home string) bool {
	for _, library := range []string{"github.com/stretchr/testify", "github.com/onsi/gomega", "gotest.tools", "github.com/google/go-cmp"} {
		if strings.HasPrefix(home, library) {
			return true
		}
	}
	return false
}

// Where the method `Error` of a type is written.
func mutscoreMade(of reflect.Type) (string, int) {
	for {
		if method, ok := of.MethodByName("Error"); ok {
			if function := runtime.FuncForPC(method.Func.Pointer()); function != nil {
				if file, line := function.FileLine(function.Entry()); file != "<autogenerated>" {
					return file, line
				}
			}
		}
		if of.Kind() != reflect.Ptr {
			return "", 0
		}
		of = of.Elem()
	}
}

// A file's path in the project.
func mutscoreProject(file string) (string, bool) {
	root := mutscore.Root + "/"
	if !strings.HasPrefix(file, root) {
		return "", false
	}
	return file[len(root):], true
}

func mutscoreTests(path string) bool {
	if strings.HasSuffix(path, "_test.go") {
		return true
	}
	for _, caller := range mutscore.Callers {
		if caller == path {
			return true
		}
	}
	return false
}

func mutscoreCut(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if runes := []rune(text); len(runes) > 2000 {
		return string(runes[:2000])
	}
	return text
}
