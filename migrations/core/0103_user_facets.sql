-- migrate: outside a transaction
-- Finds users by any two or more of what they are filtered by: `user_counts` names the combinations that fit, and each of them is one
-- place in this index. Equal entries are stored once, so it is small. Nobody waits for it to be built. GIN over the
-- same columns reads the list of its first column whole.

drop index concurrently if exists users_facets;

create index concurrently users_facets on users (tenant_id, country, plan, status, platform, language, role);

analyze users;
