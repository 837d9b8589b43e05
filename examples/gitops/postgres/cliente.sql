-- Gives a client its state, and two roles: one reads it, for plans, and one also writes it, for applies.
-- Run it as the owner of the database, with the name of the client, and then set the passwords:
--
--   psql estados -v cliente=flota-norte -f postgres/cliente.sql
--   psql estados -c '\password flota-norte-plan' -c '\password flota-norte-aplicar'

\set ON_ERROR_STOP on
\set plan :cliente -plan
\set aplicar :cliente -aplicar

BEGIN;

-- Only who is named below gets in. Repeated for each client, which does no harm.
REVOKE ALL ON DATABASE :"DBNAME" FROM PUBLIC;
REVOKE ALL ON SCHEMA public FROM PUBLIC;

-- A limit, so that plans cannot take all connections from the applies.
CREATE ROLE :"plan" LOGIN CONNECTION LIMIT 8;
CREATE ROLE :"aplicar" LOGIN;
GRANT CONNECT ON DATABASE :"DBNAME" TO :"plan", :"aplicar";

-- The table as Terraform's backend makes it, which neither role could.
CREATE SEQUENCE IF NOT EXISTS public.global_states_id_seq AS bigint;
CREATE SCHEMA :"cliente";
CREATE TABLE :"cliente".states (
  id   bigint NOT NULL DEFAULT nextval('public.global_states_id_seq') PRIMARY KEY,
  name text UNIQUE,
  data text
);
GRANT USAGE ON SCHEMA :"cliente" TO :"plan", :"aplicar";
GRANT SELECT ON :"cliente".states TO :"plan", :"aplicar";
GRANT INSERT, UPDATE ON :"cliente".states TO :"aplicar"; -- the backend updates with INSERT ... ON CONFLICT
GRANT USAGE ON SCHEMA public TO :"aplicar";
GRANT USAGE ON SEQUENCE public.global_states_id_seq TO :"aplicar";

-- An empty first state. Without one, Terraform cannot tell that the first plan is stale, and while it writes the
-- first version of a state it locks those of all clients.
INSERT INTO :"cliente".states (name, data) VALUES ('default', json_build_object('version', 4, 'terraform_version', '1.8.0',
  'serial', 1, 'lineage', gen_random_uuid(), 'outputs', json_build_object(), 'resources', json_build_array()));

COMMIT;
