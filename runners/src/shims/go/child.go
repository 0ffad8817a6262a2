package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	// How long a process may live on once it has closed what it reports through, or has told its end.
	grace = 2 * time.Second
	// The exit of a process that cannot tell its outcome any more (hook_record.go).
	lost = 97
	// The signal by which the engine knows of such an end.
	lostSignal = 64
	// How often the CPU time of a process is looked at: the kernel's own limit knows whole seconds only.
	glance    = 50 * time.Millisecond
	tailBytes = 16 << 10
)

// What a test process is told (hook_record.go).
type order struct {
	Mode    string   `json:"mode"`
	Root    string   `json:"root"`
	Feature string   `json:"feature"`
	Line    int64    `json:"line"`
	Rows    []int64  `json:"rows"`
	Strip   bool     `json:"strip"`
	Token   string   `json:"token"`
	Callers []string `json:"callers"`
	Profile string   `json:"profile"`
	Waits   bool     `json:"waits"`
	Suite   int      `json:"suite"`
}

// One line of a record.
type event struct {
	Suite     []int64             `json:"suite"`
	Step      json.RawMessage     `json:"step"`
	Bad       *end                `json:"bad"`
	Ended     bool                `json:"ended"`
	Seen      bool                `json:"seen"`
	Outside   *end                `json:"outside"`
	Calls     map[string][]string `json:"calls"`
	Uncovered string              `json:"uncovered"`
	Scenarios []json.RawMessage   `json:"scenarios"`
	Places    *[]struct {
		Feature string `json:"feature"`
		Line    int64  `json:"line"`
	} `json:"places"`
	Serves *string `json:"serves"`
	After  *after  `json:"after"`
}

// How a run ended, as the engine takes it.
type end struct {
	Outcome     string          `json:"outcome"`
	Detail      string          `json:"detail,omitempty"`
	Begun       bool            `json:"step_begun"`
	Step        json.RawMessage `json:"failed_step,omitempty"`
	Exception   json.RawMessage `json:"exception,omitempty"`
	Note        string          `json:"note,omitempty"`
	Observation interface{}     `json:"observation,omitempty"`
	CpuUs       int64           `json:"cpu_us"`
}

// What became of a test process.
type watched struct {
	events   []event
	suites   int
	seen     int // suites that were reached, chosen or not
	open     int // suites that have begun and not ended
	rows     map[int64]bool
	step     json.RawMessage
	bad      *end
	outside  *end
	calls    map[string][]string
	places   []map[string]bool // of each suite
	timedOut bool
	closed   bool // lived on without its record
	exit     int
	signal   int
	cpuUs    int64
	peakKib  int64
	wallUs   int64
	left     int
	tail     string
}

// Where a test process runs, and how.
type start struct {
	binary  string
	dir     string
	tests   string
	args    []string
	number  uint32
	order   order
	cpu     float64
	memory  uint64
	wall    time.Duration
	load    time.Duration
	forward bool
	told    func(*event)
}

// A test process that has begun, and our ends of what leads to it.
type child struct {
	command               *exec.Cmd
	record, heard, output *os.File
}

// Starts a test process.
func launch(one start) (*child, error) {
	text, err := json.Marshal(one.order)
	if err != nil {
		return nil, err
	}
	var pipes [6]*os.File
	closeAll := func(files ...*os.File) {
		for _, file := range files {
			if file != nil {
				file.Close()
			}
		}
	}
	for place := 0; place < len(pipes); place += 2 {
		if pipes[place], pipes[place+1], err = os.Pipe(); err != nil {
			closeAll(pipes[:]...)
			return nil, err
		}
	}
	record, recordEnd, heardEnd, heard, output, outputEnd := pipes[0], pipes[1], pipes[2], pipes[3], pipes[4], pipes[5]
	command := exec.Command(one.binary, append([]string{"-test.paniconexit0", "-test.run=" + one.tests}, one.args...)...)
	command.Dir = one.dir
	command.Env = append(os.Environ(), "MUTSCORE_ORDER="+string(text), "PWD="+one.dir)
	if one.number > 0 {
		command.Env = append(command.Env, fmt.Sprintf("MUTSCORE_MUTANT=%d", one.number))
	}
	command.Stdout, command.Stderr = outputEnd, outputEnd
	command.ExtraFiles = []*os.File{recordEnd, heardEnd}
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	err = command.Start()
	closeAll(recordEnd, heardEnd, outputEnd)
	if err != nil {
		closeAll(record, heard, output)
		return nil, err
	}
	bound(command.Process.Pid, one)
	return &child{command, record, heard, output}, nil
}

