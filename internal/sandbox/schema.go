package sandbox

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
)

//go:embed schema/tablas.sql
var tables string

//go:embed schema/datos.sql
var town string // what it holds on the first day

// schemaVersion counts up with each change of the tables: a file of another version is refused, and not converted.
const schemaVersion = 2

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
