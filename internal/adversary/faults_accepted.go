package adversary

// accepted are answers to writes that say less of what was done than they should, or something else.
func accepted() []Fault {
	return []Fault{
		{Name: "done twice", Why: "a proxy sends what it had no answer to once more (nginx: proxy_next_upstream non_idempotent)",
			Done: true, twice: true, applies: writes},
	}
}
