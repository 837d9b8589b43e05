// Package audit keeps a line for every write of a run: what was written, and how it ended. It knows no request.
package audit

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Log is a file that gets a line of JSON for every write of a run and every adoption. Several processes may share
// it, since each line is appended by one system call. Once it cannot be written, no write is sent.
type Log struct {
	path, run string

	mu  sync.Mutex
	err error // why it cannot be written
}

// Open creates the file, readable by its owner only. One that exists keeps its content and its mode.
func Open(path string) (*Log, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("the path %q: %w", path, err)
	}
	l := &Log{path: absolute, run: rand.Text()}
	return l, l.append(nil)
}

// append opens the file each time: one that was moved away is made anew, and one that became read-only is noticed before
// a write is sent.
func (l *Log) append(line []byte) error {
	// Opening a pipe would wait for its reader.
	if info, err := os.Stat(l.path); err == nil && !info.Mode().IsRegular() { //nolint:gosec // G703: the user names this file.
		return fmt.Errorf("%s is not a regular file", l.path)
	}
	file, err := os.OpenFile(l.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600) //nolint:gosec // G703: the user names this file.
	if err != nil {
		return err
	}
	_, err = file.Write(line)
	return errors.Join(err, file.Close())
}

// Check gives an error if the log cannot be written, so that the write must not be sent.
func (l *Log) Check() error {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err == nil {
		l.err = l.append(nil)
	}
	return l.err
}

// Add appends a line. It gives the line and the cause if it cannot be appended.
func (l *Log) Add(entry Entry) (missing string, cause error) {
	if l == nil {
		return "", nil
	}
	entry.Time, entry.Run = time.Now().UTC().Truncate(time.Millisecond), l.run
	line, err := json.Marshal(entry)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err == nil {
		l.err = errors.Join(err, l.append(append(line, '\n')))
	}
	if l.err != nil {
		return string(line), l.err
	}
	return "", nil
}
