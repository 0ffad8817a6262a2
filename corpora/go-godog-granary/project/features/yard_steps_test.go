package features

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/cucumber/godog"

	"example.test/granary/yard"
)

func yardSteps(sc *godog.ScenarioContext, w *world) {
	sc.Given(`^"([^"]*)" joins the queue( ahead)?$`, func(plate, ahead string) { w.queue.Join(plate, ahead != "") })
	sc.Given(`^"([^"]*)" leaves the queue$`, func(plate string) error { return equal(w.queue.Leave(plate), true) })
	sc.Given(`^(\d+) lorries in the queue$`, func(count int) {
		for number := range make([]struct{}, count) {
			w.queue.Join(fmt.Sprintf("K-%d", number), false)
		}
	})
	sc.When(`^(\d+) lorries are called$`, func(count int) {
		for ; count > 0 && w.err == nil; count-- {
			var plate string
			if plate, w.err = w.queue.Next(); w.err == nil {
				w.called = append(w.called, plate)
			}
		}
	})
	sc.Then(`^"([^"]*)" were called$`, func(plates string) error { return equal(strings.Join(w.called, ", "), plates) })
	sc.Then(`^(\d+) lorries wait$`, func(count int) error { return equal(w.queue.Len(), count) })
	sc.Then(`^calling fails since "([^"]*)"$`, func(words string) error { return failsWith(w.err, words) })
	sc.Then(`^the last one waits (\d+) minutes at (\d+) bridges$`, func(minutes, bridges int) error {
		return equal(w.queue.Wait(bridges, 6*time.Minute), time.Duration(minutes)*time.Minute)
	})
	sc.Then(`^waiting at (\d+) bridges is impossible$`, func(bridges int) error {
		err := yard.Safely(func() { w.queue.Wait(bridges, time.Minute) })
		return failsWith(err, "yard: yard: no bridge")
	})
	sc.Given(`^a log in a folder of its own$`, func() (err error) {
		if w.temporary, err = os.MkdirTemp("", "granary"); err != nil {
			return err
		}
		w.log, err = yard.OpenLog(w.temporary)
		return err
	})
	sc.Given(`^a log in "([^"]*)"$`, func(folder string) (err error) {
		w.log, err = yard.OpenLog(folder)
		return err
	})
	sc.When(`^everybody is called at "([^"]*)"$`, func(ctx context.Context, text string) error {
		at, err := when(text)
		if err != nil {
			return err
		}
		_, err = yard.Caller(ctx, &w.queue, w.log, func() time.Time { return at })
		return err
	})
	sc.Then(`^the log reads:$`, func(text *godog.DocString) error {
		lines, err := w.log.Lines()
		if err != nil {
			return err
		}
		return equal(strings.Join(lines, "\n"), text.Content)
	})
	sc.When(`^(\d+) tickets of (\d+) letters are drawn$`, func(count, letters int) {
		for ; count > 0; count-- {
			w.tickets = append(w.tickets, yard.Ticket(letters))
		}
	})
	sc.Then(`^they are all different$`, func() error {
		seen := map[string]bool{}
		for _, ticket := range w.tickets {
			seen[ticket] = true
		}
		return equal(len(seen), len(w.tickets))
	})
	sc.Then(`^each has (\d+) letters$`, func(letters int) error {
		for _, ticket := range w.tickets {
			if len(ticket) != letters {
				return fmt.Errorf("%q has not", ticket)
			}
		}
		return nil
	})
	sc.When(`^a driver's program panics with "([^"]*)"$`, func(words string) {
		w.err = yard.Safely(func() { panic(words) })
	})
	sc.Then(`^the yard says "([^"]*)"$`, func(words string) error { return failsWith(w.err, words) })
}
