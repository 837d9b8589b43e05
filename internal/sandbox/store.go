package sandbox

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// busyWait is how long a connection waits for a writer of another process.
const busyWait = 15 * time.Second

// inMemory is what SQLite itself calls a database without a file.
const inMemory = ":memory:"

// openStore opens the database at path, or a private one in memory when path is "" or inMemory, and makes its tables. The function
// closes it.
func openStore(ctx context.Context, path string) (_ *sql.DB, _ func() error, err error) {
	query := url.Values{
		"_txlock": {"immediate"},
		"_pragma": {fmt.Sprintf("busy_timeout(%d)", busyWait.Milliseconds()), "foreign_keys(ON)", "synchronous(NORMAL)"},
	}
	memory := path == "" || path == inMemory
	location := path
	if memory {
		// A leading slash lets the connections of this process share the database, the random name keeps it private.
		location = "/" + rand.Text()
		query.Set("vfs", "memdb")
	} else if location, err = filepath.Abs(path); err != nil {
		return nil, nil, fmt.Errorf("database: %w", err)
	}
	if location = filepath.ToSlash(location); location[0] != '/' {
		location = "/" + location // a drive letter must not be taken for a host
	}
	source := (&url.URL{Scheme: "file", Path: location, RawQuery: query.Encode()}).String()

	db, err := sql.Open("sqlite", source)
	if err != nil {
		return nil, nil, fmt.Errorf("database: %w", err)
	}
	closeAll := db.Close
	defer func() {
		if err != nil {
			err = errors.Join(err, closeAll())
		}
	}()
	if memory {
		// One connection, because in memory readers and writers block each other; a second one, outside the pool, keeps
		// the database when the pool drops its own.
		db.SetMaxOpenConns(1)
		anchor, err := sql.Open("sqlite", source)
		if err != nil {
			return nil, nil, fmt.Errorf("database: %w", err)
		}
		closeAll = func() error { return errors.Join(db.Close(), anchor.Close()) }
		if err := anchor.PingContext(ctx); err != nil {
			return nil, nil, fmt.Errorf("database: %w", err)
		}
	} else {
		db.SetMaxOpenConns(8)
		db.SetMaxIdleConns(8)
		if err := useWAL(ctx, db); err != nil {
			return nil, nil, fmt.Errorf("database %s: %w", path, err)
		}
	}
	if err := makeTables(ctx, db); err != nil {
		return nil, nil, fmt.Errorf("database %s: %w", path, err)
	}
	return db, closeAll, nil
}

// useWAL makes the file one that is read while it is written. The mode stays in the file. SQLite does not wait for
// other processes while the mode changes, so this does.
func useWAL(ctx context.Context, db *sql.DB) error {
	for deadline := time.Now().Add(busyWait); ; {
		_, err := db.ExecContext(ctx, `PRAGMA journal_mode = WAL`)
		var failed *sqlite.Error
		if err == nil || !errors.As(err, &failed) || failed.Code()&0xff != sqlite3.SQLITE_BUSY || time.Now().After(deadline) {
			return err
		}
		if !sleep(ctx, 10*time.Millisecond) {
			return ctx.Err()
		}
	}
}
