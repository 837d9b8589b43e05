package parking

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"strconv"
)

// pages reads every page of a listing. The first is asked for without a page
// parameter, whose name the document does not show (A3); from the second on
// current_page must be the page that was asked for.
func (c *Client) pages(ctx context.Context, call call) ([]*record, error) {
	var all []*record
	for page := int64(1); ; page++ {
		if page > 1 {
			query := maps.Clone(call.query)
			if query == nil {
				query = url.Values{}
			}
			query.Set("page", strconv.FormatInt(page, 10))
			call.query = query
		}
		env, err := c.do(ctx, call)
		if err != nil {
			return nil, err
		}
		records, err := newRecords(call.op.name, env.data)
		if err != nil {
			return nil, err
		}
		current, last, total := env.pages.integer("current_page").Value, env.pages.integer("last_page").Value, env.pages.integer("total").Value
		switch {
		case env.pages.err != nil:
			return nil, env.pages.err
		case page > 1 && (current == nil || *current != page):
			return nil, &ContractError{Operation: call.op.name, Assumption: "A3",
				Detail: fmt.Sprintf("page %d was asked for with the query parameter page, and page %s came", page, shown(current))}
		}
		all = append(all, records...)
		if last == nil && total != nil && *total > int64(len(all)) {
			return nil, &ContractError{Operation: call.op.name, Assumption: "A3",
				Detail: fmt.Sprintf("the listing has %d records, %d came, and last_page does not tell how to get the others", *total, len(all))}
		}
		if last != nil && page < *last && len(records) == 0 {
			return nil, &ContractError{Operation: call.op.name, Assumption: "A3", Detail: fmt.Sprintf("page %d of %d is empty", page, *last)}
		}
		if last == nil || page >= *last {
			return all, nil
		}
	}
}

func shown(n *int64) string {
	if n == nil {
		return "(unnumbered)"
	}
	return strconv.FormatInt(*n, 10)
}
