// Package intake weighs what comes in and decides where it goes.
package intake

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"example.test/granary/grain"
	"example.test/granary/internal/ids"
	"example.test/granary/silo"
)

// What the weighbridge refuses.
var (
	ErrOverloaded = errors.New("lorry is overloaded")
	ErrTare       = errors.New("empty weight is not below the full one")
	ErrClosed     = errors.New("intake is closed")
)

// Limits of the weighbridge, in kilograms.
const (
	Heaviest = 40_000
	Step     = 20
)

// Lorry is what stands on the bridge.
type Lorry struct {
	Plate string
	Full  int
	Empty int
}

// Net is the load, rounded to the steps of the bridge.
func (l Lorry) Net() (int, error) {
	if l.Full > Heaviest {
		return 0, fmt.Errorf("%s: %w by %d kg", l.Plate, ErrOverloaded, l.Full-Heaviest)
	}
	if l.Empty >= l.Full {
		return 0, fmt.Errorf("%s: %w", l.Plate, ErrTare)
	}
	net := l.Full - l.Empty
	return (net + Step/2) / Step * Step, nil
}

// Hours are the minutes of the day at which the intake opens and closes.
type Hours struct {
	Opens, Closes int
}

// Season gives the hours of a day: longer in harvest, none on Sundays outside of it.
func Season(day time.Time) Hours {
	harvest := day.Month() >= time.July && day.Month() <= time.September
	switch {
	case harvest && day.Weekday() == time.Sunday:
		return Hours{Opens: 8 * 60, Closes: 18 * 60}
	case harvest:
		return Hours{Opens: 6 * 60, Closes: 22 * 60}
	case day.Weekday() == time.Sunday:
		return Hours{}
	case day.Weekday() == time.Saturday:
		return Hours{Opens: 8 * 60, Closes: 12 * 60}
	}
	return Hours{Opens: 7 * 60, Closes: 17 * 60}
}

// Open tells whether a lorry that comes at this time is let in.
func Open(at time.Time) bool {
	hours := Season(at)
	minute := at.Hour()*60 + at.Minute()
	return minute >= hours.Opens && minute < hours.Closes
}

// Receipt is what the farmer gets.
type Receipt struct {
	Number  string
	Farmer  string
	Kind    grain.Kind
	Grade   int
	Wet     int
	Dry     int
	Charges int
	Parts   []silo.Part
}

// Desk takes deliveries.
type Desk struct {
	Row   silo.Row
	Clock func() time.Time
	// DryingRate is cents for each tonne and per cent.
	DryingRate int

	receipts []Receipt
	numbers  ids.Sequence
}

// Deliver weighs, samples and stores; it gives the receipt.
func (d *Desk) Deliver(farmer string, lorry Lorry, sample grain.Sample) (Receipt, error) {
	if d.Clock != nil && !Open(d.Clock()) {
		return Receipt{}, ErrClosed
	}
	if err := sample.Check(); err != nil {
		return Receipt{}, fmt.Errorf("delivery of %s: %w", farmer, err)
	}
	wet, err := lorry.Net()
	if err != nil {
		return Receipt{}, err
	}
	dry := sample.DryWeight(wet)
	grade := sample.Grade()
	parts, err := d.Row.Store(sample.Kind, grade, dry)
	if err != nil {
		return Receipt{}, err
	}
	receipt := Receipt{
		Number: d.numbers.Next(farmer), Farmer: farmer, Kind: sample.Kind, Grade: grade,
		Wet: wet, Dry: dry, Charges: d.charges(wet, sample), Parts: parts,
	}
	d.receipts = append(d.receipts, receipt)
	return receipt, nil
}

// charges are for drying and for cleaning, in cents.
func (d *Desk) charges(kilograms int, sample grain.Sample) int {
	total := 0
	if sample.NeedsDrying() {
		over := sample.Moisture - grain.Of(sample.Kind).DryAt
		// Every per cent that has begun is paid for.
		total += (over + 9) / 10 * d.DryingRate * kilograms / 1000
	}
	if sample.Foreign > 20 {
		total += 350
	}
	return total
}

// Receipts are those of a farmer, or all of them for an empty name.
func (d *Desk) Receipts(farmer string) []Receipt {
	var found []Receipt
	for _, one := range d.receipts {
		if farmer == "" || strings.EqualFold(one.Farmer, farmer) {
			found = append(found, one)
		}
	}
	return found
}

// Cancel takes the last receipt back, grain and all.
func (d *Desk) Cancel(number string) error {
	last := len(d.receipts) - 1
	if last < 0 || d.receipts[last].Number != number {
		return fmt.Errorf("receipt %s is not the last one", number)
	}
	for _, part := range d.receipts[last].Parts {
		one, ok := d.Row.Find(part.Silo)
		if !ok {
			return fmt.Errorf("receipt %s: no silo %s", number, part.Silo)
		}
		if err := one.Take(part.Kilograms); err != nil {
			return err
		}
	}
	d.receipts = d.receipts[:last]
	return nil
}
