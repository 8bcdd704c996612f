-- What somebody says yes to for a whole file, beside what its columns are; and whether its rows are written as soon as they are checked,
-- as those of a source that is read by schedule.
alter table imports
    add column options text[] not null default '{}',
    add column runs_at_once boolean not null default false;

-- A lesson that a file names without its id is found by what it is and when.
create index timetable_lessons_place on timetable_lessons (tenant_id, subject_id, weekday, starts);

-- Came from a source that says all lessons of its groups: one that the source has no longer is removed with the next import.
alter table timetable_lessons add column from_source boolean not null default false;
