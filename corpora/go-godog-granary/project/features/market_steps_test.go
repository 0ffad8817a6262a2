package features

import (
	"errors"
	"fmt"
	"strings"

	"github.com/cucumber/godog"

	"example.test/granary/grain"
	"example.test/granary/market"
)

func marketSteps(sc *godog.ScenarioContext, w *world) {
	sc.Given(`^the prices:$`, func(list *godog.DocString) (err error) {
		w.prices, err = market.ReadPrices(strings.NewReader(list.Content))
		return err
	})
	sc.Then(`^a tonne of (\w+) of grade (\d+) costs ([\d.]+)$`, func(name string, grade int, price string) error {
		kind, err := grain.Parse(name)
		if err != nil {
			return err
		}
		got, err := w.prices.Price(kind, grade)
		if err != nil {
			return err
		}
		return equal(got.String(), price)
	})
	sc.Then(`^rye has no price$`, func() error {
		_, err := w.prices.Price(grain.Rye, 1)
		return failsWith(err, "no price for rye")
	})
	sc.When(`^this price list is read: "([^"]*)"$`, func(list string) {
		_, w.err = market.ReadPrices(strings.NewReader(strings.ReplaceAll(list, ";", "\n")))
	})
	sc.Then(`^reading fails in line (\d+) since "([^"]*)"$`, func(line int, why string) error {
		var wrong *market.PriceError
		if !errors.As(w.err, &wrong) {
			return fmt.Errorf("no such failure: %v", w.err)
		}
		if !strings.Contains(wrong.Error(), why) {
			return fmt.Errorf("it fails since %v", wrong)
		}
		return equal(wrong.Line, line)
	})
	add := func(number string, kilograms int, name, price, until string) error {
		kind, err := grain.Parse(name)
		if err != nil {
			return err
		}
		at, err := day(until)
		if err != nil {
			return err
		}
		worth, err := cents(price)
		if err != nil {
			return err
		}
		return w.book.Add(&market.Contract{Number: number, Kind: kind, Kilograms: kilograms, Price: worth, Until: at})
	}
	sc.Given(`^contract "([^"]*)" for (\d+) kilograms of (\w+) at ([\d.]+) until "([^"]*)"$`, add)
	sc.Then(`^another contract "([^"]*)" is refused$`, func(number string) error {
		return failsWith(add(number, 1, "wheat", "1.00", "2024-09-30"), "contract "+number+" is there already")
	})
	sc.When(`^(\d+) kilograms of (\w+) of grade (\d+) are settled on "([^"]*)"$`, func(kilograms int, name string, grade int, on string) error {
		kind, err := grain.Parse(name)
		if err != nil {
			return err
		}
		today, err := day(on)
		if err != nil {
			return err
		}
		w.settled, err = w.book.Settle(kind, grade, kilograms, today, w.prices)
		return err
	})
	sc.Then(`^(\d+) kilograms are on contract "([^"]*)"$`, func(kilograms int, number string) error {
		return equal(w.settled.OnContract[number], kilograms)
	})
	sc.Then(`^(\d+) kilograms are at the market$`, func(kilograms int) error { return equal(w.settled.AtMarket, kilograms) })
	sc.Then(`^([\d.]+) is paid$`, func(total string) error { return equal(w.settled.Total.String(), total) })
	sc.Then(`^contract "([^"]*)" still asks for (\d+) kilograms$`, func(number string, kilograms int) error {
		return equal(w.book.Find(number).Open(), kilograms)
	})
}
