package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"syscall"
	"time"
	"unsafe"
)

// What a build has left (the engine writes it beside the binaries).
type ready struct {
	Binaries []program `json:"binaries"`
}

type program struct {
	Dir      string   `json:"dir"`
	Tests    string   `json:"tests"`
	Features []string `json:"features"`
	File     string   `json:"file"`
	Refused  string   `json:"refused"`
	Alone    string   `json:"alone"`
	Foreign  *foreign `json:"foreign"`
}

// How near a program is to a feature.
func (p *program) nearness(feature string) int { return nearness(feature, p.Dir, p.Features) }

func readBuilt(folder string) (*ready, error) {
	text, err := os.ReadFile(filepath.Join(folder, "build.json"))
	if err != nil {
		return nil, err
	}
	found := &ready{}
	return found, json.Unmarshal(text, found)
}

// What came of a scenario: an end, or how the process ended without one.
type result struct {
	done    *end
	watched *watched
	trouble string
}

// Runs a scenario in the package that has it. The nearest is asked first: the others are other suites' as a rule.
func runScenario(asked *request, one *job, load, wall time.Duration, forward bool, told func(*event)) *result {
	found, err := readBuilt(one.Built)
	if err != nil {
		return &result{trouble: err.Error()}
	}
	binaries := found.Binaries
	sort.SliceStable(binaries, func(a, b int) bool {
		return binaries[a].nearness(one.Scenario.Feature) > binaries[b].nearness(one.Scenario.Feature)
	})
	refused := ""
	var passedBy, broken *result
	for _, binary := range binaries {
		if binary.Refused != "" {
			if refused == "" {
				refused = binary.Refused
			}
			continue
		}
		it := start{
			binary: filepath.Join(one.Built, binary.File), dir: folderOf(asked.Root, binary.Dir), tests: binary.Tests, args: asked.Args,
			number: one.Number, cpu: one.Cpu, memory: asked.Memory, wall: wall, load: load, forward: forward, told: told,
			order: order{Mode: "run", Root: asked.Root, Feature: one.Scenario.Feature, Line: one.Scenario.Line,
				Rows: one.Scenario.Rows, Strip: one.Strip, Token: asked.Token, Callers: asked.Callers, Waits: told != nil},
		}
		came := attempt(asked, one, it)
		switch {
		case came.trouble != "" || came.watched.suites > 0 || came.watched.timedOut:
			return came
		case came.watched.seen > 0:
			passedBy = came
		case broken == nil:
			broken = came
		}
	}
	switch {
	case refused != "":
		return &result{done: &end{Outcome: "build-failure", Detail: "syntax", Note: refused}}
	case passedBy != nil:
		passedBy.done = &end{Outcome: "binding-failure", Detail: "nothing-run",
			Note: "no suite has this scenario: " + passedBy.watched.tail, CpuUs: passedBy.watched.cpuUs}
		return passedBy
	case broken != nil:
		return broken
	}
	return &result{done: &end{Outcome: "build-failure", Detail: "load", Note: "no package has tests that start a suite of godog"}}
}

// How many folders of a feature's path a package shares; one whose tests speak of the file is nearer than any other.
func nearness(feature, dir string, named []string) int {
	count := 0
	for _, name := range named {
		if strings.HasSuffix(feature, "/"+name) || feature == name {
			count = 1000
		}
	}
	parts := strings.Split(dir, "/")
	for place, part := range strings.Split(feature, "/") {
		if place >= len(parts) || parts[place] != part {
			break
		}
		count++
	}
	return count
}

