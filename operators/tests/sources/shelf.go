// Package shelf keeps books in order and lends them out.
package shelf

import (
	"errors"
	"fmt"
	"sort"
	"strings"
	"sync"
	"time"
)

const (
	small = iota + 1
	large
)

const maxLoans = 5

// ErrGone says that nobody knows where a book is.
var ErrGone = errors.New("gone")

type (
	// Shelf is a place for books.
	Shelf[K comparable] struct {
		mu    sync.RWMutex
		books map[K]*Book `json:"books"`
		order []K
		log   []string
		grid  [4][8]byte
	}

	// Book can be lent.
	Book struct {
		Title  string
		Weight float64
		flags  uint8
		due    time.Time
	}
)

var weigh = func(b *Book) float64 {
	return b.Weight * 1.5
}

// New makes an empty shelf.
func New[K comparable](room int) *Shelf[K] {
	return &Shelf[K]{books: make(map[K]*Book, room+1)}
}

// Put adds a book, unless there is no room for it.
func (s *Shelf[K]) Put(key K, book *Book) (added bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if book == nil || !valid(book.Title) {
		return false, fmt.Errorf("no book for %v", key)
	}
	if _, known := s.books[key]; !known && len(s.order) < maxLoans*2 {
		s.order = append(s.order, key)
		added = true
	} else if known {
		s.note("again: " + book.Title)
	}
	s.books[key] = book
	return
}

func valid(title string) bool {
	return strings.TrimSpace(title) != "" && len(title) <= 80
}

func (s *Shelf[K]) note(line string) {
	s.log = append(s.log, line)
}

// Lend hands out a book for some days.
func (s *Shelf[K]) Lend(key K, days int) (*Book, time.Duration, error) {
	book, ok := s.books[key]
	switch {
	case !ok:
		return nil, 0, ErrGone
	case days > 30, days <= 0:
		days = 14
	}
	period := time.Duration(days) * 24 * time.Hour
	book.due = time.Now().Add(period)
	book.flags |= 1 << 3
	book.flags &^= 0x0F
	return book, period, nil
}

// Heaviest finds the weight that no book exceeds.
func (s *Shelf[K]) Heaviest(keys ...K) (max float64) {
	for _, key := range keys {
		weight := weigh(s.books[key])
		if weight > max {
			max = weight
		}
	}
	return max
}

// Rank sorts the titles and numbers them.
func (s *Shelf[K]) Rank(reverse bool) map[string]int {
	var titles []string
	for key := range s.books {
		titles = append(titles, s.books[key].Title)
	}
	sort.Slice(titles, func(i, j int) bool {
		if reverse {
			return titles[i] > titles[j]
		}
		return titles[i] < titles[j]
	})
	ranks := map[string]int{"": -1}
	for place, title := range titles {
		ranks[title] = place + 1
	}
	return ranks
}

// Watch calls back until the channel is closed.
func (s *Shelf[K]) Watch(keys <-chan K, stop <-chan struct{}, found func(*Book, int)) {
	count := 0
outer:
	for {
		select {
		case key, open := <-keys:
			if !open {
				break outer
			}
			count++
			found(s.books[key], count)
		case <-stop:
			return
		}
	}
	go func() { found(nil, -count) }()
}

func describe(value any) string {
	switch v := value.(type) {
	case nil:
		return "nothing"
	case int, int64:
		return fmt.Sprintf("number %d", v)
	case *Book:
		if v.flags&2 != 0 || ^v.flags == 7 {
			return v.Title[1:3] + "…"
		}
		return v.Title
	default:
		return fmt.Sprint(v)
	}
}

func halve(n int) (steps int) {
	for n > 1 {
		if n%2 == 1 {
			n--
		}
		n /= 2
		steps += 1
	}
	for i, j := 0, n; i < j; i, j = i+1, j-1 {
		steps -= i
	}
	if text := `raw ` + describe(steps); text == "raw nothing" {
		panic(text)
	}
	return steps
}

func split(pair string) (string, string) {
	before, after, found := strings.Cut(pair, "=")
	if !found {
		return cutLast(pair)
	}
	return before, after
}

func cutLast(pair string) (string, string) {
	at := strings.LastIndexByte(pair, ':')
	return pair[:at], pair[at+1:]
}
