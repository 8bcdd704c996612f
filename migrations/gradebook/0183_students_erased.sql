-- A student is removed for good, with everything that is held about them: the application deletes nothing of a student by itself.

do $$ begin execute format('grant roost_gate to %I', current_user); end $$;
grant select, delete on gradebook_report_links, gradebook_attendance, gradebook_grades, gradebook_enrolments, gradebook_students,
    subject_keys to roost_gate;
-- The classes are locked meanwhile and get a new revision.
grant select, update (revision) on gradebook_classes to roost_gate;
grant select on gradebook_teachers to roost_gate;

-- False if there is no such student. What the log keeps of them is sealed with the key that goes.
create function gradebook_erase_student(student uuid) returns boolean
language plpgsql security definer set search_path = roost, pg_temp
as $$
begin
    if current_teacher() is not null or current_person() is not null then
        raise exception 'a student is erased by who sees every class' using errcode = '42501';
    end if;
    perform from gradebook_classes where gradebook_classes.tenant_id = current_tenant() and gradebook_classes.id in (
        select gradebook_enrolments.class_id from gradebook_enrolments
        where gradebook_enrolments.tenant_id = current_tenant() and gradebook_enrolments.student_id = student)
    order by gradebook_classes.id for no key update;
    delete from gradebook_report_links
    where gradebook_report_links.tenant_id = current_tenant() and gradebook_report_links.student_id = student;
    delete from gradebook_attendance
    where gradebook_attendance.tenant_id = current_tenant() and gradebook_attendance.student_id = student;
    delete from gradebook_grades
    where gradebook_grades.tenant_id = current_tenant() and gradebook_grades.student_id = student;
    delete from gradebook_enrolments
    where gradebook_enrolments.tenant_id = current_tenant() and gradebook_enrolments.student_id = student;
    delete from gradebook_students
    where gradebook_students.tenant_id = current_tenant() and gradebook_students.id = student;
    if not found then return false; end if;
    delete from subject_keys where subject_keys.tenant_id = current_tenant() and subject_keys.subject_id = student;
    return true;
end $$;

do $$
begin
    grant create on schema roost to roost_gate;
    alter function gradebook_erase_student(uuid) owner to roost_gate;
    revoke execute on function gradebook_erase_student(uuid) from public;
    grant execute on function gradebook_erase_student(uuid) to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
