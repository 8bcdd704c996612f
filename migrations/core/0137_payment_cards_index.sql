-- migrate: outside a transaction
-- The index of 0136 is built while events are written. What an earlier attempt left half-built goes first.

drop index concurrently if exists provider_events_charge;

create index concurrently provider_events_charge on provider_events (tenant_id, provider, charge) where card <> '';
