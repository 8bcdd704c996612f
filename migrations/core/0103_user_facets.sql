-- migrate: outside a transaction
-- Finds users by any two or more of what they are filtered by, whichever these are. GIN keeps each value's users as one packed list: all
-- of it is 10 MB for a million users, and takes 7 seconds to build. Nobody waits for it.

drop index concurrently if exists users_facets;

-- The tenant last, as in 0101.
create index concurrently users_facets on users using gin (country, plan, status, platform, language, role, tenant_id);

analyze users;
