package main

import (
	"encoding/json"
	"io"
	"path/filepath"
	"syscall"
	"time"
)

// The facts of a run, as the engine takes them (results/facts.rs), and whether the view is as it was before.
type facts struct {
	Step     json.RawMessage `json:"step"`
	Done     *end            `json:"done"`
	Trouble  *string         `json:"trouble"`
	TimedOut bool            `json:"timed_out"`
	Exit     *int            `json:"exit"`
	Signal   *int            `json:"signal"`
	Memory   bool            `json:"out_of_memory"`
	WallUs   int64           `json:"wall_us"`
	CpuUs    int64           `json:"cpu_us"`
	PeakKib  int64           `json:"peak_kib"`
	Left     int             `json:"left_behind"`
	Output   string          `json:"output"`
	Wrote    string          `json:"wrote"`
	// Whether its process made runs before, or could have; why none of this build may; why this one did not.
	Shared bool   `json:"shared"`
	Alone  string `json:"alone"`
	Unlike string `json:"unlike"`
	// Nothing is known: it is to be made again, in another sandbox.
	Again bool `json:"again"`
}

// Many runs, one after the other, each a process of its own but for those that may share one. What one leaves behind is
// ended, and what it wrote is told: the engine then takes another sandbox.
func serve(engine io.ReadWriter, asked *request) error {
	adoptOrphans()
	root := asked.view
	before := map[string]map[string]bool{}
	watchedFolders := asked.Files
	for _, folder := range watchedFolders {
		before[folder] = below(folder)
	}
	knowNeighbours()
	shared := newSharing(asked)
	if err := send(engine, map[string]bool{"ready": true}); err != nil {
		return err
	}
	for {
		var next request
		if err := receive(engine, &next); err != nil {
			return nil // the engine has gone, or wants no more
		}
		one := next.Job
		// A cold run of the same slot may have led the link elsewhere.
		asked.Root = root
		if err := settle(asked); err != nil {
			return err
		}
		asked.Token = next.Token
		load := time.Duration(one.Load * float64(time.Second))
		wall := time.Duration(one.Wall * float64(time.Second))
		answer := shared.attempt(one)
		wrote := written(before)
		if answer.Done == nil && answer.Unlike != "" && wrote != "" {
			// What was tried in a shared process has written something: no view to begin again in.
			answer.Again = true
		}
		if answer.Done == nil && !answer.Again {
			tried := answer
			answer = factsOf(runScenario(asked, one, load, wall, false, nil))
			answer.Alone, answer.Unlike = tried.Alone, tried.Unlike
			wrote = written(before)
		}
		answer.Wrote = wrote
		if err := send(engine, answer); err != nil {
			return err
		}
	}
}

// A path below the watched folders that was not there before.
func written(before map[string]map[string]bool) string {
	for folder, known := range before {
		for path := range below(folder) {
			if !known[path] {
				return path
			}
		}
	}
	return ""
}

func factsOf(came *result) *facts {
	answer := &facts{Done: came.done}
	if came.trouble != "" {
		answer.Trouble = &came.trouble
	}
	w := came.watched
	if w == nil {
		return answer
	}
	answer.Step, answer.TimedOut = w.step, w.timedOut
	answer.WallUs, answer.CpuUs, answer.PeakKib = w.wallUs, w.cpuUs, w.peakKib
	answer.Left, answer.Output, answer.Memory = w.left, w.tail, w.outOfMemory()
	signal := w.signal
	if w.closed && came.done == nil {
		signal = lostSignal
	}
	if signal != 0 {
		answer.Signal = &signal
	} else {
		answer.Exit = &w.exit
	}
	return answer
}

// Everything below a folder that is on the same device: what is mounted there is not to be written to.
func below(folder string) map[string]bool {
	found := map[string]bool{}
	var top syscall.Stat_t
	if syscall.Lstat(folder, &top) != nil {
		return found
	}
	var walk func(string)
	walk = func(at string) {
		names, err := readNames(at)
		if err != nil {
			return
		}
		for _, name := range names {
			path := filepath.Join(at, name)
			var stat syscall.Stat_t
			if syscall.Lstat(path, &stat) != nil {
				continue
			}
			found[path] = true
			if stat.Mode&syscall.S_IFMT == syscall.S_IFDIR && stat.Dev == top.Dev {
				walk(path)
			}
		}
	}
	walk(folder)
	return found
}

// Answers which scenarios the suites have.
func discover(engine io.Writer, asked *request) error {
	adoptOrphans()
	type scenario struct {
		fields map[string]json.RawMessage
		rows   []int64
	}
	found, err := readBuilt(asked.Built)
	if err != nil {
		return err
	}
	refuse := func(words string) error {
		return send(engine, map[string]interface{}{"load_error": map[string]string{"note": words}})
	}
	if len(found.Binaries) == 0 {
		return refuse("no package has tests that import " + godog)
	}
	known := map[string]*scenario{}
	var all []*scenario
	for _, binary := range found.Binaries {
		if binary.Refused != "" {
			return refuse(binary.Refused)
		}
		came, err := watch(start{
			binary: filepath.Join(asked.Built, binary.File), dir: folderOf(asked.Root, binary.Dir), tests: binary.Tests, args: asked.Args,
			order: order{Mode: "discover", Root: asked.Root, Token: asked.Token, Callers: asked.Callers}, forward: true,
			load: 2 * time.Minute, memory: asked.Memory,
		})
		if err != nil {
			return err
		}
		if came.seen == 0 {
			return refuse("the tests in `" + binary.Dir + "` came to no suite: " + came.tail)
		}
		for _, one := range came.events {
			for _, raw := range one.Scenarios {
				next := &scenario{}
				if err := json.Unmarshal(raw, &next.fields); err != nil {
					return err
				}
				json.Unmarshal(next.fields["rows"], &next.rows)
				key := string(next.fields["feature"]) + string(next.fields["line"])
				before := known[key]
				if before == nil {
					known[key] = next
					all = append(all, next)
					continue
				}
				before.rows = merged(before.rows, next.rows)
				if string(before.fields["unbound"]) == "null" {
					before.fields["unbound"] = next.fields["unbound"]
				}
			}
		}
	}
	scenarios := []map[string]json.RawMessage{}
	for _, one := range all {
		rows, _ := json.Marshal(merged(nil, one.rows))
		one.fields["rows"] = rows
		scenarios = append(scenarios, one.fields)
	}
	return send(engine, map[string]interface{}{"scenarios": scenarios, "unparsable": []string{}, "load_error": nil})
}

// Both lists together, each number once, in the order of the file.
func merged(a, b []int64) []int64 {
	all := []int64{}
	for _, list := range [][]int64{a, b} {
		for _, row := range list {
			place := 0
			for place < len(all) && all[place] < row {
				place++
			}
			if place == len(all) || all[place] != row {
				all = append(all[:place], append([]int64{row}, all[place:]...)...)
			}
		}
	}
	return all
}
