package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// The answer to a build. The bytes of the binaries follow, then those of what is new in the compiler's cache.
type built struct {
	Binaries []binary_ `json:"binaries"`
	Made     []made    `json:"made"`
	// The compiler's words, where it refused the project.
	Refused string `json:"refused"`
	// What went wrong that is not the project's doing.
	Trouble string `json:"trouble"`
	CpuUs   int64  `json:"cpu_us"`
}

type binary_ struct {
	testPackage
	Size    int64  `json:"size"`
	Refused string `json:"refused"`
	// Where variables lie that a process which makes many runs compares.
	Foreign *foreign `json:"foreign"`
	path    string
}

type made struct {
	Name string `json:"name"`
	Size int64  `json:"size"`
	path string
}

func buildFor(engine io.Writer, asked *request) error {
	work, err := os.MkdirTemp("", "build")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	answer := &built{Binaries: []binary_{}, Made: []made{}}
	cache := filepath.Join(work, "cache")
	if err := borrowCache(asked.Cache, cache); err != nil {
		return err
	}
	if err := buildAll(asked, work, cache, answer); err != nil {
		answer.Trouble = err.Error()
	}
	if asked.KeepMade {
		if answer.Made, err = newInCache(cache); err != nil {
			return err
		}
	}
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_CHILDREN, &used) == nil {
		answer.CpuUs = (used.Utime.Nano() + used.Stime.Nano()) / 1000
	}
	if err := send(engine, answer); err != nil {
		return err
	}
	for _, one := range answer.Binaries {
		if one.Size > 0 {
			if err := sendFile(engine, one.path); err != nil {
				return err
			}
		}
	}
	for _, one := range answer.Made {
		if err := sendFile(engine, one.path); err != nil {
			return err
		}
	}
	return nil
}

func buildAll(asked *request, work, cache string, answer *built) error {
	// The view is this build's own. Go's cover tool would not see what an overlay puts in place of a file.
	for place, name := range asked.Files {
		if err := put(asked, name, asked.content[place]); err != nil {
			return err
		}
	}
	if asked.Observe {
		if err := addProbes(asked); err != nil {
			return err
		}
	}
	if asked.Woven {
		if err := addKeepers(asked, !asked.Only); err != nil {
			return err
		}
	}
	replaced, err := json.Marshal(map[string]interface{}{"Replace": asked.Standard})
	if err != nil {
		return err
	}
	overlaid := filepath.Join(work, "overlay.json")
	if err := os.WriteFile(overlaid, replaced, 0o600); err != nil {
		return err
	}
	flags := []string{"-mod=readonly", "-modfile=" + asked.Modfile, "-overlay=" + overlaid, "-buildvcs=false"}
	if asked.Woven {
		// All that is refused is to be heard of; the same words both times, so that nothing is compiled twice.
		flags = append(flags, "-gcflags="+asked.Module+"/...=-e -l")
	}
	if asked.Only {
		words := append([]string{"build"}, flags...)
		if !asked.Woven {
			// For the cache alone: the framework too, which every test needs.
			words = append(words, godog, "testing", "testing/internal/testdeps")
		}
		words = append(words, productionPackages(asked, "./")...)
		said, err := run(asked, work, cache, words)
		answer.Refused = said
		return err
	}
	packages, err := testPackages(asked)
	if err != nil {
		return err
	}
	flags = append(flags, "-vet=off")
	if asked.Woven {
		flags = append(flags, "-ldflags=-w")
	} else {
		flags = append(flags, "-ldflags=-s -w")
	}
	if asked.Observe {
		flags = append(flags, "-cover", "-covermode=set", "-coverpkg="+strings.Join(productionPackages(asked, asked.Module+"/"), ","))
	}
	for place, one := range packages {
		to := filepath.Join(work, strconv.Itoa(place)+".test")
		words := append(append([]string{"test", "-c", "-o", to}, flags...), "./"+one.Dir)
		said, err := run(asked, work, cache, words)
		if err != nil {
			return err
		}
		result := binary_{testPackage: one, Refused: said, path: to}
		if found, err := os.Stat(to); err == nil && said == "" {
			result.Size = found.Size()
			if asked.Woven && one.Alone == "" {
				if result.Foreign, err = foreignVariables(asked, to); err != nil {
					result.Alone = err.Error()
				}
			}
		} else if said == "" {
			result.Refused = "the package has no test"
		}
		answer.Binaries = append(answer.Binaries, result)
	}
	return nil
}

