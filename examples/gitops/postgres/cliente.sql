-- Gives a client its state, and two roles: one reads it, for plans, and one also writes it, for applies. Running it twice
-- does no harm. Run it as the owner of the database, and then set the passwords:
--
--   psql estados -v cliente=flota-norte -f postgres/cliente.sql
--   psql estados -c '\password flota-norte-plan' -c '\password flota-norte-aplicar'

\set ON_ERROR_STOP on
-- PostgreSQL cuts the names of roles off at 63 characters, and those of two clients would become one.
SELECT :'cliente' !~ '^[a-z][a-z0-9-]{0,48}[a-z0-9]$' AS malo \gset
\if :malo
  \echo :cliente is no name of a client: at most 50 lower-case letters, digits and hyphens, such as flota-norte
  DO $$ BEGIN RAISE EXCEPTION 'nothing was changed'; END $$;
\endif

\set plan :cliente -plan
\set aplicar :cliente -aplicar

BEGIN;

-- Only the roles that are named below get in.
REVOKE ALL ON DATABASE :"DBNAME" FROM PUBLIC;
REVOKE ALL ON SCHEMA public FROM PUBLIC;

-- The limit keeps plans from taking all connections.
SELECT format('CREATE ROLE %I LOGIN CONNECTION LIMIT 8', :'plan') WHERE to_regrole(quote_ident(:'plan')) IS NULL \gexec
SELECT format('CREATE ROLE %I LOGIN', :'aplicar') WHERE to_regrole(quote_ident(:'aplicar')) IS NULL \gexec
GRANT CONNECT ON DATABASE :"DBNAME" TO :"plan", :"aplicar";

-- The table as Terraform's backend would make it. Neither role may.
CREATE SEQUENCE IF NOT EXISTS public.global_states_id_seq AS bigint;
CREATE SCHEMA IF NOT EXISTS :"cliente";
CREATE TABLE IF NOT EXISTS :"cliente".states (
  id   bigint NOT NULL DEFAULT nextval('public.global_states_id_seq') PRIMARY KEY,
  name text UNIQUE,
  data text
);
GRANT USAGE ON SCHEMA :"cliente" TO :"plan", :"aplicar";
GRANT SELECT ON :"cliente".states TO :"plan", :"aplicar";
-- The backend writes with INSERT ... (name, data) ON CONFLICT (name) DO UPDATE SET data. The identifier is the lock, and the name
-- finds the state: neither changes. REVOKE, for roles that an earlier version of this script made.
REVOKE INSERT, UPDATE ON :"cliente".states FROM :"aplicar";
GRANT INSERT (name, data), UPDATE (data) ON :"cliente".states TO :"aplicar";
GRANT USAGE ON SCHEMA public TO :"aplicar";
GRANT USAGE ON SEQUENCE public.global_states_id_seq TO :"aplicar";

-- An empty first state. Without one, Terraform cannot see that the first plan is stale. And while it writes the first
-- version of a state, it locks those of all clients.
INSERT INTO :"cliente".states (name, data) VALUES ('default', json_build_object('version', 4, 'terraform_version', '1.8.0',
  'serial', 1, 'lineage', gen_random_uuid(), 'outputs', json_build_object(), 'resources', json_build_array()))
  ON CONFLICT (name) DO NOTHING;

COMMIT;
