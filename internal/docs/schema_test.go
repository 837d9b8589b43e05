package main

import "testing"

// Whatever users read about is described where it stands: the provider, each type, function and identity, and every part of them.
func TestEverythingIsDescribed(t *testing.T) {
	t.Parallel()
	all, err := providerSchema(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	described := 0
	var check func(path string, part any)
	check = func(path string, part any) {
		switch part := part.(type) {
		case object:
			for name, inner := range part {
				check(path+"."+name, inner)
			}
			for _, text := range []string{"description", "summary"} {
				if said, has := part[text]; has && said == "" {
					t.Errorf("%s has no %s", path, text)
				}
			}
			if _, block := part["attributes"]; block && part["description_kind"] == "plain" {
				t.Errorf("%s is not described in Markdown", path)
			}
			described++
		case []object:
			for _, inner := range part {
				check(path, inner)
			}
		}
	}
	check("", all)
	if described < 100 {
		t.Errorf("%d parts only: are they still found?", described)
	}
}
