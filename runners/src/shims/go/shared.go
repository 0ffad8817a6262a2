package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
	"unsafe"
)

const (
	// So many processes in a row that had to be ended after their first run: the project's runs do not leave things alone.
	restless = 5
	// A process that has made so many runs is ended, so that nothing grows for ever.
	mostServed = 5000
	// A run that takes longer than this share of its limits is made again alone: it may be one that does not end.
	hasteShare = 8
	leastHaste = 200 * time.Millisecond
)

// Processes that make many runs (hook_serve.go), for the builds that a sandbox has come to run.
type sharing struct {
	asked  *request
	builds map[string][]*sharedBinary
	alive  map[string]*sharedProcess
}

// A program of a build: which suites have a scenario, and why its runs share no process.
type sharedBinary struct {
	program program
	start   start
	module  string
	suites  map[string][]int
	alone   string
	changed int
}

type sharedProcess struct {
	command *exec.Cmd
	record  *os.File
	heard   *os.File
	lines   *bufio.Reader
	token   []byte
	served  int
}

// What is told behind a run (hook_serve.go).
type after struct {
	Changed string `json:"changed"`
	CpuUs   int64  `json:"cpu_us"`
	PeakKib int64  `json:"peak_kib"`
}

func newSharing(asked *request) *sharing {
	return &sharing{asked: asked, builds: map[string][]*sharedBinary{}, alive: map[string]*sharedProcess{}}
}

func placeOf(feature string, line int64) string { return fmt.Sprintf("%s:%d", feature, line) }

// Tries a run in a process that made others before. Without `Done` it is to be made in one of its own: `Alone` says why all
// runs are, `Unlike` what became of this one.
func (s *sharing) attempt(one *job) *facts {
	if !one.Shared {
		return &facts{}
	}
	came, alone, unlike := s.run(one)
	answer := &facts{Alone: alone, Unlike: unlike}
	if came != nil {
		answer = factsOf(came)
		answer.Shared = true
	}
	return answer
}

func (s *sharing) run(one *job) (came *result, alone, unlike string) {
	binaries, err := s.known(one)
	if err != nil {
		return nil, err.Error(), ""
	}
	wanted := placeOf(one.Scenario.Feature, one.Scenario.Line)
	var chosen *sharedBinary
	for _, binary := range binaries {
		nearer := chosen == nil || binary.program.nearness(one.Scenario.Feature) > chosen.program.nearness(one.Scenario.Feature)
		if len(binary.suites[wanted]) > 0 && nearer {
			chosen = binary
		}
	}
	switch {
	case chosen == nil:
		return nil, "no suite has this scenario", ""
	case chosen.alone != "":
		return nil, chosen.alone, ""
	case len(chosen.suites[wanted]) > 1:
		return nil, "more than one suite has this scenario", ""
	}
	suite := chosen.suites[wanted][0]
	came, unlike = s.serve(one, chosen, fmt.Sprintf("%s %d", chosen.start.binary, suite), suite)
	return came, chosen.alone, unlike
}

// The build's programs, with the scenarios of their suites.
func (s *sharing) known(one *job) ([]*sharedBinary, error) {
	if known := s.builds[one.Built]; known != nil {
		return known, nil
	}
	found, err := readBuilt(one.Built)
	if err != nil {
		return nil, err
	}
	var binaries []*sharedBinary
	for _, program := range found.Binaries {
		if program.Refused != "" {
			continue
		}
		binary := &sharedBinary{
			program: program,
			start: start{
				binary: filepath.Join(one.Built, program.File), dir: folderOf(s.asked.Root, program.Dir), tests: program.Tests,
				args: s.asked.Args, memory: s.asked.Memory,
				order: order{Mode: "list", Root: s.asked.Root, Token: s.asked.Token, Callers: s.asked.Callers},
			},
			suites: map[string][]int{}, alone: program.Alone, module: s.asked.Module,
		}
		listed := binary.start
		listed.load = time.Minute
		came, err := watch(listed)
		if err != nil {
			return nil, err
		}
		for suite, places := range came.places {
			for place := range places {
				binary.suites[place] = append(binary.suites[place], suite)
			}
		}
		binaries = append(binaries, binary)
	}
	s.builds[one.Built] = binaries
	return binaries, nil
}

func (s *sharing) serve(one *job, binary *sharedBinary, name string, suite int) (*result, string) {
	process := s.alive[name]
	if process == nil {
		s.end()
		var err error
		if process, err = binary.begin(suite, time.Duration(one.Load*float64(time.Second))); err != nil {
			binary.alone = err.Error()
			return nil, ""
		}
		s.alive[name] = process
	}
	found, last, err := process.run(one)
	process.served++
	if err == nil && last.Changed == "" && strangers() {
		err = errors.New("a process was left behind")
	}
	if err != nil {
		s.end()
		return nil, err.Error()
	}
	if last.Changed == "" && process.served < mostServed {
		binary.changed = 0
	} else {
		s.end()
	}
	if last.Changed != "" && process.served == 1 {
		if binary.changed++; binary.changed >= restless {
			binary.alone = "runs do not leave their process as it was: " + last.Changed
		}
	}
	if done := found.end(one); done != nil && isPlain(done) {
		return &result{done: done, watched: found}, ""
	} else if done != nil {
		return nil, "it ended in " + done.Outcome
	}
	return nil, "it came to no end"
}

