-- What a teacher's phone needs: an order of what changed in a class, keys that act for one teacher, and operations that are done once.

-- Taken while the class is locked, so what commits later has a higher one: who has everything up to a revision misses nothing by asking for
-- what is above it. Microseconds of the clock, and one more than the last where the clock was set back.
alter table gradebook_grades add column revision bigint not null default 0;
alter table gradebook_attendance add column revision bigint not null default 0;
create index gradebook_grades_revision on gradebook_grades (tenant_id, class_id, revision);
create index gradebook_attendance_revision on gradebook_attendance (tenant_id, class_id, revision);

create function gradebook_revise() returns trigger language plpgsql as $$
begin
    new.revision := greatest(
        (extract(epoch from clock_timestamp()) * 1000000)::bigint,
        (select coalesce(max(gradebook_grades.revision), 0) from gradebook_grades
            where gradebook_grades.tenant_id = new.tenant_id and gradebook_grades.class_id = new.class_id) + 1,
        (select coalesce(max(gradebook_attendance.revision), 0) from gradebook_attendance
            where gradebook_attendance.tenant_id = new.tenant_id and gradebook_attendance.class_id = new.class_id) + 1);
    return new;
end $$;
create trigger gradebook_grades_revise before insert or update on gradebook_grades
    for each row execute function gradebook_revise();
create trigger gradebook_attendance_revise before insert or update on gradebook_attendance
    for each row execute function gradebook_revise();

-- For whom an API key acts. A key without a row here sees no class.
create table gradebook_keys (
    tenant_id uuid not null,
    key_id uuid not null,
    admin_id uuid not null references admins (id),
    primary key (tenant_id, key_id),
    foreign key (tenant_id, key_id) references api_keys (tenant_id, id) on delete cascade
);
create index gradebook_keys_admin on gradebook_keys (tenant_id, admin_id);

-- What a phone has sent and was saved, by the name that it gave to it: sent again, it is not done again.
create table gradebook_operations (
    tenant_id uuid not null,
    key_id uuid not null,
    id uuid not null,
    class_id uuid not null,
    version bigint not null,
    done_at timestamptz not null,
    primary key (tenant_id, key_id, id),
    foreign key (tenant_id, key_id) references api_keys (tenant_id, id) on delete cascade,
    foreign key (tenant_id, class_id) references gradebook_classes (tenant_id, id)
);
create index gradebook_operations_class on gradebook_operations (tenant_id, class_id);
create index gradebook_operations_done on gradebook_operations (tenant_id, done_at);

alter table gradebook_keys enable row level security, force row level security;
create policy gradebook_keys_wall on gradebook_keys
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
alter table gradebook_operations enable row level security, force row level security;
create policy gradebook_operations_wall on gradebook_operations
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());

grant select, insert, update (admin_id), delete on gradebook_keys to roost_app;
grant select, insert, delete on gradebook_operations to roost_app;
