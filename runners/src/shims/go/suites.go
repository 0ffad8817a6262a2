package main

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strings"
)

const godog = "github.com/cucumber/godog"

// A package whose tests start suites of godog.
type testPackage struct {
	Dir   string `json:"dir"`
	Tests string `json:"tests"`
	// Names of feature files that its tests speak of.
	Features []string `json:"features"`
	// Why no process may make several runs, if that is known.
	Alone string `json:"alone"`
}

// A folder's Go files, as the build tags choose them.
type folder struct {
	dir    string
	own    []*ast.File
	tests  []*ast.File
	reach  bool // imports godog, itself or through others of the project
	tested bool // its tests do
}

// The packages of the view whose tests import godog, themselves or through another package of the project.
func testPackages(asked *request) ([]testPackage, error) {
	folders, err := goFolders(asked)
	if err != nil {
		return nil, err
	}
	byPath := map[string]*folder{}
	for _, one := range folders {
		byPath[path.Join(asked.Module, one.dir)] = one
	}
	reaches := func(files []*ast.File) bool {
		for _, file := range files {
			for _, imported := range file.Imports {
				name := strings.Trim(imported.Path.Value, "\"`")
				if name == godog || byPath[name] != nil && byPath[name].reach {
					return true
				}
			}
		}
		return false
	}
	for again := true; again; {
		again = false
		for _, one := range folders {
			if !one.reach && reaches(one.own) {
				one.reach, again = true, true
			}
		}
	}
	var found []testPackage
	for _, one := range folders {
		if len(one.tests) > 0 && (reaches(one.tests) || one.reach) {
			found = append(found, testPackage{Dir: one.dir, Tests: testsOf(one, byPath), Features: featuresOf(one), Alone: aloneFor(one)})
		}
	}
	return found, nil
}

func goFolders(asked *request) ([]*folder, error) {
	context := build.Default
	context.GOROOT = asked.Goroot
	context.BuildTags = tagsOf(asked.Flags)
	context.CgoEnabled = asked.Cgo == "1"
	files := token.NewFileSet()
	var folders []*folder
	// With a slash, a link is followed.
	err := filepath.WalkDir(asked.Root+"/", func(at string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if !entry.IsDir() {
			return nil
		}
		name := entry.Name()
		if filepath.Clean(at) != filepath.Clean(asked.Root) {
			hidden := strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")
			if hidden || name == "testdata" || name == "vendor" {
				return filepath.SkipDir
			}
			if _, err := os.Stat(filepath.Join(at, "go.mod")); err == nil {
				return filepath.SkipDir
			}
		}
		dir, err := filepath.Rel(asked.Root, at)
		if err != nil {
			return err
		}
		one := &folder{dir: filepath.ToSlash(dir)}
		entries, err := os.ReadDir(at)
		if err != nil {
			return err
		}
		for _, entry := range entries {
			name := entry.Name()
			if !strings.HasSuffix(name, ".go") {
				continue
			}
			if matches, err := context.MatchFile(at, name); err != nil || !matches {
				continue
			}
			// What does not parse is the compiler's to tell.
			parsed, _ := parser.ParseFile(files, filepath.Join(at, name), nil, parser.SkipObjectResolution)
			if parsed == nil {
				continue
			}
			if strings.HasSuffix(name, "_test.go") {
				one.tests = append(one.tests, parsed)
			} else {
				one.own = append(one.own, parsed)
			}
		}
		if len(one.own)+len(one.tests) > 0 {
			folders = append(folders, one)
		}
		return nil
	})
	return folders, err
}

func tagsOf(flags string) []string {
	for _, flag := range strings.Fields(flags) {
		flag = strings.TrimPrefix(strings.TrimPrefix(flag, "-"), "-")
		if tags, found := strings.CutPrefix(flag, "tags="); found {
			return strings.Split(tags, ",")
		}
	}
	return nil
}

// A pattern for the tests that start suites: those that reach one by the names in their bodies. No other test of the
// package is run, and none at all where `TestMain` starts the suites.
func testsOf(one *folder, byPath map[string]*folder) string {
	uses := map[string]map[string]bool{}
	starts := map[string]bool{}
	for _, file := range append(append([]*ast.File{}, one.tests...), one.own...) {
		known := map[string]bool{}
		for _, imported := range file.Imports {
			name := strings.Trim(imported.Path.Value, "\"`")
			if name != godog && (byPath[name] == nil || !byPath[name].reach) {
				continue
			}
			local := path.Base(name)
			if imported.Name != nil {
				local = imported.Name.Name
			}
			known[local] = true
		}
		for _, declared := range file.Decls {
			note(declared, known, uses, starts)
		}
	}
	for again := true; again; {
		again = false
		for name, used := range uses {
			for other := range used {
				if starts[other] && !starts[name] {
					starts[name], again = true, true
				}
			}
		}
	}
	var tests []string
	for _, file := range one.tests {
		for _, declared := range file.Decls {
			function, ok := declared.(*ast.FuncDecl)
			if !ok || function.Recv != nil || !starts[function.Name.Name] {
				continue
			}
			if name := function.Name.Name; name != "TestMain" && strings.HasPrefix(name, "Test") {
				tests = append(tests, name)
			}
		}
	}
	sort.Strings(tests)
	switch {
	case len(tests) > 0:
		return "^(" + strings.Join(tests, "|") + ")$"
	case starts["TestMain"]:
		return "^$"
	default:
		return "."
	}
}

// Names of feature files in the words of a package's tests.
func featuresOf(one *folder) []string {
	names := []string{}
	for _, file := range one.tests {
		ast.Inspect(file, func(node ast.Node) bool {
			if text, ok := node.(*ast.BasicLit); ok && text.Kind == token.STRING {
				if word := strings.Trim(text.Value, "\"`"); strings.HasSuffix(word, ".feature") {
					names = append(names, path.Base(word))
				}
			}
			return true
		})
	}
	return names
}

// Notes which names a declaration uses, and whether it makes or runs a suite.
func note(declared ast.Decl, known map[string]bool, uses map[string]map[string]bool, starts map[string]bool) {
	var names []string
	var body ast.Node = declared
	switch declared := declared.(type) {
	case *ast.FuncDecl:
		names = []string{declared.Name.Name}
		if declared.Body == nil {
			return
		}
		body = declared.Body
	case *ast.GenDecl:
		if declared.Tok != token.VAR {
			return
		}
		for _, spec := range declared.Specs {
			if values, ok := spec.(*ast.ValueSpec); ok {
				for _, name := range values.Names {
					names = append(names, name.Name)
				}
			}
		}
	}
	used := map[string]bool{}
	started := false
	ast.Inspect(body, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.Ident:
			used[node.Name] = true
		case *ast.SelectorExpr:
			if home, ok := node.X.(*ast.Ident); ok && known[home.Name] {
				switch node.Sel.Name {
				case "ScenarioContext", "TestSuiteContext", "Options", "Table", "DocString", "ErrPending", "ErrSkip", "T":
				default:
					started = true
				}
			}
		}
		return true
	})
	for _, name := range names {
		if uses[name] == nil {
			uses[name] = map[string]bool{}
		}
		for other := range used {
			uses[name][other] = true
		}
		starts[name] = starts[name] || started
	}
}
