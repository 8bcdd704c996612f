-- migrate: outside a transaction
-- Nobody waits for the indexes of 0133 to be built, nor for its conditions to be checked. What an earlier attempt left half-built
-- goes first.

drop index concurrently if exists users_external_id;

create unique index concurrently users_external_id on users (tenant_id, external_id) where external_id <> '';

drop index concurrently if exists users_phone;

create index concurrently users_phone on users (tenant_id, phone text_pattern_ops) where phone <> '';

drop index concurrently if exists users_phone_end;

create index concurrently users_phone_end on users (tenant_id, reverse(phone) text_pattern_ops) where phone <> '';

alter table users validate constraint users_phone_check;

alter table users validate constraint users_external_id_check;
