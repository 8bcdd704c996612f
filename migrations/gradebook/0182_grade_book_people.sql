-- Teachers in an app of their own: a user of the workspace who teaches is linked to the admin who does, and sees that admin's classes.

-- By whom a user teaches. A user without a row here, or of another role, sees no class.
create table gradebook_people (
    tenant_id uuid not null,
    user_id uuid not null,
    admin_id uuid not null references admins (id),
    linked_at timestamptz not null,
    primary key (tenant_id, user_id),
    foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index gradebook_people_admin on gradebook_people (tenant_id, admin_id);

-- What an app has sent on behalf of a user and was saved, as `gradebook_operations` for keys.
create table gradebook_person_operations (
    tenant_id uuid not null,
    user_id uuid not null,
    id uuid not null,
    class_id uuid not null,
    version bigint not null,
    done_at timestamptz not null,
    primary key (tenant_id, user_id, id),
    foreign key (tenant_id, user_id) references users (tenant_id, id),
    foreign key (tenant_id, class_id) references gradebook_classes (tenant_id, id)
);
create index gradebook_person_operations_class on gradebook_person_operations (tenant_id, class_id);

do $$
declare
    name text;
begin
    foreach name in array array['gradebook_people', 'gradebook_person_operations'] loop
        execute format('alter table %I enable row level security, force row level security', name);
        execute format('create policy %1$s_wall on %1$I using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', name);
        execute format(
            'create policy %1$s_person on %1$I as restrictive to roost_app
                using (case when (select current_person()) is null then true else user_id = (select current_person()) end)', name);
        execute format('create trigger %1$s_people before insert on %1$I for each statement execute function refuse_people()', name);
        execute format('create trigger %1$s_erased after insert on %1$I referencing new table as added for each statement
            execute function refuse_erased(%2$L)', name, 'user_id');
    end loop;
end $$;
grant select, insert, update (admin_id, linked_at), delete on gradebook_people to roost_app;
grant select, insert, delete on gradebook_person_operations to roost_app;

do $$ begin execute format('grant roost_gate to %I', current_user); end $$;
grant select on gradebook_people to roost_gate;

-- By whom the user teaches who calls, with the permissions of that admin's role. A call sees no memberships, so the gate looks them up.
create function gradebook_person_teacher() returns table (id uuid, name text, role text, role_permissions text[])
language sql stable security definer set search_path = roost, pg_temp rows 1
as $$
    select admins.id, admins.name, memberships.role, coalesce(roles.permissions, '{}')
    from gradebook_people
    join users on users.tenant_id = gradebook_people.tenant_id and users.id = gradebook_people.user_id and users.role = 'teacher'
    join memberships on memberships.tenant_id = gradebook_people.tenant_id and memberships.admin_id = gradebook_people.admin_id
    join admins on admins.id = gradebook_people.admin_id and admins.disabled_at is null
    left join roles on roles.tenant_id = memberships.tenant_id and roles.id = memberships.role_id
    where gradebook_people.tenant_id = current_tenant() and gradebook_people.user_id = current_person()
$$;

do $$
begin
    grant create on schema roost to roost_gate;
    alter function gradebook_person_teacher() owner to roost_gate;
    revoke execute on function gradebook_person_teacher() from public;
    grant execute on function gradebook_person_teacher() to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;

-- In a call of a user there is always a teacher, if one without classes; and of the register only who is in the teacher's classes.
do $$
declare
    name text;
begin
    foreach name in array array['classes', 'enrolments', 'categories', 'assignments', 'grades', 'attendance'] loop
        execute format(
            'create policy gradebook_%1$s_person on gradebook_%1$s as restrictive to roost_app
                using (case when (select current_person()) is null then true else (select current_teacher()) is not null end)', name);
    end loop;
    foreach name in array array['settings', 'report_links', 'keys', 'operations'] loop
        execute format(
            'create policy gradebook_%1$s_person on gradebook_%1$s as restrictive to roost_app
                using ((select current_person()) is null)', name);
    end loop;
end $$;
create policy gradebook_teachers_person on gradebook_teachers as restrictive to roost_app
    using (case when (select current_person()) is null then true else admin_id = (select current_teacher()) end);
create policy gradebook_students_person on gradebook_students as restrictive to roost_app
    using (case when (select current_person()) is null then true
        else id in (select gradebook_enrolments.student_id from gradebook_enrolments) end);

-- What a teacher's app writes about a student is sealed with the student's key.
drop policy subject_keys_person on subject_keys;
create policy subject_keys_person on subject_keys as restrictive to roost_app
    using (case when (select current_person()) is null then true
        else subject_id = (select current_person())
            or subject_id in (select gradebook_enrolments.student_id from gradebook_enrolments) end);
