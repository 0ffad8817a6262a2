// Becomes part of a copy of package godog: one process that makes many runs, one after the other.
//
// It has come to where a suite runs as any run would, with number 0 and no scenario. From there each order sets the
// number of a mutant and runs a scenario with initialisers and hooks of its own. After each the process has to be as it
// was (hook_state.go, hook_world.go), or it makes no further run.

package godog

import (
	"context"
	"encoding/json"
	"flag"
	"log"
	"os"
	"reflect"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/cucumber/godog/internal/storage"
)

const mutscoreNumber = "MUTSCORE_MUTANT"

// What all runs of this process need to know.
type mutscoreServing struct {
	Compared [][2]uintptr `json:"compared"`
	Restored [][2]uintptr `json:"restored"`
	Module   string       `json:"module"`
}

// A run that is asked for.
type mutscoreOrdered struct {
	Feature string  `json:"feature"`
	Line    int64   `json:"line"`
	Rows    []int64 `json:"rows"`
	Strip   bool    `json:"strip"`
	Number  int     `json:"number"`
}

// What is told behind a run: why it is the last one here, if it is, and what it took.
type mutscoreAfter struct {
	Changed string `json:"changed"`
	CpuUs   int64  `json:"cpu_us"`
	PeakKib int64  `json:"peak_kib"`
}

// Tells where each pickle of a suite stands.
func (m *mutscoreRun) list(r *runner) {
	type place struct {
		Feature string `json:"feature"`
		Line    int64  `json:"line"`
		Row     int64  `json:"row"`
	}
	places := []place{}
	for _, feature := range r.features {
		index, path := m.index(feature.GherkinDocument), mutscorePath(feature.Uri)
		for _, pickle := range feature.Pickles {
			line, row := index.place(pickle.AstNodeIds)
			places = append(places, place{path, line, row})
		}
	}
	m.tell("places", places)
}

// Whether this is the suite that is to be served from.
func (m *mutscoreRun) isServed() bool {
	m.suites++
	return m.suites-1 == m.Suite
}

func (m *mutscoreRun) serve(r *runner) {
	m.paths = map[string]string{}
	m.known = map[*GherkinDocument]*mutscoreIndex{}
	var about mutscoreServing
	if !m.hear(&about) {
		return
	}
	state := mutscoreNewState(about.Module)
	why := m.captures(r, state)
	if why == "" {
		why = m.company()
	}
	variables := append(testing.MutscoreVariables, mutscoreStandard()...)
	kept := mutscoreNewKept(state)
	state.kept = kept
	before, opaque := state.of(variables)
	state.kept = nil
	sums, saved := state.sums, mutscoreSave(testing.MutscoreVariables)
	if why == "" {
		why = opaque
	}
	world := m.world(&about)
	test := testing.MutscoreRemember(r.testingT)
	m.tell("serves", why)
	for {
		var next mutscoreOrdered
		if !m.hear(&next) {
			return
		}
		m.buffer = []byte{}
		chosen, steps, rows := m.afresh(r, next)
		pickles := state.pickles(chosen)
		spent, _ := mutscoreSpent()
		mutscoreSelect(next.Number)
		m.suite(chosen, steps, rows)
		mutscoreSelect(0)
		used, peak := mutscoreSpent()
		after := mutscoreAfter{CpuUs: used - spent, PeakKib: peak}
		after.Changed = world.changed(m)
		now, opaque := state.of(variables)
		if now != before || opaque != "" {
			// What is still not as it was then shows in the second fingerprint.
			saved.restore()
			kept.putBack(state.tables)
			now, opaque = state.of(variables)
		}
		pools, found := state.pools, state.sums
		switch {
		case after.Changed != "":
		case opaque != "":
			after.Changed = opaque
		case now != before:
			after.Changed = "variables of the project (" + mutscoreUnlike(variables, sums, found) + ")"
		case pickles != state.pickles(chosen):
			after.Changed = "the scenario itself"
		case !test.Restore():
			after.Changed = "the test that runs the suite"
		}
		if pools {
			// What was put back into a pool is gone after two collections.
			mutscoreCollect()
		}
		m.tell("after", after)
		m.flush()
		if after.Changed != "" {
			// Nothing of the project is to run any more.
			os.Exit(0)
		}
	}
}

