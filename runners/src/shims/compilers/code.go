// The machine code of the versions of functions: one compilation for all versions of a file.
//
// Each becomes a copy of its function under another name, in a package whose other bodies are left out.
package main

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"sort"
	"strconv"
	"strings"
)

// copied is a function of the original and the versions of it.
type copied struct {
	function *ast.FuncDecl
	symbol   string
	versions []int
}

// forms gives the digest of each version's machine code; empty where it is the original's. What cannot be compared is
// left out.
func (c *checker) forms(u *unit, path string, source []byte, passed map[int][]edit) map[int]string {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil || len(passed) == 0 {
		return nil
	}
	offset := func(pos token.Pos) int { return fset.PositionFor(pos, false).Offset }
	var functions []*copied
	for _, declaration := range file.Decls {
		function, ok := declaration.(*ast.FuncDecl)
		if !ok || function.Body == nil || isGeneric(function) || function.Name.Name == "_" || isDirected(function) {
			continue
		}
		one := &copied{function: function}
		for i, edits := range passed {
			if within(edits, offset(function.Body.Lbrace)+1, offset(function.Body.Rbrace)) {
				one.versions = append(one.versions, i)
			}
		}
		sort.Ints(one.versions)
		if len(one.versions) > 0 {
			functions = append(functions, one)
		}
	}
	code := c.compile(u, path, source, file, offset, functions, passed)
	forms := map[int]string{}
	for number, one := range functions {
		original, ok := code[copyName(number, 0)]
		for _, version := range one.versions {
			if own, has := code[copyName(number, version)]; ok && has {
				if own == original {
					forms[version] = ""
				} else {
					start := strconv.Itoa(offset(one.function.Pos()))
					forms[version] = hex.EncodeToString(sum([]byte(start), []byte(own)))
				}
			}
		}
	}
	return forms
}

// isDirected: what //go: lines ask for (no split, a link name …) belongs to one function and not to its copies.
func isDirected(function *ast.FuncDecl) bool {
	if function.Doc != nil {
		for _, line := range function.Doc.List {
			if strings.HasPrefix(line.Text, "//go:") {
				return true
			}
		}
	}
	return false
}

func within(edits []edit, start, end int) bool {
	for _, one := range edits {
		if one.start < start || one.end > end {
			return false
		}
	}
	return len(edits) > 0
}

// copyName is unlike any other name; version 0 is the original.
func copyName(function, version int) string {
	return fmt.Sprintf("%s_%d_%d_", mark, function, version)
}

// span is a part of a text that becomes another.
type span struct {
	start, end int
	text       string
}

// blank keeps the line ends of a text and nothing else.
func blank(text []byte) string {
	return strings.Repeat("\n", bytes.Count(text, []byte("\n")))
}

func splice(text []byte, spans []span) []byte {
	sort.Slice(spans, func(i, j int) bool { return spans[i].start < spans[j].start })
	edits := make([]edit, len(spans))
	for i, one := range spans {
		edits[i] = edit{one.start, one.end, []byte(one.text)}
	}
	return apply(text, edits)
}

// bodiless is a file's text without the bodies of functions; those that must have one go as a whole, if nobody can
// have called them, or stay.
func bodiless(source []byte, file *ast.File, offset func(token.Pos) int) []byte {
	var spans []span
	for _, declaration := range file.Decls {
		function, ok := declaration.(*ast.FuncDecl)
		if !ok || function.Body == nil {
			continue
		}
		from := function.Body.Lbrace
		if function.Recv == nil && isStarted(function) {
			from = function.Pos()
		} else if !mayLoseBody(function) {
			continue
		}
		start, end := offset(from), offset(function.Body.Rbrace)+1
		spans = append(spans, span{start, end, blank(source[start:end])})
	}
	return splice(source, spans)
}

