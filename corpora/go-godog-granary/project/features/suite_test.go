package features

import (
	"testing"

	"github.com/cucumber/godog"
)

// TestFeatures runs every feature below this folder. Steps are registered by InitializeScenario.
func TestFeatures(t *testing.T) {
	suite := godog.TestSuite{
		Name:                "granary",
		ScenarioInitializer: InitializeScenario,
		Options: &godog.Options{
			Format:   "pretty",
			Paths:    []string{"grain", "silos", "intake", "market", "yard", "reports", "unfinished"},
			Tags:     "~@manual",
			TestingT: t,
		},
	}
	if suite.Run() != 0 {
		t.Fatal("the features do not pass")
	}
}