// The next order; false once nobody gives any.
func (m *mutscoreRun) hear(into interface{}) bool {
	// Read in the kernel, on this goroutine: the run time still sees when all of them wait for each other.
	var line []byte
	for {
		var letter [4096]byte
		count, err := syscall.Read(m.heard, letter[:])
		if err == syscall.EINTR {
			continue
		}
		if err != nil || count <= 0 {
			return false
		}
		line = append(line, letter[:count]...)
		if line[len(line)-1] == '\n' {
			return json.Unmarshal(line, into) == nil
		}
	}
}

// What a run finds that is the first one of its process.
func (m *mutscoreRun) afresh(r *runner, next mutscoreOrdered) (*runner, int, []int64) {
	m.Feature, m.Line, m.Rows, m.Strip = next.Feature, next.Line, next.Rows, next.Strip
	m.begun, m.failed, m.inSuite = false, false, false
	m.open, m.next, m.nextStep, m.step = nil, nil, nil, nil
	chosen := *r
	chosen.storage = storage.NewStorage()
	steps, rows := m.choose(&chosen)
	return &chosen, steps, rows
}

// Why the suite's own functions could carry something from run to run.
func (m *mutscoreRun) captures(r *runner, state *mutscoreState) string {
	switch {
	case !state.isStatic(r.testSuiteInitializer), !state.isStatic(r.scenarioInitializer):
		return "an initialiser of the suite has captured variables"
	case r.defaultContext != nil && r.defaultContext != context.Background() && r.defaultContext != context.TODO():
		return "the suite has a context of its own"
	}
	return ""
}

// A fingerprint of the scenarios themselves: steps are handed their tables.
func (s *mutscoreState) pickles(r *runner) uint64 {
	var sum uint64
	for _, feature := range r.features {
		for place := range feature.Pickles {
			one := []testing.MutscoreVariable{{Name: "a scenario", Pointer: &feature.Pickles[place]}}
			hash, _ := s.of(one)
			sum += hash
		}
	}
	return sum
}

// Has the functions of the module run as mutant `number`. The programs that it starts see the number too.
func mutscoreSelect(number int) {
	for _, one := range testing.MutscoreNumbers {
		*one = number
	}
	if number == 0 {
		os.Unsetenv(mutscoreNumber)
	} else {
		os.Setenv(mutscoreNumber, strconv.Itoa(number))
	}
}

// What this process has used so far, and its greatest size in KiB.
func mutscoreSpent() (int64, int64) {
	var used syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return (used.Utime.Nano() + used.Stime.Nano()) / 1000, used.Maxrss
}

// The values of variables themselves, without what they point to: those that everybody shares get no more back.
type mutscoreSaved []struct{ variable, value reflect.Value }

func mutscoreSave(variables []testing.MutscoreVariable) mutscoreSaved {
	var saved mutscoreSaved
	for _, one := range variables {
		variable := reflect.ValueOf(one.Pointer).Elem()
		if mutscoreFixed(variable.Type()) {
			continue
		}
		value := reflect.New(variable.Type()).Elem()
		value.Set(variable)
		saved = append(saved, struct{ variable, value reflect.Value }{variable, value})
	}
	return saved
}

// Whether values of a type must not be copied: others know of the place where such a pool lies.
func mutscoreFixed(of reflect.Type) bool {
	switch of.Kind() {
	case reflect.Array:
		return mutscoreFixed(of.Elem())
	case reflect.Struct:
		special := mutscoreSpecial(of)
		fixed := special == "sync.Pool" || special == "sync.Map" || mutscoreIsOnce(of)
		for place := 0; !fixed && place < of.NumField(); place++ {
			fixed = mutscoreFixed(of.Field(place).Type)
		}
		return fixed
	}
	return false
}

func (s mutscoreSaved) restore() {
	for _, one := range s {
		one.variable.Set(one.value)
	}
}

// What everybody's code shares in the standard library, and may change.
func mutscoreStandard() []testing.MutscoreVariable {
	return []testing.MutscoreVariable{
		{Name: "time.Local", Pointer: &time.Local, Lenient: true},
		{Name: "log.Default", Pointer: log.Default(), Lenient: true},
		{Name: "flag.CommandLine", Pointer: &flag.CommandLine, Lenient: true},
		{Name: "os.Args", Pointer: &os.Args, Lenient: true},
		{Name: "os.Stdin", Pointer: &os.Stdin, Lenient: true},
		{Name: "os.Stdout", Pointer: &os.Stdout, Lenient: true},
		{Name: "os.Stderr", Pointer: &os.Stderr, Lenient: true},
	}
}
