// Becomes part of a copy of package godog: expressions of step definitions are compiled when a step may match them.
//
// A suite of three hundred definitions compiles three hundred expressions for each scenario, and a step matches one of
// them. What an expression has to begin with tells most of the others apart. Each is parsed in any case: one that is
// wrong panics where it is given, as it does without us.

package godog

import (
	"regexp"
	"regexp/syntax"
	"strings"

	"github.com/cucumber/godog/internal/models"
)

// An expression that may not have been compiled yet. A definition holds `hollow` until then.
type mutscoreExpression struct {
	text     string
	begins   string // what a text has to begin with
	hollow   *regexp.Regexp
	compiled *regexp.Regexp
}

// Expressions by what they hold in the place of a compiled one, and by their text.
type mutscoreExpressions struct {
	hollow map[*regexp.Regexp]*mutscoreExpression
	texts  map[string]*mutscoreExpression
}

// Stands in the place of `regexp.MustCompile` where a definition is given.
func mutscoreCompile(text string) *regexp.Regexp {
	if mutscore == nil || mutscore.Mode == "discover" {
		return regexp.MustCompile(text)
	}
	all := &mutscore.expressions
	if all.texts == nil {
		all.texts, all.hollow = map[string]*mutscoreExpression{}, map[*regexp.Regexp]*mutscoreExpression{}
	}
	one := all.texts[text]
	if one == nil {
		begins, fine := mutscoreBegins(text)
		one = &mutscoreExpression{text: text, begins: begins}
		if begins == "" || !fine {
			one.compiled = regexp.MustCompile(text)
		} else {
			one.hollow = new(regexp.Regexp)
			all.hollow[one.hollow] = one
		}
		all.texts[text] = one
	}
	if one.compiled != nil {
		return one.compiled
	}
	return one.hollow
}

// Stands in the place of `definition.Expr.FindStringSubmatch(text)`.
func mutscoreMatch(definition *models.StepDefinition, text string) []string {
	if mutscore != nil {
		if one := mutscore.expressions.hollow[definition.Expr]; one != nil {
			if !strings.HasPrefix(text, one.begins) {
				return nil
			}
			if one.compiled == nil {
				one.compiled = regexp.MustCompile(one.text)
			}
			definition.Expr = one.compiled
		}
	}
	return definition.Expr.FindStringSubmatch(text)
}

// The letters that all texts begin with which an expression matches, and whether it can be parsed.
func mutscoreBegins(text string) (string, bool) {
	parsed, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return "", false
	}
	if parsed.Op != syntax.OpConcat || len(parsed.Sub) < 2 || parsed.Sub[0].Op != syntax.OpBeginText {
		return "", true
	}
	first := parsed.Sub[1]
	if first.Op != syntax.OpLiteral || first.Flags&syntax.FoldCase != 0 {
		return "", true
	}
	return string(first.Rune), true
}