func attempt(asked *request, one *job, it start) *result {
	var loaded, outside map[string][]int
	if one.Observe {
		profiles, err := os.MkdirTemp("", "observed")
		if err != nil {
			return &result{trouble: err.Error()}
		}
		defer os.RemoveAll(profiles)
		first := it
		first.told = nil
		first.order.Mode, first.order.Profile = "load", filepath.Join(profiles, "load")
		// And to its end: what a process covers in which no scenario runs.
		first.args = append([]string{"-test.coverprofile=" + filepath.Join(profiles, "end")}, it.args...)
		before, err := watch(first)
		if err != nil {
			return &result{trouble: err.Error()}
		}
		if before.seen == 0 {
			return &result{watched: before}
		}
		if loaded, err = linesOf(asked, first.order.Profile); err != nil {
			return &result{trouble: "no profile of loading: " + err.Error()}
		}
		// Not known where the process ends before its profile is written.
		outside, _ = linesOf(asked, filepath.Join(profiles, "end"))
		it.order.Profile = filepath.Join(profiles, "run")
	}
	came, err := watch(it)
	if err != nil {
		return &result{trouble: err.Error()}
	}
	done := came.end(one)
	if done != nil && one.Observe && done.Outcome == "pass" {
		all, err := linesOf(asked, it.order.Profile)
		if err != nil {
			return &result{trouble: fmt.Sprintf("no profile: %v %v", err, came.events)}
		}
		done.Observation = map[string]interface{}{
			"coverage": map[string]interface{}{"run": without(all, loaded), "load": loaded},
			"calls":    came.calls,
			"outside":  outside,
		}
	}
	return &result{done: done, watched: came}
}

// The end of a run in which a suite had the scenario; nil where the process did not come to tell one.
func (w *watched) end(one *job) *end {
	finish := func(done end) *end {
		done.Begun = w.step != nil
		done.CpuUs = w.cpuUs
		return &done
	}
	switch {
	case w.bad != nil:
		return finish(*w.bad)
	case w.timedOut || w.suites == 0:
		return nil
	case w.open > 0 && w.outOfMemory():
		return finish(end{Outcome: "execution-failure", Detail: "out-of-memory", Step: w.step})
	case w.open > 0:
		return nil
	case w.outside != nil:
		return finish(*w.outside)
	}
	wanted := one.Scenario.Rows
	if len(wanted) == 0 {
		wanted = []int64{one.Scenario.Line}
	}
	for _, row := range wanted {
		if !w.rows[row] {
			return finish(end{Outcome: "binding-failure", Detail: "nothing-run", Note: fmt.Sprintf("line %d was not run", row)})
		}
	}
	return finish(end{Outcome: "pass"})
}

// One run in a sandbox of its own: its record goes to the engine line by line, and its way to end is taken over.
func cold(engine io.Writer, asked *request) {
	adoptOrphans()
	tell := func(what string, value interface{}) {
		text, _ := json.Marshal(map[string]interface{}{what: value})
		io.WriteString(engine, "\n"+asked.Token+string(text)+"\n")
	}
	asked.Job.Built, asked.Job.Number = asked.Built, asked.Number
	tell("begins", true)
	loaded := false
	came := runScenario(asked, asked.Job, 0, 0, true, func(one *event) {
		switch {
		case one.Suite != nil && !loaded:
			loaded = true
			tell("loaded", 0)
		case one.Step != nil:
			tell("step", one.Step)
		}
	})
	switch {
	case came.trouble != "":
		tell("trouble", came.trouble)
	case came.done != nil:
		tell("done", came.done)
	case came.watched.timedOut:
		dieBy(int(syscall.SIGXCPU))
	case came.watched.closed:
		dieBy(lostSignal)
	case came.watched.signal != 0:
		dieBy(came.watched.signal)
	default:
		os.Exit(came.watched.exit)
	}
}

// Ends this process by a signal, whatever the run time does with it.
func dieBy(signal int) {
	var byDefault [4]uintptr
	syscall.RawSyscall6(syscall.SYS_RT_SIGACTION, uintptr(signal), uintptr(unsafe.Pointer(&byDefault)), 0, 8, 0, 0)
	syscall.Kill(os.Getpid(), syscall.Signal(signal))
	time.Sleep(time.Second)
	os.Exit(128 + signal)
}
