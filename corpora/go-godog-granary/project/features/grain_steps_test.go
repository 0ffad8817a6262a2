package features

import (
	"errors"
	"strings"

	"github.com/cucumber/godog"

	"example.test/granary/grain"
)

func grainSteps(sc *godog.ScenarioContext, w *world) {
	sc.When(`^the grain "(.*)" is read$`, func(text string) {
		w.kind, w.err = grain.Parse(strings.Trim(text, `"`))
	})
	sc.Then(`^it is (\w+)$`, func(name string) error {
		if w.err != nil {
			return w.err
		}
		return equal(w.kind.String(), name)
	})
	sc.Then(`^it is refused as unknown$`, func() error {
		return equal(errors.Is(w.err, grain.ErrUnknown), true)
	})
	sc.Then(`^the names are "([^"]*)"$`, func(names string) error {
		return equal(strings.Join(grain.Names(), ", "), names)
	})
	sc.Given(`^a sample of (\w+) with (\d+) grams a litre and (\d+) of foreign matter$`, func(name string, weight, foreign int) error {
		kind, err := grain.Parse(name)
		w.sample = grain.Sample{Kind: kind, TestWeight: weight, Foreign: foreign}
		return err
	})
	sc.Given(`^a sample of (\w+) with (\d+) of moisture and (\d+) of foreign matter$`, func(name string, moisture, foreign int) error {
		kind, err := grain.Parse(name)
		w.sample = grain.Sample{Kind: kind, Moisture: moisture, Foreign: foreign}
		return err
	})
	sc.Given(`^a sample of wheat with (-?\d+) of moisture, (\d+) grams a litre and (\d+) of foreign matter$`, func(moisture, weight, foreign int) {
		w.sample = grain.Sample{Kind: grain.Wheat, Moisture: moisture, TestWeight: weight, Foreign: foreign}
	})
	sc.Then(`^its grade is (\d+)$`, func(grade int) error { return equal(w.sample.Grade(), grade) })
	sc.When(`^(\d+) kilograms of it are dried$`, func(kilograms int) { w.dried = w.sample.DryWeight(kilograms) })
	sc.Then(`^(\d+) kilograms are left$`, func(left int) error { return equal(w.dried, left) })
	sc.Then(`^the sample is refused for its (.+)$`, func(field string) error {
		var refused *grain.SampleError
		if err := w.sample.Check(); !errors.As(err, &refused) {
			return errors.New("the sample is accepted")
		}
		return equal(refused.Field, field)
	})
	sc.Then(`^the sample is accepted$`, func() error { return w.sample.Check() })
}