// Starts a test process and follows it to its end.
func watch(one start) (*watched, error) {
	began := time.Now()
	child, err := launch(one)
	if err != nil {
		return nil, err
	}
	defer child.record.Close()
	defer child.heard.Close()
	defer child.output.Close()
	command := child.command
	current = command.Process.Pid
	said := &tail{forward: one.forward}
	var listening sync.WaitGroup
	listening.Add(1)
	go func() {
		defer listening.Done()
		io.Copy(said, child.output)
	}()
	events := make(chan event, 64)
	go listen(child.record, one.order.Token, events)
	ended := make(chan struct{})
	go func() {
		command.Wait()
		close(ended)
	}()
	found := &watched{rows: map[int64]bool{}, calls: map[string][]string{}}
	found.follow(one, command.Process.Pid, child.heard, began, events, ended)
	<-ended
	current = 0
	found.left = sweep()
	child.output.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
	listening.Wait()
	found.tail = said.text()
	found.settle(command.ProcessState, one.cpu)
	return found, nil
}

// Limits of the process and of what it starts.
func bound(pid int, one start) {
	set := func(resource int, value uint64) {
		limit := syscall.Rlimit{Cur: value, Max: value}
		syscall.RawSyscall6(syscall.SYS_PRLIMIT64, uintptr(pid), uintptr(resource), pointer(&limit), 0, 0, 0)
	}
	if one.cpu > 0 {
		set(0, uint64(one.cpu+0.999))
	}
	if one.memory > 0 {
		set(2, one.memory) // RLIMIT_DATA: what it writes to, not what the run time reserves
	}
}

func (w *watched) follow(one start, pid int, heard io.Writer, began time.Time, events <-chan event, ended <-chan struct{}) {
	deadline := began.Add(one.load)
	running := began
	if one.load == 0 {
		deadline = began.Add(24 * time.Hour)
	}
	var alone, over <-chan time.Time
	var look <-chan time.Time
	if one.cpu > 0 {
		glances := time.NewTicker(glance)
		defer glances.Stop()
		look = glances.C
	}
	process := ended
	for {
		limit := time.NewTimer(time.Until(deadline))
		select {
		case next, more := <-events:
			if !more {
				events = nil
				if process == nil {
					limit.Stop()
					w.wallUs = time.Since(running).Microseconds()
					return
				}
				alone = time.After(grace)
				break
			}
			if next.Suite != nil && w.suites == 0 {
				running = time.Now()
				if one.wall > 0 {
					deadline = running.Add(one.wall)
				} else {
					deadline = running.Add(24 * time.Hour)
				}
			}
			w.note(&next)
			if one.told != nil {
				one.told(&next)
			}
			if next.Step != nil && one.order.Waits {
				heard.Write([]byte{1})
			}
		case <-process:
			// What it has told is still in the pipe, unless somebody else holds it.
			process = nil
			w.wallUs = time.Since(running).Microseconds()
			if events == nil {
				limit.Stop()
				return
			}
			over = time.After(grace)
			sweep()
		case <-alone:
			w.closed = true
			killAll(pid)
			alone = nil
		case <-over:
			limit.Stop()
			return
		case <-look:
			if process != nil && processTime(pid) >= time.Duration(one.cpu*float64(time.Second)) {
				w.timedOut = true
				look = nil
				killAll(pid)
			}
		case <-limit.C:
			w.timedOut = true
			killAll(pid)
			deadline = time.Now().Add(time.Minute)
		}
		limit.Stop()
	}
}

