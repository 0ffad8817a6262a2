// The half of the Go adapters that runs inside the sandbox: builds test binaries, runs them, and follows their record.
//
// One frame on descriptor 3 says what to do; answers go back the same way.
package main

import (
	"fmt"
	"os"
)

// Where the view's own place is another one each time, a link leads there: paths are part of what is built.
func settle(asked *request) error {
	asked.view = asked.Root
	if asked.Link == "" {
		return nil
	}
	os.Remove(asked.Link)
	if err := os.Symlink(asked.Root, asked.Link); err != nil {
		return err
	}
	asked.Root = asked.Link
	return nil
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "fingerprint" {
		return
	}
	engine := os.NewFile(3, "engine")
	hide(3)
	var asked request
	if err := receive(engine, &asked); err != nil {
		return
	}
	err := settle(&asked)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutscore:", err)
		os.Exit(70)
	}
	switch asked.Mode {
	case "build":
		err = buildFor(engine, &asked)
	case "discover":
		err = discover(engine, &asked)
	case "cold":
		cold(engine, &asked)
	case "serve":
		err = serve(engine, &asked)
	default:
		err = fmt.Errorf("no mode %q", asked.Mode)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutscore:", err)
		os.Exit(70)
	}
}