// compile gives the machine code of every copy, by its name. Copies that the compiler refuses are left out.
func (c *checker) compile(u *unit, path string, source []byte, file *ast.File, offset func(token.Pos) int,
	functions []*copied, passed map[int][]edit) map[string]string {
	if len(functions) == 0 {
		return nil
	}
	base := bodiless(source, file, offset)
	if len(base) > 0 && base[len(base)-1] != '\n' {
		base = append(base, '\n')
	}
	type piece struct {
		name string
		text []byte
	}
	var pieces []piece
	for number, one := range functions {
		name := one.function.Name
		for _, version := range append([]int{0}, one.versions...) {
			edits := append([]edit{}, passed[version]...)
			renamed := append([]edit{{offset(name.Pos()), offset(name.End()), []byte(copyName(number, version))}}, edits...)
			start, end := offset(one.function.Pos()), offset(one.function.Body.Rbrace)+1
			for i := range renamed {
				renamed[i].start, renamed[i].end = renamed[i].start-start, renamed[i].end-start
			}
			text := apply(source[start:end], renamed)
			pieces = append(pieces, piece{copyName(number, version), append(text, '\n')})
		}
	}
	var others []string
	for _, other := range u.files() {
		if other != path {
			if text, ok := c.strippedOther(other, file.Name.Name); ok {
				others = append(others, text)
			}
		}
	}
	for round := 0; round < mostRounds && len(pieces) > 0; round++ {
		text := append([]byte{}, base...)
		lines := make([]int, len(pieces))
		for i, one := range pieces {
			lines[i] = bytes.Count(text, []byte("\n")) + 1
			text = append(text, one.text...)
		}
		listing, refused := c.listing(u, append([]string{string(text)}, others...))
		if listing != nil {
			names := make([]string, len(pieces))
			for i, one := range pieces {
				names[i] = one.name
			}
			return machineCode(listing, names)
		}
		kept := pieces[:0]
		for i, one := range pieces {
			end := lines[i] + bytes.Count(one.text, []byte("\n"))
			bad := false
			for _, line := range refused {
				bad = bad || line >= lines[i] && line < end
			}
			if !bad {
				kept = append(kept, one)
			}
		}
		if len(kept) == len(pieces) {
			return nil
		}
		pieces = kept
	}
	return nil
}

