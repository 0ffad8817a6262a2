// Becomes part of a copy of package godog: what a run could leave behind in its process, beside variables of the module.

package godog

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"runtime/metrics"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

// How long what a run has started may take to end by itself.
const mutscorePatience = 20 * time.Millisecond

// A process as it is between two runs.
type mutscoreWorld struct {
	surroundings string // environment, folder, masks, descriptors, settings of the run time
	goroutines   int
	timers       int
	ranges       [][2]uintptr // variables of packages that are not the module's, by address and size
	bytes        [][]byte
	restored     [][2]uintptr // those that get back what they held
	held         [][]byte
	local        bool // whether the local time zone is known
}

func (m *mutscoreRun) world(about *mutscoreServing) *mutscoreWorld {
	mutscoreCollect()
	world := &mutscoreWorld{
		surroundings: m.surroundings(), goroutines: runtime.NumGoroutine(), timers: time.MutscoreTimers(),
		ranges: about.Compared, restored: about.Restored, local: time.MutscoreLocal(),
	}
	for _, one := range world.ranges {
		world.bytes = append(world.bytes, append([]byte{}, mutscoreBytes(one)...))
	}
	for _, one := range world.restored {
		world.held = append(world.held, append([]byte{}, mutscoreBytes(one)...))
	}
	return world
}

func mutscoreBytes(one [2]uintptr) []byte {
	// Not a pointer into the heap: a variable's place in the program.
	at := *(*unsafe.Pointer)(unsafe.Pointer(&one[0]))
	return (*[1 << 30]byte)(at)[:one[1]:one[1]]
}

// What is not as it was; nothing if all is.
func (w *mutscoreWorld) changed(m *mutscoreRun) string {
	if !w.local {
		// It depends on the environment at its first use: a run of its own would look it up again.
		time.MutscoreForgetLocal()
	}
	if runtime.NumGoroutine() != w.goroutines {
		testing.MutscoreSettled()
	}
	until := time.Now().Add(mutscorePatience)
	for runtime.NumGoroutine() != w.goroutines || time.MutscoreTimers() != w.timers {
		if time.Now().After(until) {
			return fmt.Sprintf("%d goroutines and %d timers, not %d and %d",
				runtime.NumGoroutine(), time.MutscoreTimers(), w.goroutines, w.timers)
		}
		runtime.Gosched()
		time.Sleep(50 * time.Microsecond)
	}
	for place, one := range w.restored {
		copy(mutscoreBytes(one), w.held[place])
	}
	if mutscoreChildren() {
		return "a process that was started"
	}
	why := w.difference(m)
	if why == "" {
		return ""
	}
	// Files that nobody refers to any more are closed when garbage is collected, and pools are emptied when it is twice.
	mutscoreCollect()
	for until := time.Now().Add(mutscorePatience); ; time.Sleep(50 * time.Microsecond) {
		if why = w.difference(m); why == "" || time.Now().After(until) {
			return why
		}
	}
}

func mutscoreCollect() {
	runtime.GC()
	runtime.GC()
}

// What differs between the process as it is now and as it was.
func (w *mutscoreWorld) difference(m *mutscoreRun) string {
	if now := m.surroundings(); now != w.surroundings {
		return "surroundings: " + mutscoreDifference(w.surroundings, now)
	}
	for place, one := range w.ranges {
		if !bytes.Equal(w.bytes[place], mutscoreBytes(one)) {
			return fmt.Sprintf("variables of other packages at %#x", one[0])
		}
	}
	return ""
}

// The first line that only one of two texts has.
func mutscoreDifference(before, now string) string {
	lines := strings.Split(before, "\n")
	for place, line := range strings.Split(now, "\n") {
		if place >= len(lines) || lines[place] != line {
			return line
		}
	}
	return "less than before"
}

