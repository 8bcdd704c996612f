-- A phone that was offline writes a cell twice and sends both in calls of their own, each with the version that it saw before the first.
-- The second is over its own first, and no conflict: so an operation says which cell it was about and which version it saw. Null for
-- operations of earlier versions, and where somebody else had written the same value, which the phone did not see. They go with the student.

-- The constraints are checked for all tenants at once; every row holds, since the columns are new.
alter table gradebook_students no force row level security;
alter table gradebook_operations no force row level security;
alter table gradebook_person_operations no force row level security;
alter table gradebook_operations add column student_id uuid, add column place text, add column seen bigint,
    add foreign key (tenant_id, student_id) references gradebook_students (tenant_id, id) on delete cascade;
alter table gradebook_person_operations add column student_id uuid, add column place text, add column seen bigint,
    add foreign key (tenant_id, student_id) references gradebook_students (tenant_id, id) on delete cascade;
alter table gradebook_person_operations force row level security;
alter table gradebook_operations force row level security;
alter table gradebook_students force row level security;

create index gradebook_operations_cell on gradebook_operations (tenant_id, student_id, class_id, place);
create index gradebook_person_operations_cell on gradebook_person_operations (tenant_id, student_id, class_id, place);
