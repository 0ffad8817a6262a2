package features

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/cucumber/godog"

	"example.test/granary/grain"
	"example.test/granary/intake"
	"example.test/granary/market"
	"example.test/granary/silo"
	"example.test/granary/yard"
)

// world is what the steps of one scenario share.
type world struct {
	kind      grain.Kind
	sample    grain.Sample
	dried     int
	row       silo.Row
	parts     []silo.Part
	desk      *intake.Desk
	receipt   intake.Receipt
	net       int
	prices    market.Prices
	book      *market.Book
	settled   market.Settlement
	queue     yard.Queue[string]
	called    []string
	log       *yard.Log
	tickets   []string
	err       error
	temporary string
}

// InitializeScenario registers all steps anew for each scenario.
func InitializeScenario(sc *godog.ScenarioContext) {
	w := &world{book: &market.Book{}}
	w.desk = &intake.Desk{}
	sc.After(func(ctx context.Context, _ *godog.Scenario, _ error) (context.Context, error) {
		if w.temporary == "" {
			return ctx, nil
		}
		return ctx, os.RemoveAll(w.temporary)
	})
	grainSteps(sc, w)
	siloSteps(sc, w)
	intakeSteps(sc, w)
	marketSteps(sc, w)
	yardSteps(sc, w)
	reportSteps(sc, w)
	unfinishedSteps(sc)
}

func equal[T comparable](got, wanted T) error {
	if got != wanted {
		return fmt.Errorf("got %v, not %v", got, wanted)
	}
	return nil
}

// failsWith checks that something went wrong, with these words.
func failsWith(err error, words string) error {
	if err == nil {
		return errors.New("nothing went wrong")
	}
	return equal(err.Error(), words)
}

func when(text string) (time.Time, error) { return time.Parse("2006-01-02 15:04", text) }

func day(text string) (time.Time, error) { return time.Parse("2006-01-02", text) }

func cents(text string) (market.Cents, error) {
	number, err := strconv.Atoi(strings.ReplaceAll(text, ".", ""))
	return market.Cents(number), err
}
