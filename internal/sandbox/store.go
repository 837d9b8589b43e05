package sandbox

import (
	"context"
	"crypto/rand"
	"database/sql"
	_ "embed"
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

//go:embed schema/tablas.sql
var tables string

//go:embed schema/datos.sql
var town string // what it holds on the first day

// schemaVersion counts up with each change of the tables: a file of another version is refused, and not converted.
const schemaVersion = 2

// openStore opens the database at path, or a private one in memory when path is "" or :memory:, and makes its tables.
// The function closes it.
func openStore(ctx context.Context, path string) (_ *sql.DB, closeAll func() error, err error) {
	query := url.Values{
		"_txlock": {"immediate"},
		"_pragma": {fmt.Sprintf("busy_timeout(%d)", busyWait.Milliseconds()), "foreign_keys(ON)", "synchronous(NORMAL)"},
	}
	memory := path == "" || path == ":memory:" // as SQLite itself calls one without a file
	location := "/" + rand.Text()              // of one in memory: with the slash, connections share it, and nobody else has the name
	if memory {
		query.Set("vfs", "memdb")
	} else if location, err = filepath.Abs(path); err != nil {
		return nil, nil, fmt.Errorf("database: %w", err)
	}
	if location = filepath.ToSlash(location); location[0] != '/' {
		location = "/" + location // a drive letter must not be taken for a host
	}
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Path: location, RawQuery: query.Encode()}).String())
	if err != nil {
		return nil, nil, fmt.Errorf("database: %w", err)
	}
	closeAll = db.Close
	if memory {
		// One connection, because in memory readers and writers block each other; a second one, which is kept, keeps the
		// database when the pool drops the other.
		db.SetMaxOpenConns(2)
		var anchor *sql.Conn
		if anchor, err = db.Conn(ctx); err == nil {
			closeAll = func() error { return errors.Join(anchor.Close(), db.Close()) }
		}
	} else {
		db.SetMaxOpenConns(8)
		db.SetMaxIdleConns(8)
		err = useWAL(ctx, db)
	}
	if err == nil {
		err = makeTables(ctx, db)
	}
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("database %s: %w", path, err), closeAll())
	}
	return db, closeAll, nil
}

// useWAL makes the file one that is read while it is written. The mode stays in the file. SQLite does not wait for
// other processes while the mode changes, so this does.
func useWAL(ctx context.Context, db *sql.DB) error {
	for deadline := time.Now().Add(busyWait); ; time.Sleep(10 * time.Millisecond) {
		_, err := db.ExecContext(ctx, `PRAGMA journal_mode = WAL`)
		failed, is := errors.AsType[*sqlite.Error](err)
		if !is || failed.Code()&0xff != sqlite3.SQLITE_BUSY || time.Now().After(deadline) {
			return err
		}
	}
}

// makeTables makes and seeds a new database, in one transaction, so that of several processes that open a new file exactly one does.
func makeTables(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // does nothing after a commit
	var version int
	if err := tx.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&version); err != nil {
		return err
	}
	switch version {
	case schemaVersion:
		return nil
	case 0:
		if _, err := tx.ExecContext(ctx, tables+town+fmt.Sprintf(`; PRAGMA user_version = %d`, schemaVersion)); err != nil {
			return err
		}
		return tx.Commit()
	}
	return errors.New("made by another version of the sandbox: delete it, or name another file")
}
