package main

import (
	"os"
	"sort"
	"strconv"
	"strings"
)

// A basic block of a cover profile.
type block struct {
	fromLine, fromColumn, toLine, toColumn int
	ran                                    bool
}

// Executed lines of the production files, from a profile that Go's own tool has written.
func linesOf(asked *request, profile string) (map[string][]int, error) {
	text, err := os.ReadFile(profile)
	if err != nil {
		return nil, err
	}
	production := map[string]bool{}
	for _, name := range asked.Production {
		production[name] = true
	}
	blocks := map[string][]block{}
	for _, line := range strings.Split(string(text), "\n") {
		colon := strings.LastIndexByte(line, ':')
		if colon < 0 {
			continue
		}
		name := strings.TrimPrefix(line[:colon], asked.Module+"/")
		if !production[name] {
			continue
		}
		if found, ok := blockOf(line[colon+1:]); ok {
			blocks[name] = append(blocks[name], found)
		}
	}
	lines := map[string][]int{}
	for name, all := range blocks {
		if ran := executed(all); len(ran) > 0 {
			lines[name] = ran
		}
	}
	return lines, nil
}

// `12.30,15.2 3 1`: from, to, statements, count.
func blockOf(text string) (block, bool) {
	numbers := strings.FieldsFunc(text, func(letter rune) bool { return letter == '.' || letter == ',' || letter == ' ' })
	if len(numbers) != 6 {
		return block{}, false
	}
	var values [6]int
	for place, number := range numbers {
		value, err := strconv.Atoi(number)
		if err != nil {
			return block{}, false
		}
		values[place] = value
	}
	return block{values[0], values[1], values[2], values[3], values[5] > 0}, true
}

// Lines that a block with a count touches, but for those that lie wholly inside another block that never ran: the body
// of a function literal, say, within the statement that only makes it.
func executed(all []block) []int {
	ran := map[int]bool{}
	for _, one := range all {
		if !one.ran {
			continue
		}
		for line := one.fromLine; line <= one.toLine; line++ {
			if !hiddenBy(all, one, line) {
				ran[line] = true
			}
		}
	}
	var lines []int
	for line := range ran {
		lines = append(lines, line)
	}
	sort.Ints(lines)
	return lines
}

func hiddenBy(all []block, outer block, line int) bool {
	for _, inner := range all {
		if inner.ran || inner.fromLine >= line || line >= inner.toLine {
			continue
		}
		after := inner.fromLine > outer.fromLine || inner.fromLine == outer.fromLine && inner.fromColumn >= outer.fromColumn
		before := inner.toLine < outer.toLine || inner.toLine == outer.toLine && inner.toColumn <= outer.toColumn
		if after && before {
			return true
		}
	}
	return false
}

// Lines of `all` that are not in `load`.
func without(all, load map[string][]int) map[string][]int {
	left := map[string][]int{}
	for name, lines := range all {
		known := map[int]bool{}
		for _, line := range load[name] {
			known[line] = true
		}
		for _, line := range lines {
			if !known[line] {
				left[name] = append(left[name], line)
			}
		}
	}
	return left
}
