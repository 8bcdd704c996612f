-- A provider event that lacked a sum, with that sum: from the provider, who was asked again, or from an admin. The facts as they
-- arrived stay beside it.
alter table provider_events add column completed_facts text check (octet_length(completed_facts) <= 8000);
grant update (completed_facts, awaits) on provider_events to roost_app;
