package main

import (
	"debug/elf"
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"path"
	"sort"
	"strings"
)

const (
	// Beside each package's own files, in builds that hold many mutants: tells package testing of its variables.
	keepFile = "00mutscore_keep"
	// The variable of a package that says which mutant runs (operators, `rewrite`).
	numberVariable = "mutM_"
)

// Adds a file to each package of the module, which tells of its variables: a process that makes many runs looks at them
// between two of them. Without tests, only what is production code is told of.
func addKeepers(asked *request, tests bool) error {
	folders, err := goFolders(asked)
	if err != nil {
		return err
	}
	for _, one := range folders {
		inner, outer := []*ast.File{}, []*ast.File{}
		for _, file := range one.tests {
			if strings.HasSuffix(file.Name.Name, "_test") {
				outer = append(outer, file)
			} else {
				inner = append(inner, file)
			}
		}
		for _, part := range []struct {
			files  []*ast.File
			suffix string
			wanted bool
		}{{one.own, ".go", true}, {inner, "_test.go", tests}, {outer, "_x_test.go", tests}} {
			if !part.wanted || len(part.files) == 0 {
				continue
			}
			text := keeper(one.dir, part.files)
			if err := put(asked, path.Join(one.dir, keepFile+part.suffix), []byte(text)); err != nil {
				return err
			}
		}
	}
	return nil
}

// What is shared by all, lies in packages that not everybody has, and can be replaced by anybody.
var commonVariables = map[string][]string{
	"net/http": {"DefaultClient", "DefaultServeMux", "DefaultTransport"},
}

// Connections that nobody uses are closed behind a run: they would have gone with its process.
const closeIdle = `	mutTesting_.MutscoreSettle(func() {
		if one, ok := mutShared%[1]d_.DefaultTransport.(*mutShared%[1]d_.Transport); ok && one != nil {
			one.CloseIdleConnections()
		}
	})
`

func keeper(dir string, files []*ast.File) string {
	var names []string
	imported := map[string]bool{}
	for _, file := range files {
		for _, declared := range file.Decls {
			names = append(names, variablesOf(declared)...)
		}
		for _, one := range file.Imports {
			imported[strings.Trim(one.Path.Value, "\"`")] = true
		}
	}
	sort.Strings(names)
	text := &strings.Builder{}
	fmt.Fprintf(text, "package %s\n\nimport (\n\tmutTesting_ \"testing\"\n", files[0].Name.Name)
	calls := &strings.Builder{}
	for place, name := range sortedKeys(commonVariables) {
		if imported[name] {
			fmt.Fprintf(text, "\tmutShared%d_ %q\n", place, name)
			for _, variable := range commonVariables[name] {
				fmt.Fprintf(calls, "\tmutTesting_.MutscoreKeep(%q, &mutShared%d_.%s, true)\n", name+"."+variable, place, variable)
			}
			if name == "net/http" {
				fmt.Fprintf(calls, closeIdle, place)
			}
		}
	}
	for _, name := range names {
		if name == numberVariable {
			fmt.Fprintf(calls, "\tmutTesting_.MutscoreNumber(&%s)\n", name)
			continue
		}
		fmt.Fprintf(calls, "\tmutTesting_.MutscoreKeep(%q, &%s, false)\n", dir+"."+name, name)
	}
	fmt.Fprintf(text, ")\n\nvar _ = mutTesting_.Short\n\nfunc init() {\n%s}\n", calls)
	return text.String()
}

func variablesOf(declared ast.Decl) []string {
	general, ok := declared.(*ast.GenDecl)
	if !ok || general.Tok != token.VAR {
		return nil
	}
	var names []string
	for _, spec := range general.Specs {
		if values, ok := spec.(*ast.ValueSpec); ok {
			for _, name := range values.Names {
				if name.Name != "_" {
					names = append(names, name.Name)
				}
			}
		}
	}
	return names
}

