package acceptance

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/contract"
)

// guideRow is a row of the table in the guide about operations.
type guideRow struct {
	operation, request string
	asked              []string // what asks it, such as "data source parking_faq"
}

const operationsGuide = "../../templates/guides/operations.md.tmpl"

var (
	guideCells = regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\| (.+) \\| (.*) \\|$")
	guideAsker = regexp.MustCompile("((?:[a-z]+ )*[a-z]+) (?:\\[`([a-z_]+)`\\]\\([^)]*\\)|`([a-z_]+)`)")
)

// guideRows reads the table of the guide.
func guideRows(t *testing.T) (rows []guideRow) {
	t.Helper()
	for _, cells := range guideCells.FindAllStringSubmatch(read(t, operationsGuide), -1) {
		row := guideRow{operation: cells[1], request: cells[2]}
		for _, found := range guideAsker.FindAllStringSubmatch(cells[3], -1) {
			row.asked = append(row.asked, found[1]+" "+cmp.Or(found[2], found[3]))
		}
		rows = append(rows, row)
	}
	return rows
}

// Every operation of the service is in the guide once, as it is asked, and nothing else is. The paths that the guide gives for the
// sandbox are the sandbox's, and each has its attribute in endpoints.
func TestOperationsGuideRequests(t *testing.T) {
	t.Parallel()
	var got, want []string
	for _, row := range guideRows(t) {
		got = append(got, row.operation+" "+row.request)
	}
	operations, err := contract.All()
	acctest.Must(t, err)
	paths := map[string]string{}
	for _, op := range operations {
		request := fmt.Sprintf("`%s %s`", op.Method, op.Path)
		if op.PathAssumed {
			request = fmt.Sprintf("`%s`, `endpoints.%s`", op.Method, op.ID)
			paths[op.ID] = op.Path
		}
		want = append(want, op.ID+" "+request)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the table has\n  %q\nand the operations of the service are\n  %q", got, want)
	}
	configured := map[string]string{}
	for _, line := range regexp.MustCompile(`(?m)^    ([a-z_]+) += "(.*)"$`).FindAllStringSubmatch(read(t, operationsGuide), -1) {
		configured[line[1]] = line[2]
	}
	if !maps.Equal(configured, paths) {
		t.Errorf("the guide configures\n  %v\nwanted\n  %v", configured, paths)
	}
	var endpoints []string
	for _, attribute := range acctest.NewProto(t).Schema.Provider.Block.Attributes {
		if attribute.Name == "endpoints" {
			for _, endpoint := range attribute.NestedType.Attributes {
				endpoints = append(endpoints, endpoint.Name)
			}
		}
	}
	slices.Sort(endpoints)
	if without := slices.Sorted(maps.Keys(paths)); !slices.Equal(endpoints, without) {
		t.Errorf("endpoints has\n  %v\nand the operations without a published path are\n  %v", endpoints, without)
	}
}

// What the table says that asks an operation is in the provider, and everything in the provider is in the table. A resource's
// description lists the same operations.
func TestOperationsGuideTypes(t *testing.T) {
	t.Parallel()
	schema := acctest.NewProto(t).Schema
	asked := map[string][]string{}
	for _, row := range guideRows(t) {
		for _, asker := range row.asked {
			if !strings.HasPrefix(asker, "subcommand ") { // `export -h` and `probe -h` are tested beside them
				asked[asker] = append(asked[asker], row.operation)
			}
		}
	}
	var offered []string
	for kind, names := range map[string][]string{
		"resource":           slices.Collect(maps.Keys(schema.ResourceSchemas)),
		"data source":        slices.Collect(maps.Keys(schema.DataSourceSchemas)),
		"action":             slices.Collect(maps.Keys(schema.ActionSchemas)),
		"list resource":      slices.Collect(maps.Keys(schema.ListResourceSchemas)),
		"ephemeral resource": slices.Collect(maps.Keys(schema.EphemeralResourceSchemas)),
	} {
		for _, name := range names {
			offered = append(offered, kind+" "+name)
		}
	}
	slices.Sort(offered)
	if named := slices.Sorted(maps.Keys(asked)); !slices.Equal(named, offered) {
		t.Errorf("the table names\n  %q\nand the provider has\n  %q", named, offered)
	}
	for name, resource := range schema.ResourceSchemas {
		_, told, _ := strings.Cut(resource.Block.Description, "Operations of the service: ")
		var tells []string
		for _, operation := range regexp.MustCompile("`([a-z_]+)`").FindAllStringSubmatch(told, -1) {
			tells = append(tells, operation[1])
		}
		slices.Sort(tells)
		if operations := slices.Sorted(slices.Values(asked["resource "+name])); !slices.Equal(tells, operations) {
			t.Errorf("the description of %s tells of\n  %q\nand the table of\n  %q", name, tells, operations)
		}
	}
}
