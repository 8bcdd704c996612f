-- migrate: outside a transaction
-- Whoever reads a reference out of a mail or hears it on the telephone has its beginning, in any case.

drop index concurrently if exists payments_reference_begins;

create index concurrently payments_reference_begins on payments (tenant_id, lower(reference) text_pattern_ops) where reference <> '';

drop index concurrently if exists charge_names_begin;

create index concurrently charge_names_begin on charge_names (tenant_id, lower(name) text_pattern_ops);
