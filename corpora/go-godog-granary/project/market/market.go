// Package market prices grain and keeps contracts.
package market

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"sort"
	"strconv"
	"time"

	"example.test/granary/grain"
)

// Cents is an amount of money.
type Cents int

// String writes euros.
func (c Cents) String() string {
	sign := ""
	if c < 0 {
		sign, c = "-", -c
	}
	return fmt.Sprintf("%s%d.%02d", sign, int(c)/100, int(c)%100)
}

// Prices are cents a tonne, for the best grade.
type Prices map[grain.Kind]Cents

// steps are per cent of the best grade's price that a worse grade loses.
var steps = [...]int{0, 4, 9, 15, 25}

// worst is what feed loses at least.
var worst = steps[len(steps)-1] - 10

// PriceError is about a line of a price list.
type PriceError struct {
	Line int
	Err  error
}

func (e *PriceError) Error() string { return fmt.Sprintf("price list, line %d: %v", e.Line, e.Err) }

// Unwrap gives what is behind it.
func (e *PriceError) Unwrap() error { return e.Err }

// ErrPrice is a price that is none.
var ErrPrice = errors.New("not a price")

// ReadPrices reads a list: a grain and a price in euros a line.
func ReadPrices(from io.Reader) (Prices, error) {
	lines := csv.NewReader(from)
	lines.FieldsPerRecord = 2
	lines.Comment = '#'
	prices := Prices{}
	for {
		fields, err := lines.Read()
		if errors.Is(err, io.EOF) {
			return prices, nil
		}
		line, _ := lines.FieldPos(0)
		if err != nil {
			return nil, &PriceError{Line: line, Err: err}
		}
		kind, err := grain.Parse(fields[0])
		if err != nil {
			return nil, &PriceError{Line: line, Err: err}
		}
		euros, err := strconv.ParseFloat(fields[1], 64)
		if err != nil || euros <= 0 {
			return nil, &PriceError{Line: line, Err: ErrPrice}
		}
		prices[kind] = Cents(euros*100 + 0.5)
	}
}

// Price is cents a tonne of a kind and grade.
func (p Prices) Price(kind grain.Kind, grade int) (Cents, error) {
	best, ok := p[kind]
	if !ok {
		return 0, fmt.Errorf("no price for %v", kind)
	}
	loss := 0
	if grade >= 1 && grade <= len(steps) {
		loss = steps[grade-1]
	}
	if grade > len(grain.Of(kind).Grades) && loss < worst {
		loss = worst
	}
	return best - best*Cents(loss)/100, nil
}

// Worth is what so many kilograms bring.
func (p Prices) Worth(kind grain.Kind, grade, kilograms int) (Cents, error) {
	price, err := p.Price(kind, grade)
	if err != nil {
		return 0, err
	}
	return price * Cents(kilograms) / 1000, nil
}

// Contract is a promise to buy at a fixed price.
type Contract struct {
	Number    string
	Kind      grain.Kind
	Kilograms int
	Price     Cents
	Until     time.Time

	delivered int
}

// Open is what is still to be delivered.
func (c *Contract) Open() int { return c.Kilograms - c.delivered }

// Book keeps contracts.
type Book struct {
	contracts []*Contract
}

// Add puts a contract in; a number is used once.
func (b *Book) Add(contract *Contract) error {
	for _, known := range b.contracts {
		if known.Number == contract.Number {
			return fmt.Errorf("contract %s is there already", contract.Number)
		}
	}
	b.contracts = append(b.contracts, contract)
	return nil
}

// Find gives a contract by its number.
func (b *Book) Find(number string) *Contract {
	for _, one := range b.contracts {
		if one.Number == number {
			return one
		}
	}
	return nil
}

// Settlement is how a delivery was paid for.
type Settlement struct {
	OnContract map[string]int
	AtMarket   int
	Total      Cents
}

// Settle pays for a delivery: contracts first, those that end soonest before others, the rest at today's price.
func (b *Book) Settle(kind grain.Kind, grade, kilograms int, today time.Time, prices Prices) (Settlement, error) {
	open := b.open(kind, today)
	done := Settlement{OnContract: map[string]int{}}
	left := kilograms
	for _, one := range open {
		if left == 0 {
			break
		}
		part := min(left, one.Open())
		one.delivered += part
		left -= part
		done.OnContract[one.Number] = part
		done.Total += one.Price * Cents(part) / 1000
	}
	if left > 0 {
		worth, err := prices.Worth(kind, grade, left)
		if err != nil {
			return Settlement{}, err
		}
		done.AtMarket = left
		done.Total += worth
	}
	return done, nil
}

func (b *Book) open(kind grain.Kind, today time.Time) []*Contract {
	var open []*Contract
	for _, one := range b.contracts {
		if one.Kind == kind && one.Open() > 0 && !today.After(one.Until) {
			open = append(open, one)
		}
	}
	sort.SliceStable(open, func(a, c int) bool { return open[a].Until.Before(open[c].Until) })
	return open
}
