package export

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/hashicorp/hcl/v2/hclwrite"
)

// versionsFile is the usual name of the file that says which providers a configuration needs.
const versionsFile = "versions.tf"

// target is where the configuration goes.
type target struct {
	options
	versions bool // the folder has no configuration yet, so versions.tf is written
}

// name gives the name of one of the client's files.
func (t target) name(end string) string { return fmt.Sprintf("cliente_%d%s", t.clienteID, end) }

// newTarget looks at the folder before anything is read. It replaces no file.
func newTarget(o options) (target, error) {
	t := target{options: o}
	if t.folder == "" {
		return t, nil
	}
	if info, err := os.Stat(t.folder); err == nil && !info.IsDir() {
		return t, fmt.Errorf("%s is a file, and -out names a folder", t.folder)
	}
	for _, end := range []string{".tf", "_import.tf", ".csv"} {
		if _, err := os.Lstat(filepath.Join(t.folder, t.name(end))); err == nil && (t.csv || end != ".csv") {
			return t, fmt.Errorf("%s is in %s already; remove it, or give another folder", t.name(end), t.folder)
		}
	}
	files, err := fs.Glob(os.DirFS(t.folder), "*.tf")
	t.versions = !slices.ContainsFunc(files, func(file string) bool { return file != t.name(".tf") && file != t.name("_import.tf") })
	return t, err
}

// write writes the configuration and returns the names of the files, or none of them. The import blocks come first, then what
// the resources read: without the resources they fail a plan, while resources without import blocks would be created.
func (t target) write(text text, stdout io.Writer) (written []string, err error) {
	if t.folder == "" {
		_, err := stdout.Write(bytes.Join([][]byte{text.resources, text.importing}, []byte("\n")))
		return nil, err
	}
	if err := os.MkdirAll(t.folder, 0o750); err != nil {
		return nil, err
	}
	files := slices.Concat([]file{{t.name("_import.tf"), text.importing}}, text.tables, []file{{t.name(".tf"), text.resources}})
	if t.versions {
		required := ""
		if t.csv {
			required = "required_version = \">= 1.8.0\" # provider functions\n\n"
		}
		versions := fmt.Sprintf("terraform {\n%srequired_providers {\nparking = {\nsource = %q\n}\n}\n}\n", required, source)
		files = append(files, file{versionsFile, hclwrite.Format([]byte(versions))})
	}
	for _, file := range files {
		if err := create(filepath.Join(t.folder, file.name), file.text); err != nil {
			for _, name := range written {
				err = errors.Join(err, os.Remove(filepath.Join(t.folder, name)))
			}
			return nil, err
		}
		written = append(written, file.name)
	}
	return written, nil
}

// create writes a new file that only its owner can read.
func create(name string, text []byte) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600) //nolint:gosec // G304: the user names the folder.
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	if err = errors.Join(err, file.Close()); err != nil {
		err = errors.Join(err, os.Remove(name)) // half a file is none
	}
	return err
}
