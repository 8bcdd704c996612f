-- What users answered to questionnaires. A submission says which version it was given under; a new one replaces the last, which stays
-- as history. Answers are plain, as everything else is that a user's row leads to: they can be counted, filtered and taken out by the
-- database itself. They are the user's: whoever deletes the user's row deletes them with it.

create table submissions (
    tenant_id uuid not null,
    id uuid not null,
    user_id uuid not null,
    entry_id uuid not null,
    -- What was asked stands in that version, which stays.
    version integer not null,
    -- By the key of the question.
    answers jsonb not null check (jsonb_typeof(answers) = 'object'),
    given_at timestamptz not null,
    -- Since when another stands in its place. NULL: it is the user's last one.
    replaced_at timestamptz,
    primary key (tenant_id, id),
    foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
    foreign key (tenant_id, entry_id, version) references catalogue_versions (tenant_id, entry_id, number)
);
create unique index submissions_last on submissions (tenant_id, user_id, entry_id) where replaced_at is null;
create index submissions_of on submissions (tenant_id, user_id, entry_id, given_at);
create index submissions_entry on submissions (tenant_id, entry_id, given_at, id) where replaced_at is null;
create index submissions_given on submissions (tenant_id, given_at, id) where replaced_at is null;
create trigger submissions_people before insert on submissions for each statement execute function refuse_people();

alter table submissions enable row level security, force row level security;
create policy submissions_wall on submissions using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
grant select, insert on submissions to roost_app;
-- What was answered is never rewritten; only that something newer stands in its place.
grant update (replaced_at) on submissions to roost_app;
