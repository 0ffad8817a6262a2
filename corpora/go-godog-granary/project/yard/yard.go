// Package yard lets lorries wait, calls them, and keeps a log on disk.
package yard

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// ErrNobody waits.
var ErrNobody = errors.New("nobody waits")

// Queue is a line that keeps its order, but for those who go first.
type Queue[T comparable] struct {
	first, others []T
}

// Join puts somebody at the end.
func (q *Queue[T]) Join(one T, goesFirst bool) int {
	if goesFirst {
		q.first = append(q.first, one)
		return len(q.first)
	}
	q.others = append(q.others, one)
	return len(q.first) + len(q.others)
}

// Next takes who is to be called.
func (q *Queue[T]) Next() (T, error) {
	var nobody T
	switch {
	case len(q.first) > 0:
		one := q.first[0]
		q.first = q.first[1:]
		return one, nil
	case len(q.others) > 0:
		one := q.others[0]
		q.others = q.others[1:]
		return one, nil
	}
	return nobody, ErrNobody
}

// Leave takes somebody out of the line.
func (q *Queue[T]) Leave(one T) bool {
	for _, line := range []*[]T{&q.first, &q.others} {
		for place, waiting := range *line {
			if waiting == one {
				*line = append((*line)[:place:place], (*line)[place+1:]...)
				return true
			}
		}
	}
	return false
}

// Len is how many wait.
func (q *Queue[T]) Len() int { return len(q.first) + len(q.others) }

// Wait is how long the last one waits, with so many bridges and so long for each lorry.
func (q *Queue[T]) Wait(bridges int, each time.Duration) time.Duration {
	if bridges < 1 {
		panic("yard: no bridge")
	}
	rounds := (q.Len() + bridges - 1) / bridges
	return time.Duration(rounds) * each
}

// Log is a journal in a folder, a line for each call.
type Log struct {
	mu   sync.Mutex
	path string
}

// OpenLog makes the folder if there is none.
func OpenLog(folder string) (*Log, error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	return &Log{path: filepath.Join(folder, "calls.log")}, nil
}

// Note adds a line.
func (l *Log) Note(plate string, at time.Time) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	file, err := os.OpenFile(l.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = fmt.Fprintf(file, "%s %s\n", at.UTC().Format("15:04"), strings.ToUpper(plate))
	return err
}

// Lines reads the journal back.
func (l *Log) Lines() ([]string, error) {
	file, err := os.Open(l.path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var lines []string
	scanner := bufio.NewScanner(file)
	for scanner.Scan() {
		lines = append(lines, scanner.Text())
	}
	return lines, scanner.Err()
}

// Caller calls lorries one after the other until nobody waits.
func Caller(ctx context.Context, queue *Queue[string], log *Log, now func() time.Time) (int, error) {
	called := make(chan string)
	failed := make(chan error, 1)
	go func() {
		for {
			plate, err := queue.Next()
			if err != nil {
				break
			}
			select {
			case called <- plate:
				continue
			case <-ctx.Done():
				failed <- ctx.Err()
			}
			break
		}
		// Not deferred: whoever panics here is not to be taken for one who is done.
		close(called)
	}()
	count := 0
	for plate := range called {
		if err := log.Note(plate, now()); err != nil {
			return count, err
		}
		count++
	}
	select {
	case err := <-failed:
		return count, err
	default:
		return count, nil
	}
}

// Ticket is a word that nobody guesses, of so many letters.
func Ticket(letters int) string {
	const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
	text := make([]byte, letters)
	for place := range text {
		text[place] = alphabet[rand.Intn(len(alphabet))]
	}
	return string(text)
}

// Safely runs something of a driver's own and says whether it went well.
func Safely(what func()) (err error) {
	defer func() {
		if trouble := recover(); trouble != nil {
			err = fmt.Errorf("yard: %v", trouble)
		}
	}()
	what()
	return nil
}
