package features

import (
	"errors"
	"time"

	"github.com/cucumber/godog"

	"example.test/granary/grain"
	"example.test/granary/intake"
	"example.test/granary/internal/ids"
)

func intakeSteps(sc *godog.ScenarioContext, w *world) {
	sc.Given(`^drying costs (\d+) cents$`, func(rate int) { w.desk.DryingRate = rate })
	sc.Given(`^it is "([^"]*)"$`, func(text string) error {
		at, err := when(text)
		w.desk.Clock = func() time.Time { return at }
		return err
	})
	sc.When(`^a lorry of (\d+) kilograms is weighed, empty at (\d+)$`, func(full, empty int) {
		w.net, w.err = intake.Lorry{Plate: "K-LM 12", Full: full, Empty: empty}.Net()
	})
	sc.Then(`^its load is (\d+) kilograms$`, func(net int) error {
		if w.err != nil {
			return w.err
		}
		return equal(w.net, net)
	})
	sc.Then(`^weighing fails since "([^"]*)"$`, func(words string) error { return failsWith(w.err, words) })
	sc.Then(`^at "([^"]*)" the intake is (open|closed)$`, func(text, state string) error {
		at, err := when(text)
		if err != nil {
			return err
		}
		return equal(intake.Open(at), state == "open")
	})
	sc.Step(`^"([^"]*)" delivers (\d+) kilograms of (\w+) at (\d+) grams, (\d+) moisture and (\d+) foreign matter$`,
		func(farmer string, kilograms int, name string, weight, moisture, foreign int) error {
			kind, err := grain.Parse(name)
			if err != nil {
				return err
			}
			lorry := intake.Lorry{Plate: "K-LM 12", Full: 12000 + kilograms, Empty: 12000}
			sample := grain.Sample{Kind: kind, TestWeight: weight, Moisture: moisture, Foreign: foreign}
			w.receipt, w.err = w.desk.Deliver(farmer, lorry, sample)
			return nil
		})
	sc.Then(`^the receipt is "([^"]*)"$`, func(number string) error {
		if w.err != nil {
			return w.err
		}
		return equal(w.receipt.Number, number)
	})
	sc.Then(`^it is for (\d+) kilograms of grade (\d+), and (\d+) cents are charged$`, func(dry, grade, charges int) error {
		return errors.Join(w.err, equal(w.receipt.Dry, dry), equal(w.receipt.Grade, grade), equal(w.receipt.Charges, charges))
	})
	sc.When(`^receipt (\d+) is cancelled$`, func(place int) {
		w.err = w.desk.Cancel(w.desk.Receipts("")[place-1].Number)
	})
	sc.Then(`^"([^"]*)" has (\d+) receipts$`, func(farmer string, count int) error {
		return errors.Join(w.err, equal(len(w.desk.Receipts(farmer)), count))
	})
	sc.Then(`^cancelling fails$`, func() error { return equal(w.err != nil, true) })
	sc.Then(`^the delivery is refused since "([^"]*)"$`, func(words string) error { return failsWith(w.err, words) })
	sc.Then(`^the number "([^"]*)" is (valid|invalid)$`, func(number, valid string) error {
		return equal(ids.Valid(number), valid == "valid")
	})
}