// Puts a file into the view, in place of the one that may be there.
func put(asked *request, name string, text []byte) error {
	at := filepath.Join(asked.Root, filepath.FromSlash(name))
	if err := os.Remove(at); err != nil && !os.IsNotExist(err) {
		return err
	}
	return os.WriteFile(at, text, 0o644)
}

// Words of the machine, not of the compiler about what it compiles.
var ours = regexp.MustCompile(`(?i)no space left|signal: killed|cannot allocate memory|out of memory|resource temporarily unavailable|input/output error|permission denied|read-only file system`)

// Runs the tool. What it refuses comes back as its words; an error is trouble of ours.
func run(asked *request, work, cache string, words []string) (string, error) {
	command := exec.Command(asked.Go, words...)
	command.Dir = asked.Root
	home := filepath.Join(work, "home")
	if err := os.MkdirAll(home, 0o700); err != nil {
		return "", err
	}
	command.Env = []string{
		// The tool's index of imports goes by path, size and time. All views have one path, and pinned files one time.
		"GODEBUG=goindex=0",
		"PWD=" + asked.Root, "PATH=" + filepath.Dir(asked.Go) + ":/usr/local/bin:/usr/bin:/bin", "HOME=" + home, "TMPDIR=" + work,
		"GOROOT=" + asked.Goroot, "GOMODCACHE=" + asked.Modules, "GOCACHE=" + cache, "GOTMPDIR=" + work,
		"GOENV=off", "GOPROXY=off", "GOSUMDB=off", "GOTOOLCHAIN=local", "GOWORK=off", "GO111MODULE=on", "GOTELEMETRY=off",
		"GOFLAGS=" + asked.Flags, "CGO_ENABLED=" + asked.Cgo, "LANG=C.UTF-8", "LC_ALL=C.UTF-8",
	}
	said, err := command.CombinedOutput()
	if err == nil {
		return "", nil
	}
	text := strings.TrimSpace(string(said))
	if _, exited := err.(*exec.ExitError); !exited {
		return "", fmt.Errorf("`go %s`: %w", words[0], err)
	}
	if ours.MatchString(text) || text == "" {
		return "", fmt.Errorf("`go %s`: %v: %s", words[0], err, text)
	}
	return text, nil
}

// The packages that hold production files.
func productionPackages(asked *request, prefix string) []string {
	seen := map[string]bool{}
	for _, name := range asked.Production {
		if strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
			seen[path.Dir(name)] = true
		}
	}
	var all []string
	for dir := range seen {
		all = append(all, strings.TrimSuffix(prefix+dir, "/."))
	}
	sort.Strings(all)
	if prefix == "./" {
		for place, name := range all {
			if name == "." {
				all[place] = "./"
			}
		}
	}
	return all
}

// A cache to write to, in which everything of another one is found: that one stays as it is.
func borrowCache(from, to string) error {
	// Contents are added before the entries that name them, so entries are looked for first.
	for _, kind := range []string{"-a", "-d"} {
		for number := 0; number < 256; number++ {
			name := fmt.Sprintf("%02x", number)
			if err := os.MkdirAll(filepath.Join(to, name), 0o700); err != nil {
				return err
			}
			entries, err := readNames(filepath.Join(from, name))
			if err != nil {
				continue
			}
			for _, entry := range entries {
				if !strings.HasSuffix(entry, kind) {
					continue
				}
				lent := filepath.Join(from, name, entry)
				if err := os.Symlink(lent, filepath.Join(to, name, entry)); err != nil {
					return err
				}
			}
		}
	}
	// Or the tool would look for what it may throw away.
	now := fmt.Sprintf("%d", time.Now().Unix())
	return os.WriteFile(filepath.Join(to, "trim.txt"), []byte(now), 0o600)
}

// What a build has added. Contents come before the entries that name them.
func newInCache(cache string) ([]made, error) {
	all := []made{}
	err := filepath.WalkDir(cache, func(at string, entry os.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		name, err := filepath.Rel(cache, at)
		if err != nil {
			return err
		}
		if !strings.HasSuffix(name, "-a") && !strings.HasSuffix(name, "-d") {
			return nil
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		all = append(all, made{Name: filepath.ToSlash(name), Size: info.Size(), path: at})
		return nil
	})
	sort.Slice(all, func(a, b int) bool {
		kind := func(one made) bool { return strings.HasSuffix(one.Name, "-a") }
		if kind(all[a]) != kind(all[b]) {
			return kind(all[b])
		}
		return all[a].Name < all[b].Name
	})
	return all, err
}
