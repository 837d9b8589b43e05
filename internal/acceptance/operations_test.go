package acceptance

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/contract"
)

// guideRow is a row of the table in the guide about operations.
type guideRow struct {
	operation, request string
	asked              []asker
}

// asker is what asks an operation: its kind, such as data source, its name, and the
// page that the guide links it to.
type asker struct{ kind, name, page string }

const operationsGuide = "../../templates/guides/operations.md.tmpl"

var (
	guideCells = regexp.MustCompile("^\\| `([a-z_]+)` \\| (.+) \\| (.*) \\|$")
	guideAsker = regexp.MustCompile("((?:[a-z]+ )*[a-z]+) (?:\\[`([a-z_]+)`\\]\\(([^)]*)\\)|`([a-z_]+)`)")
)

// guideRows reads the table of the guide.
func guideRows(t *testing.T) (rows []guideRow) {
	t.Helper()
	for line := range strings.Lines(read(t, operationsGuide)) {
		line = strings.TrimSpace(line)
		cells := guideCells.FindStringSubmatch(line)
		if cells == nil {
			if strings.HasPrefix(line, "| `") {
				t.Errorf("no row of the table, though it looks like one: %s", line)
			}
			continue
		}
		row := guideRow{operation: cells[1], request: cells[2]}
		for _, found := range guideAsker.FindAllStringSubmatch(cells[3], -1) {
			row.asked = append(row.asked, asker{kind: found[1], name: cmp.Or(found[2], found[4]), page: found[3]})
		}
		rows = append(rows, row)
	}
	return rows
}

// schemaKinds are the names in the provider's schema by kind, as the guide calls it.
func schemaKinds(schema *tfprotov6.GetProviderSchemaResponse) map[string][]string {
	return map[string][]string{
		"resource":           slices.Sorted(maps.Keys(schema.ResourceSchemas)),
		"data source":        slices.Sorted(maps.Keys(schema.DataSourceSchemas)),
		"action":             slices.Sorted(maps.Keys(schema.ActionSchemas)),
		"list resource":      slices.Sorted(maps.Keys(schema.ListResourceSchemas)),
		"ephemeral resource": slices.Sorted(maps.Keys(schema.EphemeralResourceSchemas)),
	}
}

// endpointNames are the attributes of endpoints in the provider block.
func endpointNames(t *testing.T, schema *tfprotov6.GetProviderSchemaResponse) (names []string) {
	t.Helper()
	for _, attribute := range schema.Provider.Block.Attributes {
		if attribute.Name == "endpoints" {
			for _, endpoint := range attribute.NestedType.Attributes {
				names = append(names, endpoint.Name)
			}
		}
	}
	slices.Sort(names)
	return names
}

func operationsOfContract(t *testing.T) []contract.Operation {
	t.Helper()
	declared, err := contract.All()
	acctest.Must(t, err)
	return declared
}

// Every operation of the service is in the guide once, as it is asked, and nothing else is.
func TestOperationsGuideRequests(t *testing.T) {
	t.Parallel()
	requests := map[string]string{}
	for _, row := range guideRows(t) {
		if _, twice := requests[row.operation]; twice {
			t.Errorf("%s is in the table twice", row.operation)
		}
		requests[row.operation] = row.request
	}
	var assumed []string
	for _, op := range operationsOfContract(t) {
		want := fmt.Sprintf("`%s %s`", op.Method, op.Path)
		if op.PathAssumed {
			assumed = append(assumed, op.ID)
			want = fmt.Sprintf("`%s`, `endpoints.%s`", op.Method, op.ID)
		}
		if requests[op.ID] != want {
			t.Errorf("%s: the table says %q, wanted %q", op.ID, requests[op.ID], want)
		}
		delete(requests, op.ID)
	}
	if len(requests) > 0 {
		t.Errorf("no operations of the service: %v", requests)
	}
	if got := endpointNames(t, acctest.NewProto(t).Schema); !slices.Equal(got, assumed) {
		t.Errorf("endpoints has\n  %v\nand the operations without a published path are\n  %v", got, assumed)
	}
}

// Every row names something that asks the operation, and that exists and is documented
// where the guide says; everything that the provider has asks some operation.
func TestOperationsGuideTypes(t *testing.T) {
	t.Parallel()
	schema := acctest.NewProto(t).Schema
	kinds := schemaKinds(schema)
	main := read(t, "../../main.go")
	named, asked := map[string]bool{}, map[string][]string{}
	for _, row := range guideRows(t) {
		asks := 0
		for _, a := range row.asked {
			if a.kind == "subcommand" {
				if !strings.Contains(main, strconv.Quote(a.name)) {
					t.Errorf("%s: there is no subcommand %s", row.operation, a.name)
				}
				continue
			}
			asks++
			named[a.kind+" "+a.name] = true
			if a.kind == "resource" {
				asked[a.name] = append(asked[a.name], row.operation)
			}
			if !slices.Contains(kinds[a.kind], a.name) {
				t.Errorf("%s: the provider has no %s %s", row.operation, a.kind, a.name)
			}
			page := fmt.Sprintf("%ss/%s", strings.ReplaceAll(a.kind, " ", "-"), strings.TrimPrefix(a.name, "parking_"))
			if a.page != "../"+page {
				t.Errorf("%s: %s %s links to %q, wanted ../%s", row.operation, a.kind, a.name, a.page, page)
			}
			if _, err := os.Stat(filepath.Join("../../docs", page+".md")); err != nil {
				t.Errorf("%s: %s %s is not documented: %v", row.operation, a.kind, a.name, err)
			}
		}
		if asks == 0 {
			t.Errorf("%s: the table names nothing that asks it", row.operation)
		}
	}
	for kind, names := range kinds {
		for _, name := range names {
			if !named[kind+" "+name] {
				t.Errorf("the table does not name the %s %s", kind, name)
			}
		}
	}
	for name, operations := range asked {
		_, told, _ := strings.Cut(schema.ResourceSchemas[name].Block.Description, "Operations of the service: ")
		var tells []string
		for _, operation := range regexp.MustCompile("`([a-z_]+)`").FindAllStringSubmatch(told, -1) {
			tells = append(tells, operation[1])
		}
		slices.Sort(operations)
		slices.Sort(tells)
		if !slices.Equal(tells, operations) {
			t.Errorf("the description of %s tells of\n  %q\nand the table of\n  %q", name, tells, operations)
		}
	}
}

// The paths that the guide gives for the sandbox are the sandbox's.
func TestOperationsGuideEndpoints(t *testing.T) {
	t.Parallel()
	want := map[string]string{}
	for _, op := range operationsOfContract(t) {
		if op.PathAssumed {
			want[op.ID] = op.Path
		}
	}
	got := map[string]string{}
	for _, line := range regexp.MustCompile(`(?m)^    ([a-z_]+) += "(.*)"$`).FindAllStringSubmatch(read(t, operationsGuide), -1) {
		got[line[1]] = line[2]
	}
	if !maps.Equal(got, want) {
		t.Errorf("the guide configures\n  %v\nwanted\n  %v", got, want)
	}
}