// Whether a run ended in what a process of its own need not be asked about: it passed, or a step failed.
func isPlain(done *end) bool {
	switch done.Outcome {
	case "pass":
		return done.Begun
	case "assertion-failure", "execution-failure":
		return done.Begun && len(done.Step) > 0 && string(done.Step) != "null"
	}
	return false
}

// Ends all processes that make runs.
func (s *sharing) end() {
	for name, process := range s.alive {
		delete(s.alive, name)
		process.end()
	}
}

func (b *sharedBinary) begin(suite int, load time.Duration) (*sharedProcess, error) {
	one := b.start
	one.order.Mode, one.order.Suite = "serve", suite
	process, err := beginShared(one)
	if err != nil {
		return nil, err
	}
	if b.program.Foreign == nil {
		process.end()
		return nil, errors.New("it is not known where variables lie")
	}
	about, err := json.Marshal(map[string]interface{}{
		"compared": b.program.Foreign.Compared, "restored": b.program.Foreign.Restored, "module": b.module,
	})
	if err == nil {
		_, err = process.heard.Write(append(about, '\n'))
	}
	if err != nil {
		process.end()
		return nil, err
	}
	if load == 0 {
		load = time.Minute
	}
	for until := time.Now().Add(load); ; {
		next, err := process.next(until)
		if err == nil && next.Serves == nil {
			continue
		}
		if err != nil {
			process.end()
			return nil, fmt.Errorf("the suite is not come to: %w", err)
		}
		if *next.Serves != "" {
			process.end()
			return nil, errors.New(*next.Serves)
		}
		return process, nil
	}
}

func beginShared(one start) (*sharedProcess, error) {
	child, err := launch(one)
	if err != nil {
		return nil, err
	}
	process := &sharedProcess{
		command: child.command, record: child.record, heard: child.heard,
		lines: bufio.NewReaderSize(child.record, 64<<10), token: []byte(one.order.Token),
	}
	spared[child.command.Process.Pid] = true
	go func() {
		io.Copy(io.Discard, child.output)
		child.output.Close()
	}()
	return process, nil
}

func (p *sharedProcess) end() {
	pid := p.command.Process.Pid
	p.heard.Close()
	syscall.Kill(-pid, syscall.SIGKILL)
	syscall.Kill(pid, syscall.SIGKILL)
	p.command.Wait()
	delete(spared, pid)
	p.record.Close()
	sweep()
}

// The next line of the record that is one of ours.
func (p *sharedProcess) next(until time.Time) (*event, error) {
	p.record.SetReadDeadline(until)
	for {
		line, err := p.lines.ReadBytes('\n')
		if err != nil {
			return nil, err
		}
		if text, ours := bytes.CutPrefix(line, p.token); ours {
			one := &event{}
			if json.Unmarshal(text, one) == nil {
				return one, nil
			}
		}
	}
}

func (p *sharedProcess) run(one *job) (*watched, *after, error) {
	text, err := json.Marshal(map[string]interface{}{
		"feature": one.Scenario.Feature, "line": one.Scenario.Line, "rows": one.Scenario.Rows, "strip": one.Strip, "number": one.Number,
	})
	if err != nil {
		return nil, nil, err
	}
	pid := p.command.Process.Pid
	began := time.Now()
	wall := time.Duration(one.Wall * float64(time.Second))
	cpu := max(time.Duration(one.Cpu*float64(time.Second))/hasteShare, leastHaste)
	spent := processTime(pid)
	if _, err := p.heard.Write(append(text, '\n')); err != nil {
		return nil, nil, err
	}
	found := &watched{rows: map[int64]bool{}, calls: map[string][]string{}}
	for {
		next, err := p.next(time.Now().Add(leastHaste / 2))
		if errors.Is(err, os.ErrDeadlineExceeded) && p.lines.Buffered() == 0 {
			if processTime(pid)-spent < cpu && time.Since(began) < wall {
				continue
			}
		}
		if err != nil {
			return nil, nil, fmt.Errorf("nothing more was told: %w", err)
		}
		found.note(next)
		if next.After != nil {
			found.wallUs = time.Since(began).Microseconds()
			found.cpuUs, found.peakKib = next.After.CpuUs, next.After.PeakKib
			return found, next.After, nil
		}
	}
}

// CPU time of a process so far.
func processTime(pid int) time.Duration {
	const scheduler = 2
	clock := uintptr(^pid<<3 | scheduler)
	var now syscall.Timespec
	syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, clock, uintptr(unsafe.Pointer(&now)), 0)
	return time.Duration(now.Nano())
}
