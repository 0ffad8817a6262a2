// The half of the compile check that is built with the project's Go.
//
// Each version of a file is type-checked with its package (go/types, the imported packages from the build cache's
// export data). Versions that pass and change one function only are then compiled together: each becomes a copy of its
// function under another name in one package whose other bodies are left out, and the compiler's listing (go tool
// compile -S) gives the machine code of each copy. Copies with the same code, line tables apart, are one program.
// Nothing of the project is ever run.
//
// A frame is a count, then that many fields, each a length and its bytes (lengths and counts: 32 bits, little-endian).
// The first question holds the program's root folder.
package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"sort"
	"strconv"
	"strings"
)

// What a copy's name begins with.
const mark = "mutscore"

// How often the versions that the compiler refuses are taken out and the rest is tried again.
const mostRounds = 5

// edit is a part of the original and what comes in its place.
type edit struct {
	start, end int
	text       []byte
}

func apply(source []byte, edits []edit) []byte {
	var out []byte
	from := 0
	for _, one := range edits {
		out = append(out, source[from:one.start]...)
		out = append(out, one.text...)
		from = one.end
	}
	return append(out, source[from:]...)
}

// unit is a package in which one file is looked at: the others with most bodies left out.
type unit struct {
	dir      string
	fset     *token.FileSet
	importer types.Importer
	exports  map[string]string
	goVers   string
	trouble  string
	// The files without the bodies that nothing outside them depends on, once they were read.
	parsed map[string]*ast.File
}

type checker struct {
	root    string
	tools   string
	scratch string
	units   map[string]*unit
}

func main() {
	in, out := bufio.NewReaderSize(os.Stdin, 1<<16), os.Stdout
	// The standard output belongs to the protocol.
	os.Stdout = os.Stderr
	var c *checker
	for {
		question, err := receive(in)
		if err != nil {
			break
		}
		if string(question[0]) == "hello" {
			c = &checker{root: string(question[1]), units: map[string]*unit{}}
			if words, ok := c.prepare(); ok {
				send(out, "hello", words)
			} else {
				send(out, "unknown", words)
			}
			continue
		}
		for _, answer := range c.answers(string(question[1]), question[2], versions(question[3:])) {
			send(out, answer...)
		}
	}
	if c != nil {
		os.RemoveAll(c.scratch)
	}
}

func receive(in *bufio.Reader) ([][]byte, error) {
	var count uint32
	if err := binary.Read(in, binary.LittleEndian, &count); err != nil {
		return nil, err
	}
	fields := make([][]byte, count)
	for i := range fields {
		var length uint32
		if err := binary.Read(in, binary.LittleEndian, &length); err != nil {
			return nil, err
		}
		fields[i] = make([]byte, length)
		if _, err := io.ReadFull(in, fields[i]); err != nil {
			return nil, err
		}
	}
	return fields, nil
}

func send(out io.Writer, fields ...string) {
	frame := binary.LittleEndian.AppendUint32(nil, uint32(len(fields)))
	for _, field := range fields {
		frame = binary.LittleEndian.AppendUint32(frame, uint32(len(field)))
		frame = append(frame, field...)
	}
	out.Write(frame)
}

// versions reads counts of edits, then start, end and text of each.
func versions(fields [][]byte) [][]edit {
	number := func(field []byte) int {
		n, _ := strconv.Atoi(string(field))
		return n
	}
	var all [][]edit
	for at := 0; at < len(fields); {
		edits := make([]edit, number(fields[at]))
		at++
		for i := range edits {
			edits[i] = edit{number(fields[at]), number(fields[at+1]), fields[at+2]}
			at += 3
		}
		all = append(all, edits)
	}
	return all
}

func (c *checker) prepare() (string, bool) {
	found, err := exec.Command("go", "env", "GOTOOLDIR", "GOVERSION").Output()
	lines := strings.Split(strings.TrimSpace(string(found)), "\n")
	if err != nil || len(lines) != 2 {
		return "`go env` does not answer: " + fmt.Sprint(err), false
	}
	c.tools = lines[0]
	if c.scratch, err = os.MkdirTemp("", "mutscore-go-"); err != nil {
		return err.Error(), false
	}
	words := lines[1]
	if words != runtime.Version() {
		words += ", types of " + runtime.Version()
	}
	return words + " " + runtime.GOARCH, true
}

// answers says what becomes of the original and of each version.
func (c *checker) answers(path string, source []byte, all [][]edit) [][]string {
	answers := make([][]string, len(all)+1)
	full := filepath.Join(c.root, path)
	u := c.unit(filepath.Dir(full), source)
	if u.trouble != "" {
		for i := range answers {
			answers[i] = []string{"unknown", u.trouble}
		}
		return answers
	}
	others := u.others(full)
	known := map[string]bool{}
	for _, one := range u.check(others, nil, nil) {
		known[one.Error()] = true
	}
	whole := func(text []byte) []string {
		file, err := parser.ParseFile(u.fset, full, text, parser.SkipObjectResolution|parser.ParseComments)
		if file != nil {
			defer func() { u.fset.RemoveFile(u.fset.File(file.FileStart)) }()
		}
		if err != nil {
			return refused(err)
		}
		for _, one := range u.check(others, file, nil) {
			if !known[one.Error()] {
				return refused(one)
			}
		}
		return nil
	}
	original := hex.EncodeToString(sum(source))
	if answers[0] = whole(source); answers[0] != nil {
		for i := range all {
			answers[i+1] = []string{"unknown", "the original does not compile"}
		}
		return answers
	}
	answers[0] = []string{"form", original}
	passed := map[int][]edit{}
	for i, edits := range all {
		if answers[i+1] = whole(apply(source, edits)); answers[i+1] == nil {
			answers[i+1] = []string{"opaque"}
			passed[i+1] = edits
		}
	}
	for i, form := range c.forms(u, full, source, passed) {
		if form == "" {
			form = original
		}
		answers[i] = []string{"form", form}
	}
	return answers
}

