-- migrate: outside a transaction
-- Groups, teachers, rooms and subjects are listed in the order of names that every list has. The indexes by lower(name)
-- stay: imports and phones look names up by them.

drop index concurrently if exists timetable_groups_in_order;

create index concurrently timetable_groups_in_order on timetable_groups (tenant_id, (name collate "und-x-icu"), id);

drop index concurrently if exists timetable_teachers_in_order;

create index concurrently timetable_teachers_in_order on timetable_teachers (tenant_id, (name collate "und-x-icu"), id);

drop index concurrently if exists timetable_rooms_in_order;

create index concurrently timetable_rooms_in_order on timetable_rooms (tenant_id, (name collate "und-x-icu"), id);

drop index concurrently if exists timetable_subjects_in_order;

create index concurrently timetable_subjects_in_order on timetable_subjects (tenant_id, (name collate "und-x-icu"), id);
