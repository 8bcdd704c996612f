-- A teacher's grade book: classes with their teachers and students, assignments in weighted categories, grades, attendance. Grades and
-- attendance have a version for each cell, so that nobody overwrites what they have not seen.
--
-- Beside the tenant there is a second wall: while an admin acts who may see their own classes only, `roost.teacher` is that admin's id,
-- set in the transaction where the tenant is entered, and no row of another class is there. Without it (jobs, backups, transfers, and
-- admins who may see every class) the tenant is the only wall.

create function current_teacher() returns uuid language sql stable parallel safe
as $$ select nullif(current_setting('roost.teacher', true), '')::uuid $$;

create table gradebook_classes (
    tenant_id uuid not null references tenants (id),
    id uuid not null,
    name text not null check (length(name) between 1 and 80),
    -- "Autumn 2026": classes of one term are listed together.
    term text not null check (length(term) between 1 and 40),
    -- False: the total is points earned of points possible, whatever the category.
    is_weighted boolean not null,
    -- Letters with the least percentage for each, the best first: `A 90, B 80, F 0`. Empty for a class without letters.
    scale text not null check (length(scale) <= 400),
    version bigint not null default 1,
    created_at timestamptz not null,
    archived_at timestamptz,
    primary key (tenant_id, id)
);
create index gradebook_classes_name on gradebook_classes (tenant_id, lower(name), id);

create table gradebook_teachers (
    tenant_id uuid not null,
    class_id uuid not null,
    admin_id uuid not null references admins (id),
    primary key (tenant_id, class_id, admin_id),
    foreign key (tenant_id, class_id) references gradebook_classes (tenant_id, id)
);
create index gradebook_teachers_admin on gradebook_teachers (tenant_id, admin_id, class_id);

create table gradebook_students (
    tenant_id uuid not null references tenants (id),
    id uuid not null,
    name text not null check (length(name) between 1 and 120),
    -- The school's own number for the student; empty for none.
    number text not null check (length(number) <= 40),
    version bigint not null default 1,
    created_at timestamptz not null,
    primary key (tenant_id, id)
);
create unique index gradebook_students_number on gradebook_students (tenant_id, number) where number <> '';
create index gradebook_students_name on gradebook_students (tenant_id, lower(name), id);
create trigger gradebook_students_people before insert on gradebook_students for each statement
    execute function refuse_people();

-- A student in a class. Who left stays, with all grades.
create table gradebook_enrolments (
    tenant_id uuid not null,
    class_id uuid not null,
    student_id uuid not null,
    left_at timestamptz,
    -- In place of the computed percentage, for a reason that is given with it.
    override_percent numeric(7, 1) check (override_percent between 0 and 999999),
    override_reason text not null default '' check (length(override_reason) <= 300),
    version bigint not null default 1,
    primary key (tenant_id, class_id, student_id),
    foreign key (tenant_id, class_id) references gradebook_classes (tenant_id, id),
    foreign key (tenant_id, student_id) references gradebook_students (tenant_id, id),
    check ((override_percent is null) = (override_reason = ''))
);
create index gradebook_enrolments_student on gradebook_enrolments (tenant_id, student_id);

create table gradebook_categories (
    tenant_id uuid not null,
    class_id uuid not null,
    id uuid not null,
    name text not null check (length(name) between 1 and 40),
    weight numeric(6, 2) not null check (weight between 0 and 9999),
    -- How many of the lowest assignments count for nothing.
    drops bigint not null check (drops between 0 and 20),
    position bigint not null,
    version bigint not null default 1,
    primary key (tenant_id, id),
    unique (tenant_id, class_id, id),
    foreign key (tenant_id, class_id) references gradebook_classes (tenant_id, id)
);
create unique index gradebook_categories_name on gradebook_categories (tenant_id, class_id, lower(name));

create table gradebook_assignments (
    tenant_id uuid not null,
    class_id uuid not null,
    id uuid not null,
    category_id uuid not null,
    name text not null check (length(name) between 1 and 60),
    due_on date not null,
    possible numeric(9, 3) not null check (possible between 0.001 and 100000),
    -- Its points are added to what was earned, and nothing to what was possible.
    is_extra boolean not null,
    position bigint not null,
    version bigint not null default 1,
    -- Out of the table, with its grades kept.
    removed_at timestamptz,
    primary key (tenant_id, id),
    unique (tenant_id, class_id, id),
    foreign key (tenant_id, class_id, category_id) references gradebook_categories (tenant_id, class_id, id)
);
create index gradebook_assignments_class on gradebook_assignments (tenant_id, class_id, position, id);
create index gradebook_assignments_category on gradebook_assignments (tenant_id, class_id, category_id);

