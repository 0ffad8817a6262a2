// Becomes part of a copy of package godog: chooses the scenario, and tells what its steps do.
//
// The copy's own `concurrent`, `runStep` and `runBeforeStepHooks` are called `mutscore…` there; these stand in their
// place. Nothing here knows a version of Gherkin's messages by name: their types are inferred, and what only some
// versions have is looked up by reflection.

package godog

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/cucumber/godog/internal/parser"
)

func (r *runner) concurrent(rate int) (failed bool) {
	if mutscore == nil {
		return r.mutscoreConcurrent(rate)
	}
	mutscore.tell("seen", true)
	switch mutscore.Mode {
	case "discover":
		mutscoreDiscover(r)
	case "load":
		mutscore.observed()
	case "list":
		mutscore.list(r)
	case "serve":
		if mutscore.isServed() {
			mutscore.serve(r)
		}
	default:
		steps, rows := mutscore.choose(r)
		return mutscore.suite(r, steps, rows)
	}
	return false
}

// Runs what was chosen of a suite; nothing at all if nothing was.
func (m *mutscoreRun) suite(r *runner, steps int, rows []int64) (failed bool) {
	if len(rows) == 0 {
		return false
	}
	// One after the other, in the order of the file, and without a report of the project's own.
	r.randomSeed, r.stopOnFailure = 0, false
	r.fmt = mutscoreSilence{}
	m.inSuite = true
	m.tell("suite", rows)
	if steps == 0 {
		m.fail(nil, mutscoreEnd{Outcome: "binding-failure", Detail: "nothing-run"})
	}
	failed = r.mutscoreConcurrent(1)
	if m.open != nil {
		// Its goroutine has ended, and godog went on without it.
		m.left(m.open)
	}
	m.inSuite = false
	m.observed()
	m.tell("ended", true)
	return failed
}

func (s *suite) runStep(ctx context.Context, pickle *Scenario, step *Step, before error, first, last bool) (context.Context, error) {
	if mutscore == nil || !mutscore.inSuite {
		return s.mutscoreRunStep(ctx, pickle, step, before, first, last)
	}
	about := mutscore.about(pickle, step)
	if first {
		if mutscore.open != nil {
			mutscore.left(mutscore.open)
		}
		if mutscore.Strip {
			s.mutscoreStrip(ctx, pickle)
		}
	}
	found := s.mutscoreMatches(step)
	if len(found) == 1 && before == nil {
		mutscore.next = about
	}
	mutscore.step, mutscore.nextStep = step, about
	rctx, err := s.mutscoreRunStep(ctx, pickle, step, before, first, last)
	mutscore.open, mutscore.next = nil, nil
	testing.MutscoreKind("hook")
	switch {
	case len(found) == 0:
		mutscore.fail(about, mutscoreEnd{Outcome: "binding-failure", Detail: "undefined"})
	case len(found) > 1:
		mutscore.fail(about, mutscoreEnd{Outcome: "binding-failure", Detail: "ambiguous"})
	case err != nil:
		mutscore.fail(about, mutscoreClassify(err))
	}
	return rctx, err
}

// A step begins once the hooks before it have passed.
func (s *suite) runBeforeStepHooks(ctx context.Context, step *Step, before error) (context.Context, error) {
	ctx, err := s.mutscoreRunBeforeStepHooks(ctx, step, before)
	if mutscore != nil && mutscore.step == step && mutscore.next != nil && err == nil {
		mutscore.open, mutscore.next = mutscore.next, nil
		testing.MutscoreKind(mutscore.open.kind)
		mutscore.begins(mutscore.open)
	}
	return ctx, err
}

// The definitions that a step's text binds to, by their place.
func (s *suite) mutscoreMatches(step *Step) []int {
	var found []int
	wanted := mutscoreText(step, "Type")
	for place, definition := range s.steps {
		if len(mutscoreMatch(definition, step.Text)) > 0 && mutscoreKeyword(definition, wanted) {
			found = append(found, place)
		}
	}
	return found
}

// Whether a definition that is for one keyword only takes a step of this type.
func mutscoreKeyword(definition interface{}, wanted string) bool {
	field := reflect.ValueOf(definition).Elem().FieldByName("Keyword")
	if !field.IsValid() {
		return true
	}
	for number, name := range []string{"Context", "Action", "Outcome"} {
		if wanted == name {
			return field.Int() == 3 || field.Int() == int64(number)
		}
	}
	return true
}

// Empties the bodies of the definitions that this scenario's Then steps bind to.
func (s *suite) mutscoreStrip(ctx context.Context, pickle *Scenario) {
	steps := append(s.steps[:0:0], s.steps...)
	for _, step := range pickle.Steps {
		about := mutscore.about(pickle, step)
		found := s.mutscoreMatches(step)
		if about.kind != "then" || len(found) == 0 {
			continue
		}
		emptied := *steps[found[0]]
		emptied.HandlerValue = mutscoreEmpty(ctx, emptied.HandlerValue.Type())
		steps[found[0]] = &emptied
	}
	s.steps = steps
}

