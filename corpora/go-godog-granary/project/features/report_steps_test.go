package features

import (
	"strings"

	"github.com/cucumber/godog"

	"example.test/granary/grain"
	"example.test/granary/report"
)

func reportSteps(sc *godog.ScenarioContext, w *world) {
	sc.Then(`^the stock report is:$`, func(wanted *godog.DocString) error {
		text, err := report.Stock(w.row)
		if err != nil {
			return err
		}
		return equal(strings.TrimSuffix(text, "\n"), wanted.Content)
	})
	sc.Then(`^a bar of (-?\d+) per cent is "([^"]*)"$`, func(share int, bar string) error { return equal(report.Bar(share), bar) })
	sc.Then(`^the statement of all is:$`, func(wanted *godog.DocString) error {
		text, err := report.Statement(w.desk.Receipts(""), w.prices)
		if err != nil {
			return err
		}
		return equal(strings.TrimSuffix(text, "\n"), wanted.Content)
	})
	sc.Then(`^the ranking is "([^"]*)"$`, func(farmers string) error {
		return equal(strings.Join(report.Ranking(w.desk.Receipts("")), ", "), farmers)
	})
	sc.Then(`^(\d+) per cent are (\w+)$`, func(share int, name string) error {
		kind, err := grain.Parse(name)
		if err != nil {
			return err
		}
		return equal(report.Mix(w.row)[kind], share)
	})
}
