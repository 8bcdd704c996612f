-- migrate: outside a transaction
-- Classes and students are listed in the order of names that every list has. The indexes by lower(name) stay: imports look
-- names up by them.

drop index concurrently if exists gradebook_classes_in_order;

create index concurrently gradebook_classes_in_order on gradebook_classes (tenant_id, (name collate "und-x-icu"), id);

drop index concurrently if exists gradebook_students_in_order;

create index concurrently gradebook_students_in_order on gradebook_students (tenant_id, (name collate "und-x-icu"), id);
