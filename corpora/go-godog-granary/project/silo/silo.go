// Package silo keeps grain apart by kind and grade.
package silo

import (
	"errors"
	"fmt"
	"sort"
	"sync"

	"example.test/granary/grain"
)

// What can go wrong with a silo.
var (
	ErrFull    = errors.New("silo is full")
	ErrMixed   = errors.New("silo holds another grain")
	ErrEmpty   = errors.New("silo does not hold so much")
	ErrNoPlace = errors.New("no silo has room")
)

// Silo is one bin.
type Silo struct {
	Name string
	// Volume in cubic metres.
	Volume int

	mu    sync.Mutex
	kind  grain.Kind
	grade int
	held  int
}

// New makes an empty silo.
func New(name string, volume int) *Silo {
	return &Silo{Name: name, Volume: volume}
}

// Capacity is how many kilograms of a kind it takes: a twentieth stays free for the air.
func (s *Silo) Capacity(kind grain.Kind) int {
	return s.Volume * grain.Of(kind).Density * 19 / 20
}

// Room is how many kilograms of a kind and grade still go in.
func (s *Silo) Room(kind grain.Kind, grade int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.held > 0 && (s.kind != kind || s.grade != grade) {
		return 0
	}
	return s.Capacity(kind) - s.held
}

// Put fills in so many kilograms.
func (s *Silo) Put(kind grain.Kind, grade, kilograms int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.held > 0 && (s.kind != kind || s.grade != grade) {
		return fmt.Errorf("%s: %w", s.Name, ErrMixed)
	}
	if s.held+kilograms > s.Capacity(kind) {
		return fmt.Errorf("%s: %w", s.Name, ErrFull)
	}
	s.kind, s.grade = kind, grade
	s.held += kilograms
	return nil
}

// Take empties out so many kilograms.
func (s *Silo) Take(kilograms int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if kilograms > s.held {
		return fmt.Errorf("%s: %w", s.Name, ErrEmpty)
	}
	s.held -= kilograms
	if s.held == 0 {
		s.kind, s.grade = 0, 0
	}
	return nil
}

// Held is what is in it.
func (s *Silo) Held() (grain.Kind, int, int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.kind, s.grade, s.held
}

// Share is how full it is, in whole per cent.
func (s *Silo) Share() int {
	kind, _, held := s.Held()
	if held == 0 {
		return 0
	}
	return held * 100 / s.Capacity(kind)
}

// Row is several silos.
type Row []*Silo

// Find gives the silo of a name.
func (r Row) Find(name string) (*Silo, bool) {
	for _, one := range r {
		if one.Name == name {
			return one, true
		}
	}
	return nil, false
}

// Part is what went into one silo.
type Part struct {
	Silo      string
	Kilograms int
}

// Store spreads a delivery: first where the same grain lies, then the smallest empty silo that takes all of it, then
// whatever is empty. All or nothing.
func (r Row) Store(kind grain.Kind, grade, kilograms int) ([]Part, error) {
	if kilograms <= 0 {
		return nil, nil
	}
	var same, empty Row
	room := 0
	for _, one := range r {
		free := one.Room(kind, grade)
		room += free
		switch _, _, held := one.Held(); {
		case held > 0 && free > 0:
			same = append(same, one)
		case held == 0:
			empty = append(empty, one)
		}
	}
	if room < kilograms {
		return nil, fmt.Errorf("%d kg of %v: %w", kilograms, kind, ErrNoPlace)
	}
	sort.SliceStable(empty, func(a, b int) bool { return empty[a].Volume < empty[b].Volume })
	var parts []Part
	left := kilograms
	put := func(one *Silo) error {
		amount := min(left, one.Room(kind, grade))
		if amount == 0 {
			return nil
		}
		if err := one.Put(kind, grade, amount); err != nil {
			return err
		}
		parts = append(parts, Part{Silo: one.Name, Kilograms: amount})
		left -= amount
		return nil
	}
	for _, one := range same {
		if err := put(one); err != nil {
			return parts, err
		}
	}
	for _, one := range empty {
		if left > 0 && one.Capacity(kind) >= left {
			return parts, put(one)
		}
	}
	for place := len(empty) - 1; place >= 0 && left > 0; place-- {
		if err := put(empty[place]); err != nil {
			return parts, err
		}
	}
	return parts, nil
}

// Total is what all of them hold of a kind.
func (r Row) Total(kind grain.Kind) int {
	total := 0
	for _, one := range r {
		if held, _, kilograms := one.Held(); held == kind {
			total += kilograms
		}
	}
	return total
}

// Count walks all silos at once and adds up what they hold.
func (r Row) Count() int {
	results := make(chan int, len(r))
	var walkers sync.WaitGroup
	for _, one := range r {
		walkers.Add(1)
		go func(one *Silo) {
			defer walkers.Done()
			_, _, held := one.Held()
			results <- held
		}(one)
	}
	walkers.Wait()
	close(results)
	total := 0
	for held := range results {
		total += held
	}
	return total
}
