// Becomes part of a copy of package godog: scenarios, their effective steps, and what does not bind.

package godog

import (
	"fmt"
	"runtime"
	"sort"
	"strings"
)

// What a feature file says of its scenarios, rows and steps, by the ids of Gherkin's own parser.
type mutscoreIndex struct {
	scenarios map[string]*mutscoreEntry
	rows      map[string]int64
	steps     map[string]*mutscoreKnown
}

// A step of the file, before substitution.
type mutscoreKnown struct {
	Keyword    string `json:"keyword"`
	Kind       string `json:"kind"`
	Text       string `json:"text"`
	Line       int64  `json:"line"`
	Background bool   `json:"background"`
}

// A scenario or outline.
type mutscoreEntry struct {
	Feature     string           `json:"feature"`
	Line        int64            `json:"line"`
	Outline     bool             `json:"outline"`
	Rows        []int64          `json:"rows"`
	FeatureName string           `json:"feature_name"`
	Name        string           `json:"name"`
	Tags        []string         `json:"tags"`
	Steps       []*mutscoreKnown `json:"steps"`
	Unbound     *string          `json:"unbound"`
	Binds       []string         `json:"binds"`
}

func (m *mutscoreRun) index(doc *GherkinDocument) *mutscoreIndex {
	if known := m.indexes[doc]; known != nil {
		return known
	}
	if known := m.known[doc]; known != nil {
		m.indexes[doc] = known
		return known
	}
	index := &mutscoreIndex{
		scenarios: map[string]*mutscoreEntry{}, rows: map[string]int64{}, steps: map[string]*mutscoreKnown{},
	}
	m.indexes[doc] = index
	if m.known != nil {
		m.known[doc] = index
	}
	if doc == nil || doc.Feature == nil {
		return index
	}
	// What stands in a rule is laid flat behind the rule itself, so that one loop sees all.
	flat := doc.Feature.Children[:0:0]
	for _, child := range doc.Feature.Children {
		flat = append(flat, child)
		if child.Rule == nil {
			continue
		}
		for _, inner := range child.Rule.Children {
			one := *child
			one.Rule, one.Background, one.Scenario = nil, inner.Background, inner.Scenario
			flat = append(flat, &one)
		}
	}
	var outer, above []*mutscoreKnown
	rules := false
	for _, child := range flat {
		if child.Rule != nil {
			if !rules {
				outer, rules = above, true
			}
			above = append([]*mutscoreKnown{}, outer...)
		}
		if background := child.Background; background != nil {
			for _, step := range background.Steps {
				above = index.add(above, step.Id, step.Keyword, mutscoreText(step, "KeywordType"), step.Text, step.Location.Line, true)
			}
		}
		scenario := child.Scenario
		if scenario == nil {
			continue
		}
		entry := &mutscoreEntry{Line: scenario.Location.Line, Name: scenario.Name, Outline: len(scenario.Examples) > 0,
			FeatureName: doc.Feature.Name, Rows: []int64{}, Tags: []string{}, Binds: []string{}}
		for _, tag := range append(doc.Feature.Tags[:len(doc.Feature.Tags):len(doc.Feature.Tags)], scenario.Tags...) {
			entry.Tags = append(entry.Tags, tag.Name)
		}
		var own []*mutscoreKnown
		for _, step := range scenario.Steps {
			own = index.add(own, step.Id, step.Keyword, mutscoreText(step, "KeywordType"), step.Text, step.Location.Line, false)
		}
		for _, table := range scenario.Examples {
			for _, row := range table.TableBody {
				index.rows[row.Id] = row.Location.Line
			}
		}
		index.scenarios[scenario.Id] = entry.with(above, own)
	}
	return index
}

// Adds a step behind those that came before it, whose kind an `And` takes.
func (x *mutscoreIndex) add(before []*mutscoreKnown, id, keyword, of, text string, line int64, background bool) []*mutscoreKnown {
	step := &mutscoreKnown{Keyword: strings.TrimSpace(keyword), Text: text, Line: line, Background: background}
	switch {
	case of == "Context" || of == "" && step.Keyword == "Given":
		step.Kind = "given"
	case of == "Action" || of == "" && step.Keyword == "When":
		step.Kind = "when"
	case of == "Outcome" || of == "" && step.Keyword == "Then":
		step.Kind = "then"
	case len(before) > 0:
		step.Kind = before[len(before)-1].Kind
	default:
		step.Kind = "given"
	}
	x.steps[id] = step
	return append(before, step)
}

