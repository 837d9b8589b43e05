package export

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
)

// versionsFile is the usual name of the file that says which providers a
// configuration needs.
const versionsFile = "versions.tf"

// target is where the configuration goes.
type target struct {
	folder             string // "" is standard output
	resources, imports string // names of the files
	force              bool
	versions           bool // no file of the folder has required_providers, so versions.tf is written
	unnamed            bool // one has, but not with this provider
}

// newTarget looks at the folder before anything is read.
func newTarget(o options) (target, error) {
	t := target{folder: o.folder, resources: fmt.Sprintf("cliente_%d.tf", o.clienteID), imports: fmt.Sprintf("cliente_%d_import.tf", o.clienteID), force: o.force}
	if t.folder == "" {
		return t, nil
	}
	if err := t.free(); err != nil {
		return t, err
	}
	files, err := filepath.Glob(filepath.Join(globQuote(t.folder), "*.tf"))
	if err != nil {
		return t, err
	}
	declared, named := false, false
	for _, file := range files {
		blocks, names, err := requiredProviders(file)
		if err != nil {
			return t, err
		}
		declared, named = declared || blocks, named || names
	}
	_, err = os.Lstat(filepath.Join(t.folder, versionsFile))
	taken := !errors.Is(err, fs.ErrNotExist)
	t.versions, t.unnamed = !declared && !taken, !named && (declared || taken)
	return t, nil
}

// globQuote keeps what is special to a pattern from being so.
func globQuote(folder string) string {
	var b bytes.Buffer
	for _, r := range folder {
		if r == '*' || r == '?' || r == '[' || r == '\\' && filepath.Separator != '\\' {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// free refuses to replace files, unless that was asked for.
func (t target) free() error {
	if info, err := os.Stat(t.folder); err == nil && !info.IsDir() {
		return fmt.Errorf("%s is a file, and -out names a folder", t.folder)
	}
	for _, name := range []string{t.resources, t.imports} {
		info, err := os.Lstat(filepath.Join(t.folder, name))
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return fmt.Errorf("looking for files that are there already: %w", err)
		case !info.Mode().IsRegular():
			return fmt.Errorf("%s in %s is no file that could be replaced", name, t.folder)
		case !t.force:
			return fmt.Errorf("%s is in %s already; give -force to replace it, or another folder", name, t.folder)
		}
	}
	return nil
}

// requiredProviders reports whether a file has a required_providers block, and
// whether one names this provider. What Terraform could not read is none of it.
func requiredProviders(file string) (declared, named bool, err error) {
	text, err := os.ReadFile(file) //nolint:gosec // G304: the user names the folder.
	if err != nil {
		return false, false, fmt.Errorf("looking for required_providers: %w", err)
	}
	parsed, _ := hclsyntax.ParseConfig(text, file, hcl.InitialPos)
	body, ok := parsed.Body.(*hclsyntax.Body)
	if !ok {
		return false, false, nil
	}
	for _, block := range body.Blocks {
		if block.Type != "terraform" {
			continue
		}
		for _, inner := range block.Body.Blocks {
			if inner.Type == "required_providers" {
				declared = true
				_, here := inner.Body.Attributes["parking"]
				named = named || here
			}
		}
	}
	return declared, named, nil
}

// write writes the configuration and gives the names of the files: all of them or,
// where it fails, none.
func (t target) write(text text, stdout io.Writer) (written []string, err error) {
	if t.folder == "" {
		_, err := stdout.Write(bytes.Join([][]byte{text.resources, text.importing}, []byte("\n")))
		return nil, err
	}
	if err := os.MkdirAll(t.folder, 0o750); err != nil {
		return nil, err
	}
	if err := t.free(); err != nil { // somebody may have been faster
		return nil, err
	}
	files := []struct {
		name string
		text []byte
	}{{t.resources, text.resources}, {t.imports, text.importing}}
	if t.versions {
		versions := fmt.Sprintf("terraform {\nrequired_providers {\nparking = {\nsource = %q\n}\n}\n}\n", source)
		files = append(files, struct {
			name string
			text []byte
		}{versionsFile, hclwrite.Format([]byte(versions))})
	}
	var put putter
	defer func() { err = errors.Join(err, put.end(err == nil)) }()
	for _, file := range files {
		if err := put.prepare(filepath.Join(t.folder, file.name), file.text); err != nil {
			return nil, err
		}
		written = append(written, file.name)
	}
	return written, put.all()
}

// errReplaced: a file was replaced before another could not be put in its place.
var errReplaced = errors.New("is new, and the other files are as before")

// putter puts several files in their places at once, as far as a file system can.
type putter struct {
	pending  []pending
	made     []string // files that were not there before
	replaced []string
}

type pending struct{ temporary, name string }

// prepare writes a file beside its place.
func (p *putter) prepare(name string, text []byte) error {
	file, err := os.CreateTemp(filepath.Dir(name), ".export-*") // readable by its owner alone
	if err != nil {
		return err
	}
	p.pending = append(p.pending, pending{file.Name(), name})
	_, err = file.Write(text)
	return errors.Join(err, file.Sync(), file.Close())
}

// all puts the files in their places.
func (p *putter) all() error {
	for len(p.pending) > 0 {
		next := p.pending[0]
		_, before := os.Lstat(next.name)
		if err := os.Rename(next.temporary, next.name); err != nil {
			for _, name := range p.replaced {
				err = fmt.Errorf("%w; %s %w", err, name, errReplaced)
			}
			return err
		}
		if errors.Is(before, fs.ErrNotExist) {
			p.made = append(p.made, next.name)
		} else {
			p.replaced = append(p.replaced, next.name)
		}
		p.pending = p.pending[1:]
	}
	return nil
}

// end takes away what is only half done.
func (p *putter) end(done bool) error {
	var errs []error
	for _, left := range p.pending {
		errs = append(errs, os.Remove(left.temporary))
	}
	if !done {
		for _, name := range p.made {
			errs = append(errs, os.Remove(name))
		}
	}
	return errors.Join(errs...)
}
