// Package shapes has functions of every kind, for rewrites.
package shapes

import (
	"context"
	"errors"
	"fmt"
	str "strings"
)

// Shape has sides.
type Shape struct {
	sides int
	name  string
}

// Pair holds two of a kind.
type Pair[K comparable, V any] struct {
	key   K
	value V
}

var started = func() int { return 3 }()

var double = func(n int) int { return n * 2 }

func init() {
	started++
}

// Plain doubles.
func Plain(n int) int {
	return n * 2
}

func (s *Shape) Sides() int { return s.sides }

func (Shape) Count(_ int, _ string) (count int, err error) {
	count = 3
	if count > 2 {
		err = errors.New("many")
	}
	return
}

func Many(int, ...string) (*Shape, []int, map[string]int, func(), error) {
	return &Shape{}, nil, nil, nil, fmt.Errorf("no")
}

func Struct() (Shape, [2]int, struct{ x, y int }) {
	return Shape{sides: 3, name: str.ToUpper("a")}, [2]int{1, 2}, struct{ x, y int }{1, 2}
}

func Nothing() {
	fmt.Println("nothing")
}

func Largest[T int | float64](all ...T) T {
	var largest T
	for _, one := range all {
		if one > largest {
			largest = one
		}
	}
	return largest
}

func (p Pair[K, V]) Swap(key K) Pair[K, V] {
	p.key = key
	return p
}

func Guarded(n int) (result int) {
	defer func() {
		if problem := recover(); problem != nil {
			result = -1
		}
	}()
	return 10 / n
}

func Nested(n int) func() int {
	count := 0
	step := n + 1
	return func() int {
		count += step
		return count
	}
}

func Step(ctx context.Context, n int) (context.Context, error) {
	if n > 3 {
		return ctx, errors.New("large")
	}
	return ctx, nil
}
