package program

import "testing"

func TestHas(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		said, terraform, tofu string
		want                  bool
	}{
		{"Terraform v1.14.0-rc1\non linux_amd64\n", "1.14", "", true},
		{"\nWarning: Unable to open CLI configuration file\n\nTerraform v1.14.0\n", "1.14", "", true},
		{"Terraform v1.9.4\n", "1.14", "1.8", false},
		{"OpenTofu v1.14.2\n", "1.14", "", false},
		{"OpenTofu v1.10.9\n", "1.10", "1.11", false},
		{"OpenTofu v1.11.0\n", "1.12", "1.11", true},
	} {
		if p, err := parse(c.said); err != nil || p.has(c.terraform, c.tofu) != c.want {
			t.Errorf("%q is %v, %v: want %t since %q and %q", c.said, p, err, c.want, c.terraform, c.tofu)
		}
	}
	if p, err := parse("Packer v1.14.0"); err == nil {
		t.Errorf("Packer is %v", p)
	}
}
