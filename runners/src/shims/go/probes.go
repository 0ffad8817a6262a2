package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strings"
)

const (
	probeFile = "00mutscore_probe.go"
	probe     = "mutscoreEntered_"
)

// Puts a call at the start of each exported function of the production code, on the line of its brace: lines stay.
func addProbes(asked *request) error {
	packages := map[string]string{}
	for _, name := range asked.Production {
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(asked.Root, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		files := token.NewFileSet()
		parsed, err := parser.ParseFile(files, name, text, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil || usesCgo(parsed) {
			continue // what does not parse is the compiler's to tell
		}
		packages[path.Dir(name)] = parsed.Name.Name
		if err := put(asked, name, probeAll(files, parsed, name, text)); err != nil {
			return err
		}
	}
	for dir, name := range packages {
		text := fmt.Sprintf("package %s\n\nimport mutscoreTesting_ \"testing\"\n\nfunc %s(name string) { mutscoreTesting_.MutscoreEntered(name) }\n", name, probe)
		if err := put(asked, path.Join(dir, probeFile), []byte(text)); err != nil {
			return err
		}
	}
	return nil
}

func usesCgo(file *ast.File) bool {
	for _, imported := range file.Imports {
		if imported.Path.Value == `"C"` {
			return true
		}
	}
	return false
}

func probeAll(files *token.FileSet, parsed *ast.File, name string, text []byte) []byte {
	type insertion struct {
		offset int
		call   string
	}
	var all []insertion
	for _, declared := range parsed.Decls {
		function, ok := declared.(*ast.FuncDecl)
		if !ok || function.Body == nil || !function.Name.IsExported() || directed(function) {
			continue
		}
		at := files.PositionFor(function.Body.Lbrace, false)
		call := fmt.Sprintf(" %s(%q);", probe, name+"::"+qualified(function))
		all = append(all, insertion{at.Offset + 1, call})
	}
	sort.Slice(all, func(a, b int) bool { return all[a].offset < all[b].offset })
	var probed bytes.Buffer
	from := 0
	for _, one := range all {
		probed.Write(text[from:one.offset])
		probed.WriteString(one.call)
		from = one.offset
	}
	probed.Write(text[from:])
	return probed.Bytes()
}

// Whether a word to the compiler stands before a function: what must not call, must not be probed.
func directed(function *ast.FuncDecl) bool {
	if function.Doc == nil {
		return false
	}
	for _, comment := range function.Doc.List {
		if strings.HasPrefix(comment.Text, "//go:") || strings.HasPrefix(comment.Text, "//export ") {
			return true
		}
	}
	return false
}

// `Type.Method`, or the name of a plain function.
func qualified(function *ast.FuncDecl) string {
	if function.Recv == nil || len(function.Recv.List) == 0 {
		return function.Name.Name
	}
	of := function.Recv.List[0].Type
	for {
		switch inner := of.(type) {
		case *ast.StarExpr:
			of = inner.X
		case *ast.ParenExpr:
			of = inner.X
		case *ast.IndexExpr:
			of = inner.X
		case *ast.IndexListExpr:
			of = inner.X
		case *ast.Ident:
			return inner.Name + "." + function.Name.Name
		default:
			return function.Name.Name
		}
	}
}
