// Package ids makes numbers that people can read to each other.
package ids

import (
	"fmt"
	"strings"
	"unicode"
)

// Sequence gives numbers in order.
type Sequence struct {
	last int
}

// Next is the next number, with the initials of somebody and a digit that tells slips.
func (s *Sequence) Next(name string) string {
	s.last++
	text := fmt.Sprintf("%s%04d", Initials(name), s.last)
	return fmt.Sprintf("%s-%d", text, Digit(text))
}

// Initials are the first letters of the words of a name, two at most, or an X.
func Initials(name string) string {
	var letters []rune
	for _, word := range strings.Fields(name) {
		for _, letter := range word {
			if unicode.IsLetter(letter) {
				letters = append(letters, unicode.ToUpper(letter))
			}
			break
		}
		if len(letters) == 2 {
			break
		}
	}
	if len(letters) == 0 {
		return "X"
	}
	return string(letters)
}

// Digit is a check digit: places count in turn once and three times.
func Digit(text string) int {
	sum := 0
	for place, letter := range []rune(text) {
		value := int(letter)
		if unicode.IsDigit(letter) {
			value = int(letter - '0')
		}
		if place%2 == 1 {
			value *= 3
		}
		sum += value
	}
	return (10 - sum%10) % 10
}

// Valid tells whether a number is written as it was given.
func Valid(number string) bool {
	text, digit, found := strings.Cut(number, "-")
	return found && len(digit) == 1 && digit[0] == byte('0'+Digit(text))
}