func sum(parts ...[]byte) []byte {
	hash := sha256.New()
	for _, part := range parts {
		binary.Write(hash, binary.LittleEndian, uint64(len(part)))
		hash.Write(part)
	}
	return hash.Sum(nil)
}

// `path:line:column: message`
var place = regexp.MustCompile(`(?s)^.*?:(\d+)(?::\d+)?: (.*)$`)

func refused(err error) []string {
	if found := place.FindStringSubmatch(err.Error()); found != nil {
		return []string{"refused", found[1], found[2]}
	}
	return []string{"refused", "", err.Error()}
}

// unit loads what a package imports. Its own files are read when they are asked about.
func (c *checker) unit(dir string, source []byte) *unit {
	if known := c.units[dir]; known != nil {
		return known
	}
	u := &unit{dir: dir, fset: token.NewFileSet(), exports: map[string]string{}, parsed: map[string]*ast.File{}}
	c.units[dir] = u
	imports := map[string]bool{}
	for _, file := range u.files() {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			continue
		}
		for _, one := range parsed.Imports {
			if path, err := strconv.Unquote(one.Path.Value); err == nil && path != "unsafe" {
				imports[path] = true
			}
		}
	}
	if imports["C"] {
		u.trouble = "the package uses cgo"
		return u
	}
	u.load(imports)
	u.importer = importer.ForCompiler(u.fset, "gc", func(path string) (io.ReadCloser, error) {
		if file := u.exports[path]; file != "" {
			return os.Open(file)
		}
		return nil, fmt.Errorf("no compiled package %q (is it downloaded?)", path)
	})
	return u
}

// files are those of the package that this machine would build, tests left out.
func (u *unit) files() []string {
	entries, _ := os.ReadDir(u.dir)
	var files []string
	for _, entry := range entries {
		name := entry.Name()
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		if match, err := build.Default.MatchFile(u.dir, name); err == nil && match {
			files = append(files, filepath.Join(u.dir, name))
		}
	}
	return files
}

func (u *unit) load(imports map[string]bool) {
	if len(imports) == 0 {
		return
	}
	arguments := []string{"list", "-e", "-export", "-deps", "-json=ImportPath,Export"}
	for path := range imports {
		arguments = append(arguments, path)
	}
	sort.Strings(arguments[5:])
	command := exec.Command("go", arguments...)
	command.Dir = u.dir
	found, _ := command.Output()
	decoder := json.NewDecoder(bytes.NewReader(found))
	for {
		var one struct{ ImportPath, Export string }
		if decoder.Decode(&one) != nil {
			break
		}
		u.exports[one.ImportPath] = one.Export
	}
	version := exec.Command("go", "list", "-m", "-f", "{{.GoVersion}}")
	version.Dir = u.dir
	if words, err := version.Output(); err == nil {
		if text := strings.TrimSpace(string(words)); text != "" {
			u.goVers = "go" + strings.SplitN(text, "\n", 2)[0]
		}
	}
}

// others are the package's other files. One that does not parse is as if it were not there.
func (u *unit) others(except string) []*ast.File {
	var files []*ast.File
	name := ""
	if parsed, err := parser.ParseFile(token.NewFileSet(), except, nil, parser.PackageClauseOnly); err == nil {
		name = parsed.Name.Name
	}
	for _, path := range u.files() {
		if path == except {
			continue
		}
		file, known := u.parsed[path]
		if !known {
			file = u.withoutBodies(path)
			u.parsed[path] = file
		}
		if file != nil && (name == "" || file.Name.Name == name) {
			files = append(files, file)
		}
	}
	return files
}

func (u *unit) withoutBodies(path string) *ast.File {
	file, err := parser.ParseFile(u.fset, path, nil, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		return nil
	}
	for _, declaration := range file.Decls {
		if function, ok := declaration.(*ast.FuncDecl); ok && mayLoseBody(function) {
			function.Body = nil
		}
	}
	return file
}

// mayLoseBody: the language asks for the bodies of generic functions and of init and main.
func mayLoseBody(function *ast.FuncDecl) bool {
	return function.Body != nil && !isGeneric(function) && (function.Recv != nil || !isStarted(function))
}

func isStarted(function *ast.FuncDecl) bool {
	return function.Name.Name == "init" || function.Name.Name == "main"
}

func isGeneric(function *ast.FuncDecl) bool {
	if function.Type.TypeParams != nil {
		return true
	}
	if function.Recv == nil || len(function.Recv.List) == 0 {
		return false
	}
	kind := function.Recv.List[0].Type
	if star, ok := kind.(*ast.StarExpr); ok {
		kind = star.X
	}
	switch kind.(type) {
	case *ast.IndexExpr, *ast.IndexListExpr:
		return true
	}
	return false
}

// check gives the type errors of a package: of the other files, and of one more.
func (u *unit) check(others []*ast.File, file *ast.File, info *types.Info) []error {
	var errors []error
	config := types.Config{
		Importer:  u.importer,
		GoVersion: u.goVers,
		Sizes:     types.SizesFor("gc", runtime.GOARCH),
		Error:     func(err error) { errors = append(errors, err) },
	}
	files := append([]*ast.File{}, others...)
	if file != nil {
		files = append(files, file)
	}
	if len(files) > 0 {
		config.Check(mark+"/checked", u.fset, files, info)
	}
	return errors
}