func (w *watched) note(next *event) {
	switch {
	case next.Seen:
		w.seen++
	case next.Suite != nil:
		w.suites++
		w.open++
		for _, row := range next.Suite {
			w.rows[row] = true
		}
	case next.Step != nil:
		w.step = next.Step
	case next.Bad != nil:
		if w.bad == nil {
			w.bad = next.Bad
		}
	case next.Ended:
		w.open--
	case next.Outside != nil:
		if w.suites > 0 && w.outside == nil {
			w.outside = next.Outside
		}
	case next.Calls != nil:
		for name, kinds := range next.Calls {
			w.calls[name] = kinds
		}
	}
	if next.Places != nil {
		places := map[string]bool{}
		for _, one := range *next.Places {
			places[placeOf(one.Feature, one.Line)] = true
		}
		w.places = append(w.places, places)
	}
	if next.Scenarios != nil || next.Uncovered != "" {
		w.events = append(w.events, *next)
	}
}

func (w *watched) settle(state *os.ProcessState, cpu float64) {
	if state == nil {
		return
	}
	if status, ok := state.Sys().(syscall.WaitStatus); ok {
		if status.Signaled() {
			w.signal = int(status.Signal())
		} else {
			w.exit = status.ExitStatus()
		}
	}
	if used, ok := state.SysUsage().(*syscall.Rusage); ok {
		w.cpuUs = (used.Utime.Nano() + used.Stime.Nano()) / 1000
		w.peakKib = used.Maxrss
	}
	if w.signal == 0 && w.exit == lost {
		w.signal = lostSignal
	}
	// Go ignores the signal of the soft limit, and the hard one goes by a clock of its own, well ahead of this one.
	if w.signal == int(syscall.SIGKILL) && cpu > 0 && w.cpuUs >= int64(cpu*0.5e6) {
		w.timedOut = true
	}
}

// Whether the process ended for want of memory: the run time says so before it goes.
func (w *watched) outOfMemory() bool {
	return w.exit == 2 && (strings.Contains(w.tail, "fatal error: runtime: out of memory") ||
		strings.Contains(w.tail, "fatal error: runtime: cannot allocate memory") ||
		strings.Contains(w.tail, "fatal error: out of memory"))
}

// Hands on the events of a record; what others write in between is passed over.
func listen(record io.Reader, token string, events chan<- event) {
	defer close(events)
	lines := bufio.NewReaderSize(record, 64<<10)
	for {
		line, err := lines.ReadBytes('\n')
		if text, ours := bytes.CutPrefix(line, []byte(token)); ours {
			var one event
			if json.Unmarshal(text, &one) == nil {
				events <- one
			}
		}
		if err != nil {
			return
		}
	}
}

// The end of what a process prints.
type tail struct {
	lock    sync.Mutex
	kept    []byte
	forward bool
}

func (t *tail) Write(part []byte) (int, error) {
	t.lock.Lock()
	defer t.lock.Unlock()
	if t.forward {
		os.Stderr.Write(part)
	}
	t.kept = append(t.kept, part...)
	if len(t.kept) > 4*tailBytes {
		t.kept = append([]byte{}, t.kept[len(t.kept)-tailBytes:]...)
	}
	return len(part), nil
}

func (t *tail) text() string {
	t.lock.Lock()
	defer t.lock.Unlock()
	kept := t.kept
	if len(kept) > tailBytes {
		kept = kept[len(kept)-tailBytes:]
	}
	return strings.ToValidUTF8(string(kept), "?")
}

func folderOf(root, dir string) string {
	return filepath.Join(root, filepath.FromSlash(dir))
}