// Effective steps, and tags once each, sorted. A scenario without steps of its own runs no background either.
func (e *mutscoreEntry) with(background, own []*mutscoreKnown) *mutscoreEntry {
	e.Steps = []*mutscoreKnown{}
	if len(own) > 0 {
		e.Steps = append(append(e.Steps, background...), own...)
	}
	seen := map[string]bool{}
	tags := []string{}
	for _, tag := range e.Tags {
		tag = strings.TrimPrefix(tag, "@")
		if !seen[tag] {
			seen[tag] = true
			tags = append(tags, tag)
		}
	}
	sort.Strings(tags)
	e.Tags = tags
	return e
}

// Line of the scenario, and of the row if it is an outline's.
func (x *mutscoreIndex) place(ids []string) (int64, int64) {
	var line, row int64
	for _, id := range ids {
		if entry := x.scenarios[id]; entry != nil {
			line = entry.Line
		}
		if found := x.rows[id]; found != 0 {
			row = found
		}
	}
	return line, row
}

// A running step, as the engine names it.
func (m *mutscoreRun) about(pickle *Scenario, step *Step) *mutscoreStep {
	about := &mutscoreStep{Name: step.Text, kind: "given"}
	for _, index := range m.indexes {
		_, row := index.place(pickle.AstNodeIds)
		if len(step.AstNodeIds) == 0 {
			continue
		}
		if known := index.steps[step.AstNodeIds[0]]; known != nil {
			about.Keyword, about.Line, about.kind, about.Row = known.Keyword, known.Line, known.Kind, row
		}
	}
	return about
}

// Tells every scenario of a suite, with the first step of it that does not bind to exactly one definition.
func mutscoreDiscover(r *runner) {
	entries := []*mutscoreEntry{}
	for _, feature := range r.features {
		index := mutscore.index(feature.GherkinDocument)
		path := mutscorePath(feature.Uri)
		seen := map[*mutscoreEntry]bool{}
		for _, pickle := range feature.Pickles {
			entry := index.scenarios[pickle.AstNodeIds[0]]
			if entry == nil {
				continue
			}
			if !seen[entry] {
				seen[entry] = true
				entry.Feature = path
				entries = append(entries, entry)
			}
			if _, row := index.place(pickle.AstNodeIds); row != 0 {
				entry.Rows = append(entry.Rows, row)
			}
			entry.bind(r, index, pickle)
		}
	}
	mutscore.tell("scenarios", entries)
}

// Notes the definitions that the steps of a pickle bind to, and the first step that does not bind to exactly one.
func (e *mutscoreEntry) bind(r *runner, index *mutscoreIndex, pickle *Scenario) {
	bound := suite{}
	if r.testSuiteInitializer != nil {
		all := TestSuiteContext{}
		/*MUTSCORE all.suite = &bound*/
		r.testSuiteInitializer(&all)
	}
	if r.scenarioInitializer != nil {
		r.scenarioInitializer(&ScenarioContext{suite: &bound})
	}
	binds := map[string]bool{}
	for _, place := range e.Binds {
		binds[place] = true
	}
	for _, step := range pickle.Steps {
		found := bound.mutscoreMatches(step)
		for _, place := range found {
			definition := bound.steps[place]
			handler := runtime.FuncForPC(definition.HandlerValue.Pointer())
			binds[handler.Name()+" "+definition.Expr.String()] = true
		}
		if len(found) == 1 || e.Unbound != nil {
			continue
		}
		words := step.Text
		if known := index.steps[step.AstNodeIds[0]]; known != nil {
			words = known.Keyword + " " + words
		}
		if len(found) > 1 {
			patterns := []string{}
			for _, place := range found {
				patterns = append(patterns, bound.steps[place].Expr.String())
			}
			words = fmt.Sprintf("%s (ambiguous: %s)", words, strings.Join(patterns, ", "))
		}
		e.Unbound = &words
	}
	e.Binds = e.Binds[:0]
	for place := range binds {
		e.Binds = append(e.Binds, place)
	}
	sort.Strings(e.Binds)
}
