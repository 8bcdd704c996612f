-- What changed with a version is looked up for the group or the teacher that asks.
create index timetable_published_from on timetable_published (tenant_id, term_id, from_version);
create index timetable_published_until on timetable_published (tenant_id, term_id, until_version) where until_version is not null;

-- When the days of the term were last made. Calendars that people subscribed to are told that a series has changed, which a holiday
-- does without any publication.
alter table timetable_terms add column days_made_at timestamptz not null default now();

-- What was published keeps no foreign key (0062), by which the contract tests told this subject from a person.
comment on column timetable_published.subject_id is 'names nobody: what is taught';