-- One cell of the grade table. A cell that was emptied stays, with its version and its history.
create table gradebook_grades (
    tenant_id uuid not null,
    -- What the audit trail calls the cell.
    id uuid not null,
    class_id uuid not null,
    student_id uuid not null,
    assignment_id uuid not null,
    points numeric(9, 3) check (points between 0 and 100000),
    mark text not null default '' check (mark in ('', 'excused', 'missing', 'late')),
    version bigint not null default 1,
    changed_at timestamptz not null,
    changed_by text not null,
    primary key (tenant_id, id),
    unique (tenant_id, class_id, student_id, assignment_id),
    foreign key (tenant_id, class_id, student_id) references gradebook_enrolments (tenant_id, class_id, student_id),
    foreign key (tenant_id, class_id, assignment_id) references gradebook_assignments (tenant_id, class_id, id),
    check (mark not in ('excused', 'missing') or points is null),
    check (mark <> 'late' or points is not null)
);
create index gradebook_grades_assignment on gradebook_grades (tenant_id, class_id, assignment_id);

create table gradebook_attendance (
    tenant_id uuid not null,
    id uuid not null,
    class_id uuid not null,
    student_id uuid not null,
    day date not null,
    -- Empty: taken back, with its version and its history.
    state text not null check (state in ('', 'present', 'absent', 'excused')),
    version bigint not null default 1,
    changed_at timestamptz not null,
    changed_by text not null,
    primary key (tenant_id, id),
    unique (tenant_id, class_id, student_id, day),
    foreign key (tenant_id, class_id, student_id) references gradebook_enrolments (tenant_id, class_id, student_id)
);
create index gradebook_attendance_day on gradebook_attendance (tenant_id, class_id, day);

-- The teacher's wall is one list of classes for each statement, never a question for each row.
alter table gradebook_teachers enable row level security, force row level security;
create policy gradebook_teachers_wall on gradebook_teachers
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
alter table gradebook_students enable row level security, force row level security;
create policy gradebook_students_wall on gradebook_students
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());

alter table gradebook_classes enable row level security, force row level security;
-- Who adds a class is made its teacher next, so a new row is not asked for one.
create policy gradebook_classes_wall on gradebook_classes
    using (tenant_id = current_tenant() and ((select current_teacher()) is null or id in (
        select gradebook_teachers.class_id from gradebook_teachers
        where gradebook_teachers.admin_id = (select current_teacher()))))
    with check (tenant_id = current_tenant());
do $$
declare
    name text;
begin
    foreach name in array array['enrolments', 'categories', 'assignments', 'grades', 'attendance'] loop
        execute format('alter table gradebook_%s enable row level security, force row level security', name);
        execute format($policy$
            create policy gradebook_%1$s_wall on gradebook_%1$s
            using (tenant_id = current_tenant() and ((select current_teacher()) is null or class_id in (
                select gradebook_teachers.class_id from gradebook_teachers
                where gradebook_teachers.admin_id = (select current_teacher()))))
            with check (tenant_id = current_tenant() and ((select current_teacher()) is null or class_id in (
                select gradebook_teachers.class_id from gradebook_teachers
                where gradebook_teachers.admin_id = (select current_teacher()))))
            $policy$, name);
    end loop;
end $$;

grant select, insert on gradebook_classes, gradebook_students, gradebook_enrolments, gradebook_categories, gradebook_assignments,
    gradebook_grades, gradebook_attendance to roost_app;
grant update (name, term, is_weighted, scale, version, archived_at) on gradebook_classes to roost_app;
grant update (name, number, version) on gradebook_students to roost_app;
grant update (left_at, override_percent, override_reason, version) on gradebook_enrolments to roost_app;
grant update (name, weight, drops, position, version) on gradebook_categories to roost_app;
grant update (category_id, name, due_on, possible, is_extra, position, version, removed_at) on gradebook_assignments to roost_app;
grant update (points, mark, version, changed_at, changed_by) on gradebook_grades to roost_app;
grant update (state, version, changed_at, changed_by) on gradebook_attendance to roost_app;
grant select, insert, delete on gradebook_teachers to roost_app;
