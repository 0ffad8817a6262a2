// Package report writes what the board wants to read.
package report

import (
	"fmt"
	"sort"
	"strings"
	"text/template"

	"example.test/granary/grain"
	"example.test/granary/intake"
	"example.test/granary/market"
	"example.test/granary/silo"
)

var stock = template.Must(template.New("stock").Parse(
	`{{range .}}{{printf "%-8s" .Name}} {{.What}} {{.Bar}}
{{end}}`))

type line struct {
	Name, What, Bar string
}

// Stock is a line for each silo, with a bar of ten.
func Stock(row silo.Row) (string, error) {
	var lines []line
	for _, one := range row {
		kind, grade, held := one.Held()
		what := "empty"
		if held > 0 {
			what = fmt.Sprintf("%v/%d %d kg", kind, grade, held)
		}
		lines = append(lines, line{one.Name, what, Bar(one.Share())})
	}
	var text strings.Builder
	err := stock.Execute(&text, lines)
	return text.String(), err
}

// Bar draws per cent; whatever has begun is drawn, and only what is full is drawn full.
func Bar(share int) string {
	share = max(0, min(100, share))
	marks := (share + 9) / 10
	if marks == 10 && share < 100 {
		marks = 9
	}
	return "[" + strings.Repeat("#", marks) + strings.Repeat(".", 10-marks) + "]"
}

// Totals adds up receipts by what key says of them.
func Totals[K comparable](receipts []intake.Receipt, key func(intake.Receipt) K) map[K]int {
	totals := map[K]int{}
	for _, one := range receipts {
		totals[key(one)] += one.Dry
	}
	return totals
}

// Statement is what a farmer is paid, line by line.
func Statement(receipts []intake.Receipt, prices market.Prices) (string, error) {
	var text strings.Builder
	total := market.Cents(0)
	for _, one := range receipts {
		worth, err := prices.Worth(one.Kind, one.Grade, one.Dry)
		if err != nil {
			return "", fmt.Errorf("receipt %s: %w", one.Number, err)
		}
		net := worth - market.Cents(one.Charges)
		total += net
		fmt.Fprintf(&text, "%s %s grade %d: %d kg, %s\n", one.Number, one.Kind, one.Grade, one.Dry, net)
	}
	verdict := "to be paid"
	if total < 0 {
		verdict = "owed to us"
	}
	fmt.Fprintf(&text, "total %s %s\n", total, verdict)
	return text.String(), nil
}

// Ranking lists farmers by what they brought, the most first; equal ones by name.
func Ranking(receipts []intake.Receipt) []string {
	totals := Totals(receipts, func(one intake.Receipt) string { return one.Farmer })
	farmers := make([]string, 0, len(totals))
	for farmer := range totals {
		farmers = append(farmers, farmer)
	}
	sort.Slice(farmers, func(a, b int) bool {
		if totals[farmers[a]] != totals[farmers[b]] {
			return totals[farmers[a]] > totals[farmers[b]]
		}
		return farmers[a] < farmers[b]
	})
	return farmers
}

// Mix says which share of the whole each kind has, in whole per cent.
func Mix(row silo.Row) map[grain.Kind]int {
	whole := row.Count()
	mix := map[grain.Kind]int{}
	if whole == 0 {
		return mix
	}
	for _, one := range row {
		if kind, _, held := one.Held(); held > 0 {
			mix[kind] = row.Total(kind) * 100 / whole
		}
	}
	return mix
}