func sortedKeys(of map[string][]string) []string {
	var names []string
	for name := range of {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// Packages of the standard library in whose variables a run may leave something for another one. Those of others are
// caches that come to the same whoever fills them.
var lasting = map[string]bool{
	"database/sql": true, "expvar": true, "flag": true, "image": true, "log": true, "log/slog": true, "math/rand": true, "mime": true,
	"os/signal": true, "os/user": true,
}

// Packages of which what everybody may write to counts, and beside it only this: the rest are caches as well.
var lastingInPart = map[string]string{"net": "", "net/http": "defaultServeMux"}

// Of the frameworks that run us, nothing is looked at: what they keep does not reach a scenario.
var frameworks = []string{"github.com/cucumber/", "github.com/hashicorp/go-memdb", "github.com/hashicorp/go-immutable-radix",
	"github.com/hashicorp/golang-lru"}

// Variables of packages that are not the module's, by address and size.
type foreign struct {
	Compared [][2]uint64 `json:"compared"`
	// Without pointers: what was there is written back behind each run.
	Restored [][2]uint64 `json:"restored"`
}

// Says whether the proxy was looked up in the environment: a run of its own would look again.
const proxyOnce = "net/http.envProxyOnce"

// Where the variables of packages lie that are not the module's: address and size. Their bytes are compared, and what
// they point to is not.
func foreignVariables(asked *request, binary string) (*foreign, error) {
	file, err := elf.Open(binary)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if file.Type != elf.ET_EXEC {
		return nil, fmt.Errorf("the program is no plain executable")
	}
	symbols, err := file.Symbols()
	if err != nil {
		return nil, err
	}
	own, err := ownPackages(asked)
	if err != nil {
		return nil, err
	}
	beside, err := modulesBeside(asked.Modfile)
	if err != nil {
		return nil, err
	}
	var found [][2]uint64
	all := &foreign{Compared: [][2]uint64{}, Restored: [][2]uint64{}}
	for _, one := range symbols {
		if elf.ST_TYPE(one.Info) != elf.STT_OBJECT || one.Size == 0 || int(one.Section) >= len(file.Sections) {
			continue
		}
		switch file.Sections[one.Section].Name {
		case ".data", ".noptrdata", ".bss", ".noptrbss":
			home, name := symbolOf(one.Name)
			if module := memberOf(home, beside); module != "" && !strings.Contains(name, ".") {
				return nil, fmt.Errorf("variables of %s, a module in a folder of the project, cannot be looked into", module)
			}
			place := [2]uint64{one.Value, one.Size}
			switch {
			case one.Name == proxyOnce:
				all.Restored = append(all.Restored, place)
			case isForeign(home, name, own):
				found = append(found, place)
			}
		}
	}
	sort.Slice(found, func(a, b int) bool { return found[a][0] < found[b][0] })
	for _, one := range found {
		if last := len(all.Compared) - 1; last >= 0 && all.Compared[last][0]+all.Compared[last][1] >= one[0] {
			all.Compared[last][1] = one[0] + one[1] - all.Compared[last][0]
			continue
		}
		all.Compared = append(all.Compared, one)
	}
	return all, nil
}

// A symbol's package and its name there: `example.test/other/deep.name`, `math/rand.globalRand`.
func symbolOf(symbol string) (home, name string) {
	slash := strings.LastIndexByte(symbol, '/') + 1
	dot := strings.IndexByte(symbol[slash:], '.')
	if dot < 0 {
		return "", symbol
	}
	return strings.ReplaceAll(symbol[:slash+dot], "%2e", "."), symbol[slash+dot+1:]
}

// Whether a package's variable is to be compared. The module's own are looked into instead.
func isForeign(home, name string, own map[string]bool) bool {
	if home == "" || own[home] || own[strings.TrimSuffix(home, "_test")] {
		return false
	}
	for _, one := range frameworks {
		if strings.HasPrefix(home+"/", one) || strings.HasPrefix(home, one) {
			return false
		}
	}
	if inner, partly := lastingInPart[home]; partly {
		return ast.IsExported(name) || name == inner
	}
	first, _, _ := strings.Cut(home, "/")
	return strings.Contains(first, ".") || lasting[home]
}

// The packages that tell of their variables themselves. A module whose path begins with this one's is another module.
func ownPackages(asked *request) (map[string]bool, error) {
	folders, err := goFolders(asked)
	if err != nil {
		return nil, err
	}
	own := map[string]bool{}
	for _, one := range folders {
		own[path.Join(asked.Module, one.dir)] = true
	}
	return own, nil
}

// Modules that `go.mod` has replaced by folders of the project. The framework's copy is no such folder: its path is absolute.
func modulesBeside(modfile string) ([]string, error) {
	text, err := os.ReadFile(modfile)
	if err != nil {
		return nil, err
	}
	var found []string
	for _, line := range strings.Split(string(text), "\n") {
		replaced, by, is := strings.Cut(line, "=>")
		by = strings.Trim(strings.TrimSpace(by), "\"`")
		words := strings.Fields(strings.TrimPrefix(strings.TrimSpace(replaced), "replace "))
		if is && strings.HasPrefix(by, ".") && len(words) > 0 {
			found = append(found, strings.Trim(words[0], "\"`"))
		}
	}
	return found, nil
}

func memberOf(home string, modules []string) string {
	for _, module := range modules {
		if home == module || strings.HasPrefix(home, module+"/") {
			return module
		}
	}
	return ""
}

// Why runs may not share a process although each leaves it as it was; nothing where they may. Behind the tests, `TestMain`
// is to do no more than end the process: a mutant could do something else there.
func aloneFor(one *folder) string {
	for _, file := range one.tests {
		for _, declared := range file.Decls {
			function, ok := declared.(*ast.FuncDecl)
			if !ok || function.Recv != nil || function.Name.Name != "TestMain" || function.Body == nil {
				continue
			}
			if words := endsPlainly(function); words != "" {
				return words
			}
		}
	}
	return ""
}

func endsPlainly(main *ast.FuncDecl) string {
	var last token.Pos
	why := ""
	ast.Inspect(main.Body, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.DeferStmt:
			why = "TestMain defers a call"
		case *ast.CallExpr:
			if chosen, ok := node.Fun.(*ast.SelectorExpr); ok && chosen.Sel.Name == "Run" && len(node.Args) == 0 {
				last = node.End()
			}
		}
		return true
	})
	ast.Inspect(main.Body, func(node ast.Node) bool {
		if call, ok := node.(*ast.CallExpr); ok && call.Pos() > last {
			chosen, ok := call.Fun.(*ast.SelectorExpr)
			if !ok || chosen.Sel.Name != "Exit" {
				why = "TestMain goes on behind the tests"
			}
		}
		return true
	})
	return why
}
