-- A teacher who may see their own classes only reads of the register who is, or was, in them. A student whom nobody of them teaches is
-- found by the whole number alone, by the function below, so that a known student can be added to a class: there is no other way to ask
-- for one, and none to list them.

-- For the application: the functions of the gate look further. A new student is in no class yet.
create policy gradebook_students_teacher on gradebook_students as restrictive to roost_app
    using ((select current_teacher()) is null or id in (select gradebook_enrolments.student_id from gradebook_enrolments))
    with check (true);

do $$ begin execute format('grant roost_gate to %I', current_user); end $$;

create function gradebook_students_by_number(numbers text[])
returns table (id uuid, name text, number text, version bigint)
language sql stable security definer set search_path = roost, pg_temp rows 20
as $$
    select gradebook_students.id, gradebook_students.name, gradebook_students.number, gradebook_students.version
    from gradebook_students
    where gradebook_students.tenant_id = current_tenant() and current_person() is null
        and gradebook_students.number <> '' and gradebook_students.number = any (numbers)
$$;

do $$
begin
    grant create on schema roost to roost_gate;
    alter function gradebook_students_by_number(text[]) owner to roost_gate;
    revoke execute on function gradebook_students_by_number(text[]) from public;
    grant execute on function gradebook_students_by_number(text[]) to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
