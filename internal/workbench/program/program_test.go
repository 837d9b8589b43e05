package program

import "testing"

func TestLacks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		said, terraform, tofu, want string
	}{
		{"Terraform v1.14.0\non linux_amd64\n", "1.14", "", ""},
		{"Terraform v1.14.0-rc1\n", "1.14", "", ""},
		{"\nWarning: Unable to open CLI configuration file\n\nTerraform v1.14.0\n", "1.14", "", ""},
		{"Terraform v1.11.4\n", "1.14", "1.8", "Terraform 1.11.4 has no such thing, which came with 1.14"},
		{"OpenTofu v1.14.2\non linux_amd64\n", "1.14", "", "OpenTofu has no such thing"},
		{"OpenTofu v1.10.9\n", "1.10", "1.11", "OpenTofu 1.10.9 has no such thing, which came with 1.11"},
		{"OpenTofu v1.11.0\n", "1.12", "1.11", ""},
	} {
		p, err := parse(c.said)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.lacks(c.terraform, c.tofu); got != c.want {
			t.Errorf("%q, since %q and %q: got %q, want %q", c.said, c.terraform, c.tofu, got, c.want)
		}
	}
}

// TestMarked: a test that starts the program and has no mark fails.
func TestMarked(t *testing.T) {
	t.Parallel()
	for test, fails := range map[string]bool{"TestCLIFlota": false, "TestCLIFlota/case": false, "TestFlota": true, "TestFlotaCLI/TestCLI": true} {
		if missing := unmarked(test); (missing != "") != fails {
			t.Errorf("%s: got %q, wanted that it fails: %t", test, missing, fails)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	for _, said := range []string{"", "Packer v1.14.0", "OpenTofu", "OpenTofu vnewest"} {
		if p, err := parse(said); err == nil {
			t.Errorf("%q is %v", said, p)
		}
	}
}