func (m *mutscoreRun) surroundings() string {
	text := &strings.Builder{}
	for _, one := range os.Environ() {
		if !strings.HasPrefix(one, mutscoreNumber+"=") {
			text.WriteString(one)
			text.WriteByte('\n')
		}
	}
	folder, _ := os.Getwd()
	samples := []metrics.Sample{{Name: "/gc/gogc:percent"}, {Name: "/gc/gomemlimit:bytes"}}
	metrics.Read(samples)
	fmt.Fprintln(text, folder, runtime.GOMAXPROCS(0))
	for _, one := range samples {
		if one.Value.Kind() == metrics.KindUint64 {
			fmt.Fprintln(text, one.Name, one.Value.Uint64())
		}
	}
	mutscoreMasks(text)
	m.descriptors(text)
	return text.String()
}

// The lines of the kernel's account of this process that a run may change for the next one.
func mutscoreMasks(text *strings.Builder) {
	// Read without the run time's own way to files, which costs more than the reading.
	file, err := syscall.Open("/proc/self/status", syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		text.WriteString(err.Error())
		return
	}
	defer syscall.Close(file)
	var status [8192]byte
	count, err := syscall.Read(file, status[:])
	if err != nil {
		text.WriteString(err.Error())
		return
	}
	for _, line := range bytes.Split(status[:count], []byte("\n")) {
		for _, name := range mutscoreKernel {
			if bytes.HasPrefix(line, name) {
				text.Write(line)
				text.WriteByte('\n')
			}
		}
	}
}

var mutscoreKernel = bytes.Fields([]byte("Umask: Uid: Gid: Groups: SigBlk: SigIgn: SigCgt: CapEff: NoNewPrivs: Seccomp:"))

// Numbers of open descriptors.
func mutscoreOpen() []int {
	folder, err := syscall.Open("/proc/self/fd", syscall.O_RDONLY|syscall.O_DIRECTORY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	defer syscall.Close(folder)
	var numbers []int
	var entries [8192]byte
	for {
		count, err := syscall.ReadDirent(folder, entries[:])
		if err != nil || count <= 0 {
			return numbers
		}
		_, _, names := syscall.ParseDirent(entries[:count], -1, nil)
		for _, name := range names {
			if number, err := strconv.Atoi(name); err == nil && number != folder {
				numbers = append(numbers, number)
			}
		}
	}
}

// What a descriptor leads to; nothing for those that the run time opens for itself, once somebody waits for input.
func mutscoreTarget(number int) string {
	to, _ := os.Readlink("/proc/self/fd/" + strconv.Itoa(number))
	if to == "anon_inode:[eventpoll]" || to == "anon_inode:[eventfd]" {
		return ""
	}
	return to
}

// Open descriptors, with what they are and where files are read next.
func (m *mutscoreRun) descriptors(text *strings.Builder) {
	for _, number := range mutscoreOpen() {
		var stat syscall.Stat_t
		if syscall.Fstat(number, &stat) != nil {
			continue
		}
		var at int64
		switch stat.Mode & syscall.S_IFMT {
		case syscall.S_IFREG:
			at, _ = syscall.Seek(number, 0, 1)
		case 0:
			if mutscoreTarget(number) == "" {
				continue
			}
		}
		fmt.Fprintln(text, "descriptor", number, stat.Dev, stat.Ino, stat.Mode, at)
	}
}

// Whether this process has a child; it is left for whoever waits for it.
func mutscoreChildren() bool {
	const all, exited, noHang, noWait = 0, 4, 1, 0x01000000
	var about [128]byte
	_, _, errno := syscall.Syscall6(syscall.SYS_WAITID, all, 0, uintptr(unsafe.Pointer(&about)), exited|noHang|noWait, 0, 0)
	return errno != syscall.ECHILD
}

// Why runs cannot share this process, whatever they do: what is at work beside them could carry something over.
func (m *mutscoreRun) company() string {
	trace := make([]byte, 1<<20)
	trace = trace[:runtime.Stack(trace, true)]
	for place, one := range strings.Split(string(trace), "\n\n") {
		waits := strings.Contains(one, "testing.(*T).Run(") || strings.Contains(one, "os/signal.loop")
		if place > 0 && !waits {
			return "a goroutine is at work beside the suite"
		}
	}
	for _, number := range mutscoreOpen() {
		to := mutscoreTarget(number)
		if number > 2 && number != m.record && number != m.heard && to != "" && !strings.HasPrefix(to, "/") {
			return "a connection or pipe is open"
		}
	}
	return ""
}
