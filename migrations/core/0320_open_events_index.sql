-- migrate: outside a transaction
-- Whenever a subscription comes, the events that may have waited for it are looked through. Those of a provider that was switched
-- off wait for that alone: with tens of thousands of them, each that is applied once it is on again would read all of the others.

drop index concurrently if exists provider_events_open;

create index concurrently provider_events_open on provider_events (tenant_id, provider) where outcome = 'unmatched' and why <> 'off';
