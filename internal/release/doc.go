// Package release tests the files of a release as the registry and Terraform read them: `make release-snapshot` makes
// them with goreleaser in dist, and runs these tests on them. They carry the build tag snapshot, since without those files
// there is nothing to test.
package release
