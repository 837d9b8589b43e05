package sandbox

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
)

// migrationFiles are applied in the order of their names, once each; the first are the tables and what the town holds.
//
//go:embed migrations/*.sql
var migrationFiles embed.FS

// migrate brings the database to the newest version in one transaction, so that of several processes that open a new
// file exactly one makes and seeds it.
func migrate(ctx context.Context, db *sql.DB) error {
	steps, err := migrationFiles.ReadDir("migrations")
	if err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // does nothing after a commit
	var version int
	if err := tx.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&version); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	if version > len(steps) {
		return fmt.Errorf("made by a newer version of the sandbox: schema %d, known up to %d", version, len(steps))
	}
	for _, step := range steps[version:] {
		text, err := migrationFiles.ReadFile("migrations/" + step.Name())
		if err != nil {
			return fmt.Errorf("migrations: %w", err)
		}
		if _, err := tx.ExecContext(ctx, string(text)); err != nil {
			return fmt.Errorf("migration %s: %w", step.Name(), err)
		}
	}
	if version < len(steps) {
		if _, err := tx.ExecContext(ctx, fmt.Sprintf(`PRAGMA user_version = %d`, len(steps))); err != nil {
			return fmt.Errorf("migrate: %w", err)
		}
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return nil
}
