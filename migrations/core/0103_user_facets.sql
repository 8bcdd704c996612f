-- migrate: outside a transaction
-- Finds users by any two or more of what they are filtered by: `user_counts` names the combinations that fit, and each of them is one
-- place in this index. Equal entries are stored once, so it is small (10 MB for a million users) and takes 4 seconds to build. Nobody
-- waits for it. GIN over the same columns was measured: it reads the longest list first and was no quicker than a walk.

drop index concurrently if exists users_facets;

create index concurrently users_facets on users (tenant_id, country, plan, status, platform, language, role);

analyze users;
