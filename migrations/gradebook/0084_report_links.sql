-- A student's report for the parents, behind a link that nobody can guess: given by a teacher for one student in one class, for a time,
-- and only where the school allows it.

create table gradebook_settings (
    tenant_id uuid primary key references tenants (id),
    allows_report_links boolean not null
);

create table gradebook_report_links (
    tenant_id uuid not null,
    id uuid not null,
    class_id uuid not null,
    student_id uuid not null,
    -- SHA-256 of the token in the link, which is stored nowhere.
    token_hash bytea not null check (octet_length(token_hash) = 32),
    -- Whom it was given to, in the teacher's own words.
    recipient text not null check (length(recipient) between 1 and 80),
    language text not null check (language in ('en', 'es', 'ru', 'fa')),
    made_by text not null,
    made_at timestamptz not null,
    expires_at timestamptz not null,
    ended_at timestamptz,
    primary key (tenant_id, id),
    foreign key (tenant_id, class_id, student_id) references gradebook_enrolments (tenant_id, class_id, student_id)
);
create unique index gradebook_report_links_token on gradebook_report_links (tenant_id, token_hash);
create index gradebook_report_links_student on gradebook_report_links (tenant_id, class_id, student_id);

alter table gradebook_settings enable row level security, force row level security;
create policy gradebook_settings_wall on gradebook_settings
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
alter table gradebook_report_links enable row level security, force row level security;
create policy gradebook_report_links_wall on gradebook_report_links
    using (tenant_id = current_tenant() and ((select current_teacher()) is null or class_id in (
        select gradebook_teachers.class_id from gradebook_teachers
        where gradebook_teachers.admin_id = (select current_teacher()))))
    with check (tenant_id = current_tenant() and ((select current_teacher()) is null or class_id in (
        select gradebook_teachers.class_id from gradebook_teachers
        where gradebook_teachers.admin_id = (select current_teacher()))));

grant select, insert on gradebook_settings, gradebook_report_links to roost_app;
grant update (allows_report_links) on gradebook_settings to roost_app;
grant update (ended_at) on gradebook_report_links to roost_app;
comment on column gradebook_report_links.token_hash is 'open';
