-- What an app shows and its admins write: texts, recommendations, categories, goal types, questionnaires. What a draft is, when
-- it holds and what came before it is the same for all of them.

-- Counts what was published, taken back and retired: an answer that was made of an older count is made anew.
alter table tenants add column catalogue_stamp bigint not null default 0;

create table catalogue_entries (
    tenant_id uuid not null references tenants (id),
    id uuid not null,
    -- As its pages' address has it: texts.
    catalogue text not null check (length(catalogue) between 1 and 40),
    -- By which the app asks for it. It stays the same over all versions.
    key text not null check (key ~ '^[a-z][a-z0-9_.-]{0,79}$'),
    -- The order in which an app shows them; the lowest first.
    position integer not null,
    -- Apps get it no longer; what users answered to it stays.
    retired_at timestamptz,
    created_at timestamptz not null,
    primary key (tenant_id, id)
);
create unique index catalogue_entries_key on catalogue_entries (tenant_id, catalogue, key);

create table catalogue_versions (
    tenant_id uuid not null,
    entry_id uuid not null,
    number integer not null check (number > 0),
    state text not null check (state in ('draft', 'review', 'published')),
    -- JSON: a text for each of the catalogue's fields that has one.
    content text not null check (octet_length(content) <= 400000),
    -- What lists call it, and the languages in which it is complete.
    name text not null,
    languages text[] not null,
    -- Counts the savings of a draft: a form that was opened before the last one is merged.
    revision integer not null default 1,
    -- In the future: scheduled. Of those in the past the latest holds.
    published_from timestamptz,
    changed_by text not null,
    changed_at timestamptz not null,
    published_by text not null default '',
    primary key (tenant_id, entry_id, number),
    foreign key (tenant_id, entry_id) references catalogue_entries (tenant_id, id),
    constraint catalogue_versions_published check ((state = 'published') = (published_from is not null))
);
-- One draft at a time: whoever opens the form continues it.
create unique index catalogue_versions_draft on catalogue_versions (tenant_id, entry_id) where state <> 'published';
create index catalogue_versions_from on catalogue_versions (tenant_id, entry_id, published_from) where published_from is not null;

-- What apps have shown stays as it was shown: answers refer to it by its number.
create function keep_published() returns trigger language plpgsql
as $$
begin
    if old.published_from <= now() and current_user = 'roost_app' then
        raise exception 'a version that was published stays' using errcode = 'RT008';
    end if;
    return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger catalogue_versions_stay before update or delete on catalogue_versions for each row execute function keep_published();

alter table catalogue_entries enable row level security, force row level security;
create policy catalogue_entries_wall on catalogue_entries
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
alter table catalogue_versions enable row level security, force row level security;
create policy catalogue_versions_wall on catalogue_versions
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
grant select, insert, delete on catalogue_entries to roost_app;
grant update (position, retired_at) on catalogue_entries to roost_app;
grant select, insert, update, delete on catalogue_versions to roost_app;
