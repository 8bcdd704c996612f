-- migrate: outside a transaction
-- The indexes of the lists of tenants and admins follow the order of names that every list has.

drop index concurrently if exists tenants_in_order;

create index concurrently tenants_in_order on tenants ((name collate "und-x-icu"), id);

drop index concurrently if exists tenants_archived_in_order;

create index concurrently tenants_archived_in_order on tenants ((name collate "und-x-icu"), id) where archived_at is not null;

drop index concurrently if exists admins_in_order;

create index concurrently admins_in_order on admins ((name collate "und-x-icu"), id);

drop index concurrently if exists tenants_name;

drop index concurrently if exists tenants_archived;

drop index concurrently if exists admins_name;
