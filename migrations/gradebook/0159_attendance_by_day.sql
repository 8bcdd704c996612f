-- migrate: outside a transaction
-- The home page asks which classes of a school were marked on a few days: by day first, since by class first the marks of a whole year
-- were read. What an earlier attempt left half-built goes first.

drop index concurrently if exists gradebook_attendance_marked;

create index concurrently gradebook_attendance_marked on gradebook_attendance (tenant_id, day, class_id) where state <> '';
