-- Another server whose schedules come into the draft: where it is, of which groups, how often, and in whose name.
create table timetable_sources (
    tenant_id uuid not null references tenants (id),
    id uuid not null,
    url text not null check (length(url) between 8 and 400),
    -- Names with commas between them; empty for all that the server has.
    groups text not null check (length(groups) <= 4000),
    frequency text not null check (frequency in ('never', 'daily', 'weekly')),
    makes_missing boolean not null,
    -- Rows are written as soon as they are checked. Nothing is ever published by it.
    writes boolean not null,
    -- NULL: only when somebody asks.
    next_at timestamptz,
    fetched_at timestamptz,
    -- Why the last time gave no import; empty where it gave one.
    problem text not null default '' check (problem in ('', 'unreachable', 'empty', 'room', 'person')),
    -- The last import. It is deleted in time, so nothing holds it.
    import_id uuid,
    version bigint not null default 1,
    asked_by uuid not null references admins (id),
    asked_name text not null,
    asked_address text not null,
    asked_request text not null,
    primary key (tenant_id, id)
);
-- One of a tenant.
create unique index timetable_sources_tenant on timetable_sources (tenant_id);

alter table timetable_sources enable row level security, force row level security;
create policy timetable_sources_wall on timetable_sources
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
grant select, insert, update, delete on timetable_sources to roost_app;
