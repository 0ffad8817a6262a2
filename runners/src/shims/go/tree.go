package main

import (
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unsafe"
)

func pointer(limit *syscall.Rlimit) uintptr { return uintptr(unsafe.Pointer(limit)) }

// Orphans below this process become its children, and not those of whoever stands above.
func adoptOrphans() {
	const setChildSubreaper = 36
	syscall.RawSyscall(syscall.SYS_PRCTL, setChildSubreaper, 1, 0)
}

func killAll(pid int) {
	syscall.Kill(-pid, syscall.SIGKILL)
	syscall.Kill(pid, syscall.SIGKILL)
	sweep()
}

// Ends everything below this process, and says how many there were. The processes that are waited for elsewhere are
// among them only while they run.
func sweep() int {
	ended := map[int]bool{}
	for try := 0; try < 200; try++ {
		below := descendants()
		if len(below) == 0 {
			break
		}
		for _, pid := range below {
			ended[pid] = true
			syscall.Kill(pid, syscall.SIGKILL)
		}
		reap(below)
		if try > 0 {
			time.Sleep(time.Millisecond)
		}
	}
	return len(ended)
}

// Takes the exit of orphans: each is asked for by its number, so that nobody else's child is taken.
func reap(pids []int) {
	for _, pid := range pids {
		if pid == current || spared[pid] {
			continue
		}
		var status syscall.WaitStatus
		syscall.Wait4(pid, &status, syscall.WNOHANG, nil)
	}
}

// Living processes below this one.
func descendants() []int {
	self := os.Getpid()
	parents := map[int]int{}
	entries, err := readNames("/proc")
	if err != nil {
		return nil
	}
	var dead []int
	for _, name := range entries {
		pid, err := strconv.Atoi(name)
		if err != nil || pid == self {
			continue
		}
		text, err := os.ReadFile("/proc/" + name + "/stat")
		if err != nil {
			continue
		}
		// The name in brackets may hold anything.
		rest := string(text)
		fields := strings.Fields(rest[strings.LastIndexByte(rest, ')')+1:])
		if len(fields) < 2 {
			continue
		}
		parent, _ := strconv.Atoi(fields[1])
		if fields[0] == "Z" {
			if parent == self && pid != current && !spared[pid] {
				dead = append(dead, pid)
			}
			continue
		}
		parents[pid] = parent
	}
	reap(dead)
	var below []int
	for pid := range parents {
		if spared[pid] {
			continue
		}
		for at := pid; ; {
			above, known := parents[at]
			if above == self {
				below = append(below, pid)
				break
			}
			if !known {
				break
			}
			at = above
		}
	}
	return below
}

// Processes that live on from run to run.
var spared = map[int]bool{}

// The process that another part of this program waits for; 0 for none.
var current int

// Processes that were there before any run.
var familiar = map[string]bool{}

func knowNeighbours() {
	names, _ := readNames("/proc")
	for _, name := range names {
		familiar[name] = true
	}
}

// Whether a process is below this one that was not asked for. Most often a list of names tells.
func strangers() bool {
	names, err := readNames("/proc")
	if err != nil {
		return true
	}
	for _, name := range names {
		if pid, err := strconv.Atoi(name); err == nil && !familiar[name] && !spared[pid] {
			return len(descendants()) > 0
		}
	}
	return false
}

func readNames(folder string) ([]string, error) {
	file, err := os.Open(folder)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return file.Readdirnames(-1)
}
