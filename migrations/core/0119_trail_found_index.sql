-- migrate: outside a transaction
-- The index of 0116_trail_found.sql is built while events are written. What an earlier attempt left half-built goes first.
drop index concurrently if exists audit_events_found;

create index concurrently audit_events_found on audit_events using gin (
    hashint8extended(sequence >> 15, uuid_hash_extended(tenant_id, 0)),
    hashint8extended(sequence >> 15, coalesce(uuid_hash_extended(actor_id, uuid_hash_extended(tenant_id, 0)),
        hashtextextended(actor_kind, uuid_hash_extended(tenant_id, 0)))),
    hashint8extended(sequence >> 15, hashtextextended(action, uuid_hash_extended(tenant_id, 0))),
    hashint8extended(sequence >> 15, hashtextextended(object_kind, uuid_hash_extended(tenant_id, 0))),
    hashint8extended(sequence >> 15, hashtextextended(address, uuid_hash_extended(tenant_id, 0))),
    (lower(actor_name || ' ' || object_name || ' ' || reason || ' ' || left(changes, 2000))) public.gin_trgm_ops,
    fields
) with (fastupdate = off);

drop index concurrently if exists audit_events_words;

drop index concurrently if exists audit_events_fields;