func (c *checker) strippedOther(path, name string) (string, bool) {
	source, err := os.ReadFile(path)
	if err != nil {
		return "", false
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil || file.Name.Name != name {
		return "", false
	}
	return string(bodiless(source, file, func(pos token.Pos) int { return fset.PositionFor(pos, false).Offset })), true
}

var unused = regexp.MustCompile(`imported (and|as .* and) not used`)

// withoutUnusedImports makes imports that only left-out bodies needed blank ones.
func (u *unit) withoutUnusedImports(texts []string) []string {
	fset := token.NewFileSet()
	files := make([]*ast.File, len(texts))
	for i, text := range texts {
		file, err := parser.ParseFile(fset, strconv.Itoa(i)+".go", text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return texts
		}
		files[i] = file
	}
	at := map[token.Position]bool{}
	config := types.Config{Importer: u.importer, GoVersion: u.goVers, Sizes: types.SizesFor("gc", runtime.GOARCH),
		Error: func(err error) {
			if one, ok := err.(types.Error); ok && unused.MatchString(one.Msg) {
				at[fset.PositionFor(one.Pos, false)] = true
			}
		}}
	config.Check(mark+"/checked", fset, files, nil)
	out := make([]string, len(texts))
	for i, file := range files {
		var spans []span
		for _, one := range file.Imports {
			place := fset.PositionFor(one.Pos(), false)
			if at[place] {
				spans = append(spans, span{place.Offset, fset.PositionFor(one.Path.Pos(), false).Offset, "_ "})
			}
		}
		out[i] = string(splice([]byte(texts[i]), spans))
	}
	return out
}

// `0.go:12:3: message`
var refusedAt = regexp.MustCompile(`(?m)^(?:[^\s:]*/)?0\.go:(\d+)`)

// listing compiles the texts as one package; where the first of them is refused, it gives the lines.
func (c *checker) listing(u *unit, texts []string) ([]byte, []int) {
	texts = u.withoutUnusedImports(texts)
	var config strings.Builder
	for path, file := range u.exports {
		if file != "" {
			fmt.Fprintf(&config, "packagefile %s=%s\n", path, file)
		}
	}
	os.WriteFile(filepath.Join(c.scratch, "importcfg"), []byte(config.String()), 0o600)
	// A file of our own: the compiler removes what it was to write, also where that is the system's `/dev/null`.
	arguments := []string{"-p", mark + "/checked", "-importcfg", "importcfg", "-o", "compiled",
		"-c=1", "-e", "-S", "-dwarf=false"}
	if u.goVers != "" {
		arguments = append(arguments, "-lang="+language(u.goVers))
	}
	for i, text := range texts {
		name := strconv.Itoa(i) + ".go"
		os.WriteFile(filepath.Join(c.scratch, name), []byte(text), 0o600)
		arguments = append(arguments, name)
	}
	command := exec.Command(filepath.Join(c.tools, "compile"), arguments...)
	command.Dir = c.scratch
	found, err := command.CombinedOutput()
	if err == nil {
		return found, nil
	}
	var lines []int
	for _, match := range refusedAt.FindAllSubmatch(found, -1) {
		if line, err := strconv.Atoi(string(match[1])); err == nil {
			lines = append(lines, line)
		}
	}
	return nil, lines
}

// language is a version without its patch number.
func language(version string) string {
	parts := strings.SplitN(version, ".", 3)
	if len(parts) < 2 {
		return version
	}
	return parts[0] + "." + parts[1]
}

// symbol is a piece of code or data in a listing.
type symbol struct {
	// Bytes and relocations; instructions with their lines are not in it.
	lines []string
}

var (
	heading = regexp.MustCompile(`^(\S.*) (S\S+) .*size=\d+`)
	// Data that the compiler numbers as it goes.
	numbered = regexp.MustCompile(`\.\.(?:stmp_|interfaceSwitch\.|typeAssert\.)\d+|\.jump\d+`)
	// An offset and bytes; an instruction has a five-digit number where these begin.
	dump = regexp.MustCompile(`^\t0x[0-9a-f]+ [0-9a-f]{2}(?: |$)`)
)

// machineCode puts together, for each copy, the bytes and relocations of its symbols: its own name and the numbers of
// constant data taken out, the data itself put in.
func machineCode(listing []byte, names []string) map[string]string {
	symbols := map[string]*symbol{}
	var current *symbol
	for _, line := range strings.Split(string(listing), "\n") {
		if found := heading.FindStringSubmatch(line); found != nil && line[0] != '\t' {
			current = &symbol{lines: []string{found[2] + sizeOf(line)}}
			symbols[found[1]] = current
		} else if current != nil && dump.MatchString(line) {
			current.lines = append(current.lines, dumped(line))
		} else if current != nil && strings.HasPrefix(line, "\trel ") {
			current.lines = append(current.lines, strings.TrimSpace(line))
		}
	}
	wanted := map[string][]string{}
	copies := regexp.MustCompile(mark + `_\d+_\d+_`)
	for name := range symbols {
		// Descriptions of types and of methods hold the copy's name as data, and no code depends on that.
		own := copies.FindString(name)
		if own != "" && strings.HasPrefix(name, mark+"/checked.") {
			wanted[own] = append(wanted[own], name)
		}
	}
	code := map[string]string{}
	for _, name := range names {
		own := wanted[name]
		if len(own) == 0 {
			continue
		}
		sort.Strings(own)
		var text strings.Builder
		for _, one := range own {
			text.WriteString(one + "\n")
			text.WriteString(described(symbols, symbols[one], 0))
		}
		code[name] = hex.EncodeToString(sum([]byte(strings.ReplaceAll(text.String(), name, "@"))))
	}
	return code
}

// described is a symbol's content with that of the numbered data it refers to.
func described(symbols map[string]*symbol, one *symbol, depth int) string {
	var text strings.Builder
	for _, line := range one.lines {
		if strings.HasPrefix(line, "rel ") && numbered.MatchString(line) && depth < 8 {
			for _, word := range strings.Fields(line) {
				// What follows the name is an offset into the data.
				name, _, _ := strings.Cut(word, "+")
				if data := symbols[name]; data != nil && numbered.MatchString(name) {
					line = strings.Replace(line, name, "{"+described(symbols, data, depth+1)+"}", 1)
				}
			}
		}
		text.WriteString(line + "\n")
	}
	return text.String()
}

func sizeOf(line string) string {
	at := strings.Index(line, "size=")
	return line[at:]
}

// dumped is the line up to the readable form of the bytes.
func dumped(line string) string {
	if at := strings.Index(line, "  "); at > 0 {
		line = line[:at]
	}
	return strings.TrimSpace(line)
}
