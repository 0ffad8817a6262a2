// Package grain knows what is delivered: kinds of grain, and how good a sample is.
package grain

import (
	"errors"
	"fmt"
	"sort"
	"strings"
)

// Kind is a kind of grain.
type Kind int

// The kinds that the granary takes.
const (
	Wheat Kind = iota + 1
	Barley
	Rye
	Oats
	Maize
)

// Facts are what the granary knows of a kind.
type Facts struct {
	Name string
	// DryAt is the moisture, in tenths of a per cent, up to which it can be stored.
	DryAt int
	// Density is kilograms a cubic metre.
	Density int
	// Grades are the least test weights of the grades, best first.
	Grades []int
}

var table = map[Kind]Facts{
	Wheat:  {Name: "wheat", DryAt: 140, Density: 780, Grades: []int{760, 740, 710}},
	Barley: {Name: "barley", DryAt: 140, Density: 650, Grades: []int{640, 620, 600}},
	Rye:    {Name: "rye", DryAt: 145, Density: 720, Grades: []int{710, 690}},
	Oats:   {Name: "oats", DryAt: 135, Density: 500, Grades: []int{520, 490, 460}},
	Maize:  {Name: "maize", DryAt: 150, Density: 740, Grades: []int{700}},
}

// ErrUnknown is the answer to a name that no kind has.
var ErrUnknown = errors.New("unknown grain")

var byName = map[string]Kind{}

func init() {
	for kind, facts := range table {
		byName[facts.Name] = kind
	}
	// What farmers say.
	byName["corn"] = Maize
}

// Parse reads the name of a kind.
func Parse(name string) (Kind, error) {
	kind, ok := byName[strings.ToLower(strings.TrimSpace(name))]
	if !ok {
		return 0, fmt.Errorf("%w: %q", ErrUnknown, name)
	}
	return kind, nil
}

// String is the name of a kind.
func (k Kind) String() string {
	if facts, ok := table[k]; ok {
		return facts.Name
	}
	return fmt.Sprintf("Kind(%d)", int(k))
}

// Of gives the facts of a kind. It panics for a kind that there is not.
func Of(kind Kind) Facts {
	facts, ok := table[kind]
	if !ok {
		panic(fmt.Sprintf("grain: no facts of %v", kind))
	}
	return facts
}

// Names lists all names that Parse knows, sorted.
func Names() []string {
	names := make([]string, 0, len(byName))
	for name := range byName {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// Sample is what the laboratory found.
type Sample struct {
	Kind Kind
	// Moisture in tenths of a per cent.
	Moisture int
	// TestWeight is grams a litre.
	TestWeight int
	// Foreign is foreign matter, in tenths of a per cent.
	Foreign int
}

// SampleError says which value of a sample cannot be.
type SampleError struct {
	Field string
	Value int
}

func (e *SampleError) Error() string {
	return fmt.Sprintf("sample: %s of %d cannot be", e.Field, e.Value)
}

// Check refuses what no laboratory can have found.
func (s Sample) Check() error {
	switch {
	case s.Moisture < 0 || s.Moisture > 500:
		return &SampleError{Field: "moisture", Value: s.Moisture}
	case s.TestWeight <= 0:
		return &SampleError{Field: "test weight", Value: s.TestWeight}
	case s.Foreign < 0 || s.Foreign > 1000:
		return &SampleError{Field: "foreign matter", Value: s.Foreign}
	}
	return nil
}

// Grade is 1 for the best; one more than there are grades means feed.
func (s Sample) Grade() int {
	grades := Of(s.Kind).Grades
	grade := len(grades) + 1
	for place, least := range grades {
		if s.TestWeight >= least {
			grade = place + 1
			break
		}
	}
	// Dirty grain is a grade worse, very dirty grain is feed.
	if s.Foreign > 50 {
		return len(grades) + 1
	}
	if s.Foreign > 20 && grade <= len(grades) {
		grade++
	}
	return grade
}

// NeedsDrying tells whether it is too wet for the silo.
func (s Sample) NeedsDrying() bool {
	return s.Moisture > Of(s.Kind).DryAt
}

// DryWeight is what is left of so many kilograms once dried, and cleaned, rounded down.
func (s Sample) DryWeight(kilograms int) int {
	left := kilograms - kilograms*s.Foreign/1000
	if dryAt := Of(s.Kind).DryAt; s.Moisture > dryAt {
		left = left * (1000 - s.Moisture) / (1000 - dryAt)
	}
	return left
}
