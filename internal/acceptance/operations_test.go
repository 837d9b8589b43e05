package acceptance

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/contract"
)

const operationsGuide = "../../templates/guides/operations.md.tmpl"

var (
	guideRow   = regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\| .+ \\| (.*) \\|$")
	guideAsker = regexp.MustCompile("((?:[a-z]+ )*[a-z]+) (?:\\[`([a-z_]+)`\\]\\([^)]*\\)|`([a-z_]+)`)")
)

// asked has the operations of whatever the table of the guide names, such as "data source parking_faq".
func asked(t *testing.T) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	for _, row := range guideRow.FindAllStringSubmatch(read(t, operationsGuide), -1) {
		for _, found := range guideAsker.FindAllStringSubmatch(row[2], -1) {
			asker := found[1] + " " + cmp.Or(found[2], found[3])
			out[asker] = append(out[asker], row[1])
		}
	}
	return out
}

// Every operation of the service is in the guide once, as it is asked, and nothing else is. The paths that the guide gives for the
// sandbox are the sandbox's, and each has its attribute in endpoints.
func TestOperationsGuideRequests(t *testing.T) {
	t.Parallel()
	guide, unpublished := read(t, operationsGuide), 0
	block, _ := acctest.NewProto(t).Schema.Provider.ValueType().(tftypes.Object)
	endpoints, _ := block.AttributeTypes["endpoints"].(tftypes.Object)
	operations, err := contract.All()
	acctest.Must(t, err)
	for _, op := range operations {
		row := fmt.Sprintf("\n| `%s` | `%s %s` | ", op.ID, op.Method, op.Path)
		if op.PathAssumed {
			unpublished++
			row = fmt.Sprintf("\n| `%s` | `%s`, `endpoints.%s` | ", op.ID, op.Method, op.ID)
			configured := regexp.MustCompile(`(?m)^    ` + op.ID + ` += "` + op.Path + `"$`)
			if endpoints.AttributeTypes[op.ID] == nil || !configured.MatchString(guide) {
				t.Errorf("endpoints has no %s, or the guide not its path %s", op.ID, op.Path)
			}
		}
		if strings.Count(guide, row) != 1 {
			t.Errorf("the guide does not have this row once: %s", row)
		}
	}
	if rows := len(guideRow.FindAllString(guide, -1)); rows != len(operations) || unpublished != len(endpoints.AttributeTypes) {
		t.Errorf("the guide has %d rows, and the service %d operations; endpoints has %d attributes, and %d paths are not published",
			rows, len(operations), len(endpoints.AttributeTypes), unpublished)
	}
}

// What the table says that asks an operation is in the provider, and everything in the provider is in the table. A resource's description
// lists the same operations.
func TestOperationsGuideTypes(t *testing.T) {
	t.Parallel()
	schema, asked := acctest.NewProto(t).Schema, asked(t)
	maps.DeleteFunc(asked, func(asker string, _ []string) bool {
		return strings.HasPrefix(asker, "subcommand ") // `export -h` and `probe -h` are tested beside them
	})
	var offered []string
	for kind, names := range map[string]iter.Seq[string]{
		"resource": maps.Keys(schema.ResourceSchemas), "data source": maps.Keys(schema.DataSourceSchemas),
		"action": maps.Keys(schema.ActionSchemas), "list resource": maps.Keys(schema.ListResourceSchemas),
		"ephemeral resource": maps.Keys(schema.EphemeralResourceSchemas),
	} {
		for name := range names {
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
