-- A sealed value of the audit log is found by exact match: whoever knows a former e-mail or phone number finds the event that changed it.
-- Each mark is an HMAC of one value, folded as in a search, under a key of the tenant that lies outside the database. It is no part of
-- the chain's contents, and goes with its subject's key.
create table audit_sealed_values (
    tenant_id uuid not null,
    mark bytea not null check (length(mark) = 16),
    event_id uuid not null,
    subject_id uuid not null,
    primary key (tenant_id, mark, event_id),
    foreign key (tenant_id, subject_id) references subject_keys (tenant_id, subject_id) on delete cascade
);
create index audit_sealed_values_subject on audit_sealed_values (tenant_id, subject_id);
comment on table audit_sealed_values is 'stays in its installation';
comment on column audit_sealed_values.mark is 'open';
create trigger audit_sealed_values_people before insert on audit_sealed_values for each statement execute function refuse_people();
create trigger audit_sealed_values_erased after insert on audit_sealed_values referencing new table as added for each statement
    execute function refuse_erased('subject_id');
alter table audit_sealed_values enable row level security, force row level security;
create policy audit_sealed_values_wall on audit_sealed_values
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
create policy audit_sealed_values_person on audit_sealed_values as restrictive to roost_app
    using (case when (select current_person()) is null then true else subject_id = (select current_person()) end);
create policy audit_sealed_values_erasure on audit_sealed_values as restrictive for delete to roost_app using (may_erase(subject_id));
grant select, insert, delete on audit_sealed_values to roost_app;