// A function of this type that does nothing, and hands the context on.
func mutscoreEmpty(ctx context.Context, of reflect.Type) reflect.Value {
	return reflect.MakeFunc(of, func(given []reflect.Value) []reflect.Value {
		results := make([]reflect.Value, of.NumOut())
		for place := range results {
			results[place] = reflect.New(of.Out(place)).Elem()
			if of.Out(place) != mutscoreContext {
				continue
			}
			results[place].Set(reflect.ValueOf(&ctx).Elem())
			if len(given) > 0 && given[0].Type() == mutscoreContext {
				results[place].Set(given[0])
			}
		}
		return results
	})
}

var mutscoreContext = reflect.TypeOf((*context.Context)(nil)).Elem()

// Keeps the chosen scenario's pickles; gives the least number of steps of one, and the rows (or line) that they are.
func (m *mutscoreRun) choose(r *runner) (int, []int64) {
	var rows []int64
	steps := 0
	// Two suites may give the same id to different steps.
	m.indexes = map[*GherkinDocument]*mutscoreIndex{}
	kept := r.features[:0:0]
	for _, feature := range r.features {
		if mutscorePath(feature.Uri) != m.Feature {
			continue
		}
		index := m.index(feature.GherkinDocument)
		pickles := feature.Pickles[:0:0]
		for _, pickle := range feature.Pickles {
			line, row := index.place(pickle.AstNodeIds)
			if line != m.Line || !m.wants(row) {
				continue
			}
			if len(rows) == 0 || len(pickle.Steps) < steps {
				steps = len(pickle.Steps)
			}
			if row == 0 {
				row = line
			}
			rows = append(rows, row)
			pickles = append(pickles, pickle)
		}
		if len(pickles) > 0 {
			chosen := *feature
			chosen.Pickles = pickles
			kept = append(kept, &chosen)
		}
	}
	r.features = kept
	return steps, rows
}

func (m *mutscoreRun) wants(row int64) bool {
	if row == 0 {
		return len(m.Rows) == 0
	}
	for _, wanted := range m.Rows {
		if wanted == row {
			return true
		}
	}
	return false
}

// A feature's path in the project; godog may have a line after it, and knows it from the package's folder.
func mutscorePath(uri string) string {
	if path, known := mutscore.paths[uri]; known {
		return path
	}
	path := mutscoreFind(uri)
	if mutscore.paths != nil {
		mutscore.paths[uri] = path
	}
	return path
}

func mutscoreFind(uri string) string {
	if colon := strings.LastIndexByte(uri, ':'); colon > 0 && !strings.HasSuffix(uri, ".feature") {
		uri = uri[:colon]
	}
	if !filepath.IsAbs(uri) {
		uri = filepath.Join(mutscore.Folder, uri)
	}
	if real, err := filepath.EvalSymlinks(uri); err == nil {
		uri = real
	}
	root := mutscore.Root
	if real, err := filepath.EvalSymlinks(root); err == nil {
		root = real
	}
	path, err := filepath.Rel(root, uri)
	if err != nil {
		return uri
	}
	return filepath.ToSlash(path)
}

// Whether a file is surely not the feature that this process runs: its name is another one, and it is no link.
func (m *mutscoreRun) isOther(path string) bool {
	if filepath.Base(path) == filepath.Base(m.Feature) {
		return false
	}
	about, err := os.Lstat(path)
	return err == nil && about.Mode().IsRegular()
}

// A string field that only some versions have.
func mutscoreText(of interface{}, field string) string {
	value := reflect.ValueOf(of).Elem().FieldByName(field)
	if !value.IsValid() || value.Kind() != reflect.String {
		return ""
	}
	return value.String()
}

// A formatter that says nothing: what happens is told by the steps themselves.
type mutscoreSilence struct{}

func (mutscoreSilence) TestRunStarted()                                    {}
func (mutscoreSilence) Feature(*GherkinDocument, string, []byte)           {}
func (mutscoreSilence) Pickle(*Scenario)                                   {}
func (mutscoreSilence) Defined(*Scenario, *Step, *StepDefinition)          {}
func (mutscoreSilence) Failed(*Scenario, *Step, *StepDefinition, error)    {}
func (mutscoreSilence) Passed(*Scenario, *Step, *StepDefinition)           {}
func (mutscoreSilence) Skipped(*Scenario, *Step, *StepDefinition)          {}
func (mutscoreSilence) Undefined(*Scenario, *Step, *StepDefinition)        {}
func (mutscoreSilence) Pending(*Scenario, *Step, *StepDefinition)          {}
func (mutscoreSilence) Ambiguous(*Scenario, *Step, *StepDefinition, error) {}
func (mutscoreSilence) Summary()                                           {}

func init() {
	if mutscore == nil {
		return
	}
	mutscore.Folder, _ = os.Getwd()
	testing.MutscoreFailed = mutscore.testFailed
	testing.MutscoreSkipped = mutscore.testSkipped
	testing.MutscoreScope(mutscore.Root+"/", mutscore.Callers)
	if mutscore.Mode == "run" || mutscore.Mode == "load" {
		parser.MutscoreIsOther = mutscore.isOther
	}
}

// For people, where a value has no better name.
func mutscoreType(of interface{}) string { return fmt.Sprintf("%T", of) }
