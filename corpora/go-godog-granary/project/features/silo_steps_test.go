package features

import (
	"fmt"
	"strconv"

	"github.com/cucumber/godog"

	"example.test/granary/grain"
	"example.test/granary/silo"
)

func siloSteps(sc *godog.ScenarioContext, w *world) {
	find := func(name string) *silo.Silo {
		one, ok := w.row.Find(name)
		if !ok {
			panic("no silo " + name)
		}
		return one
	}
	fill := func(name string, kilograms int, kind string, grade int) error {
		of, err := grain.Parse(kind)
		if err != nil {
			return err
		}
		return find(name).Put(of, grade, kilograms)
	}
	sc.Given(`^these silos:$`, func(table *godog.Table) error {
		for _, row := range table.Rows[1:] {
			volume, err := strconv.Atoi(row.Cells[1].Value)
			if err != nil {
				return err
			}
			w.row = append(w.row, silo.New(row.Cells[0].Value, volume))
		}
		w.desk.Row = w.row
		return nil
	})
	sc.Step(`^"([^"]*)" holds (\d+) kilograms of (\w+) of grade (\d+)$`, func(name string, kilograms int, kind string, grade int) error {
		held, of, amount := find(name).Held()
		if amount == 0 {
			return fill(name, kilograms, kind, grade)
		}
		return equal(fmt.Sprintf("%v %d %d", held, of, amount), fmt.Sprintf("%s %d %d", kind, grade, kilograms))
	})
	sc.Then(`^"([^"]*)" takes (\d+) kilograms of (\w+)$`, func(name string, kilograms int, kind string) error {
		of, err := grain.Parse(kind)
		if err != nil {
			return err
		}
		return equal(find(name).Capacity(of), kilograms)
	})
	sc.When(`^(\d+) kilograms of (\w+) of grade (\d+) are stored$`, func(kilograms int, kind string, grade int) error {
		of, err := grain.Parse(kind)
		w.parts, w.err = w.row.Store(of, grade, kilograms)
		return err
	})
	sc.Then(`^they lie in:$`, func(table *godog.Table) error {
		if w.err != nil {
			return w.err
		}
		if err := equal(len(w.parts), len(table.Rows)-1); err != nil {
			return err
		}
		for place, row := range table.Rows[1:] {
			got := fmt.Sprint(w.parts[place].Silo, " ", w.parts[place].Kilograms)
			if err := equal(got, row.Cells[0].Value+" "+row.Cells[1].Value); err != nil {
				return err
			}
		}
		return nil
	})
	sc.Then(`^"([^"]*)" is (\d+) per cent full$`, func(name string, share int) error { return equal(find(name).Share(), share) })
	sc.Then(`^the silos hold (\d+) kilograms of (\w+)$`, func(kilograms int, kind string) error {
		of, err := grain.Parse(kind)
		if err != nil {
			return err
		}
		return equal(w.row.Total(of), kilograms)
	})
	sc.Then(`^all silos together hold (\d+) kilograms$`, func(kilograms int) error { return equal(w.row.Count(), kilograms) })
	sc.Then(`^storing fails since "([^"]*)"$`, func(words string) error {
		return failsWith(w.err, fmt.Sprintf("150000 kg of wheat: %s", words))
	})
	sc.When(`^(\d+) kilograms are taken from "([^"]*)"$`, func(kilograms int, name string) { w.err = find(name).Take(kilograms) })
	sc.When(`^"([^"]*)" is filled with (\d+) kilograms of (\w+) of grade (\d+)$`, func(name string, kilograms int, kind string, grade int) {
		w.err = fill(name, kilograms, kind, grade)
	})
	sc.Then(`^filling fails since "([^"]*)"$`, func(words string) error { return failsWith(w.err, words) })
}
