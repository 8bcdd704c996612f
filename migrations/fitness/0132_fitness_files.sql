-- Files that answers to goals' forms name: they are there for whom the goal is there for.

create table fitness_goal_files (
    tenant_id uuid not null,
    goal_id uuid not null,
    file_id uuid not null,
    primary key (tenant_id, goal_id, file_id),
    foreign key (tenant_id, goal_id) references fitness_goals (tenant_id, id) on delete cascade,
    foreign key (tenant_id, file_id) references user_files (tenant_id, id) on delete cascade
);
create index fitness_goal_files_file on fitness_goal_files (tenant_id, file_id);

alter table fitness_goal_files enable row level security, force row level security;
create policy fitness_goal_files_wall on fitness_goal_files
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
create policy fitness_goal_files_person on fitness_goal_files as restrictive to roost_app
    using (case when (select current_person()) is null then true
        else goal_id in (select seen.goal_id from fitness_seen() as seen) end);
grant select, insert, delete on fitness_goal_files to roost_app;

do $$ begin execute format('grant roost_gate to %I', current_user); end $$;
grant select on fitness_goal_files to roost_gate;

-- A file that a goal's answers name, for the goal's recipient and the sponsors who were asked to back it. The wall of a sponsor hides
-- all other files of the recipient.
create function fitness_file(goal uuid, file uuid)
    returns table (id uuid, media_type text, bytes bigint, width bigint, height bigint, content bytea)
language sql stable security definer set search_path = roost, pg_temp rows 1
as $$
    select user_files.id, user_files.media_type, user_files.bytes, user_files.width::bigint, user_files.height::bigint,
        user_files.content
    from fitness_goal_files as used
    join user_files on user_files.tenant_id = used.tenant_id and user_files.id = used.file_id
    where used.tenant_id = current_tenant() and used.goal_id = goal and used.file_id = file
        and used.goal_id in (select seen.goal_id from fitness_seen() as seen)
$$;

do $$
begin
    grant create on schema roost to roost_gate;
    alter function fitness_file(uuid, uuid) owner to roost_gate;
    revoke execute on function fitness_file(uuid, uuid) from public;
    grant execute on function fitness_file(uuid, uuid) to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
