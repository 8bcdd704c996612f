-- A phone asks a class for what is above its revision. So whatever it shows raises it: cells and marks as before, and now what the class is
-- called and counts by, its categories, its assignments, and who is in it under which name. The class has the highest revision of all.

alter table gradebook_classes add column revision bigint not null default 0;

-- Who wrote a cell, as an id: names are no proof of who it was. Null for cells that were written before, and for users of apps.
alter table gradebook_grades add column changed_by_id uuid;
alter table gradebook_attendance add column changed_by_id uuid;

-- Nobody sees the tables without their wall: they are locked meanwhile.
do $$
declare
    tenant record;
begin
    alter table tenants no force row level security;
    for tenant in select tenants.id from tenants where tenants.kind = 'gradebook' loop
        perform set_config('roost.tenant', tenant.id::text, true);
        update gradebook_classes set revision = greatest(
            (select coalesce(max(gradebook_grades.revision), 0) from gradebook_grades
                where gradebook_grades.tenant_id = tenant.id and gradebook_grades.class_id = gradebook_classes.id),
            (select coalesce(max(gradebook_attendance.revision), 0) from gradebook_attendance
                where gradebook_attendance.tenant_id = tenant.id and gradebook_attendance.class_id = gradebook_classes.id));
    end loop;
    perform set_config('roost.tenant', '', true);
    alter table tenants force row level security;
end $$;

create function gradebook_revise_class() returns trigger language plpgsql as $$
begin
    -- Microseconds of the clock, and one more than the last where the clock was set back; never below what a cell has got.
    new.revision := greatest((extract(epoch from clock_timestamp()) * 1000000)::bigint, old.revision + 1, new.revision);
    return new;
end $$;
create trigger gradebook_classes_revise before update on gradebook_classes
    for each row execute function gradebook_revise_class();

-- A cell's revision is above all earlier ones of its class, which the class knows.
create or replace function gradebook_revise() returns trigger language plpgsql as $$
begin
    new.revision := greatest(
        (extract(epoch from clock_timestamp()) * 1000000)::bigint,
        (select coalesce(max(gradebook_classes.revision), 0) from gradebook_classes
            where gradebook_classes.tenant_id = new.tenant_id and gradebook_classes.id = new.class_id) + 1);
    return new;
end $$;

-- Once a statement and class, not once a row.
create function gradebook_touch_by_cells() returns trigger language plpgsql as $$
begin
    update gradebook_classes set revision = greatest(gradebook_classes.revision, touched.revision)
    from (select changed.tenant_id, changed.class_id, max(changed.revision) as revision from changed
        group by changed.tenant_id, changed.class_id) as touched
    where gradebook_classes.tenant_id = touched.tenant_id and gradebook_classes.id = touched.class_id;
    return null;
end $$;
create function gradebook_touch() returns trigger language plpgsql as $$
begin
    update gradebook_classes set revision = gradebook_classes.revision
    from (select distinct changed.tenant_id, changed.class_id from changed) as touched
    where gradebook_classes.tenant_id = touched.tenant_id and gradebook_classes.id = touched.class_id;
    return null;
end $$;
-- A name belongs to the register, and a teacher who corrects it may not see each class that the student is in: for this one statement
-- the tenant is the only wall.
create function gradebook_touch_by_students() returns trigger language plpgsql as $$
declare
    teacher text := coalesce(current_setting('roost.teacher', true), '');
begin
    perform set_config('roost.teacher', '', true);
    update gradebook_classes set revision = gradebook_classes.revision
    where (gradebook_classes.tenant_id, gradebook_classes.id) in (
        select gradebook_enrolments.tenant_id, gradebook_enrolments.class_id from gradebook_enrolments
        join changed on changed.tenant_id = gradebook_enrolments.tenant_id and changed.id = gradebook_enrolments.student_id
        where gradebook_enrolments.left_at is null);
    perform set_config('roost.teacher', teacher, true);
    return null;
end $$;
do $$
declare
    name text;
begin
    foreach name in array array['grades', 'attendance'] loop
        execute format('create trigger gradebook_%1$s_touch_new after insert on gradebook_%1$s
            referencing new table as changed for each statement execute function gradebook_touch_by_cells()', name);
        execute format('create trigger gradebook_%1$s_touch after update on gradebook_%1$s
            referencing new table as changed for each statement execute function gradebook_touch_by_cells()', name);
    end loop;
    foreach name in array array['enrolments', 'categories', 'assignments'] loop
        execute format('create trigger gradebook_%1$s_touch_new after insert on gradebook_%1$s
            referencing new table as changed for each statement execute function gradebook_touch()', name);
        execute format('create trigger gradebook_%1$s_touch after update on gradebook_%1$s
            referencing new table as changed for each statement execute function gradebook_touch()', name);
    end loop;
end $$;
create trigger gradebook_enrolments_touch_gone after delete on gradebook_enrolments
    referencing old table as changed for each statement execute function gradebook_touch();
create trigger gradebook_students_touch after update on gradebook_students
    referencing new table as changed for each statement execute function gradebook_touch_by_students();

-- Cells that come back with their assignment or their student are news to a phone that dropped them: they get a new revision.
create function gradebook_renew_cells() returns trigger language plpgsql as $$
begin
    if tg_table_name = 'gradebook_assignments' then
        update gradebook_grades set version = gradebook_grades.version
        where gradebook_grades.tenant_id = new.tenant_id and gradebook_grades.class_id = new.class_id
            and gradebook_grades.assignment_id = new.id;
    else
        update gradebook_grades set version = gradebook_grades.version
        where gradebook_grades.tenant_id = new.tenant_id and gradebook_grades.class_id = new.class_id
            and gradebook_grades.student_id = new.student_id;
        update gradebook_attendance set version = gradebook_attendance.version
        where gradebook_attendance.tenant_id = new.tenant_id and gradebook_attendance.class_id = new.class_id
            and gradebook_attendance.student_id = new.student_id;
    end if;
    return null;
end $$;
create trigger gradebook_assignments_renew after update on gradebook_assignments
    for each row when (old.removed_at is not null and new.removed_at is null) execute function gradebook_renew_cells();
create trigger gradebook_enrolments_renew after update on gradebook_enrolments
    for each row when (old.left_at is not null and new.left_at is null) execute function gradebook_renew_cells();

grant update (revision) on gradebook_classes to roost_app;
grant update (changed_by_id) on gradebook_grades, gradebook_attendance to roost_app;
