-- The things that a body names.
ALTER TABLE journal ADD COLUMN about TEXT NOT NULL DEFAULT '';
