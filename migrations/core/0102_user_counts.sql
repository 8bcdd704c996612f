-- How many users there are of each combination of what they are filtered by, kept by triggers: a list says exactly how many fit any
-- filters without reading one of them (700,000 users of the demo have 4,825 combinations). What it costs on a large table: users are
-- read once, half a second for a million, while writes to them wait.

create table user_counts (
    tenant_id uuid not null references tenants (id),
    id uuid not null default gen_random_uuid(),
    status text not null,
    plan text not null,
    country text not null,
    platform text not null,
    language text not null,
    role text not null,
    -- Rows of one combination add up: a change appends two, so that two changes never wait for each other. `merge_user_counts`
    -- makes them one again.
    n bigint not null,
    primary key (tenant_id, id)
);
create index user_counts_sums on user_counts (tenant_id, country, plan, status, platform, language, role) include (n);

create function count_new_users() returns trigger language plpgsql set search_path = roost, pg_temp
as $$
begin
    insert into user_counts (tenant_id, status, plan, country, platform, language, role, n)
    select added.tenant_id, added.status, added.plan, added.country, added.platform, added.language, added.role, count(*)
    from added group by 1, 2, 3, 4, 5, 6, 7;
    return null;
end $$;

create function count_changed_user() returns trigger language plpgsql set search_path = roost, pg_temp
as $$
begin
    insert into user_counts (tenant_id, status, plan, country, platform, language, role, n) values
        (old.tenant_id, old.status, old.plan, old.country, old.platform, old.language, old.role, -1),
        (new.tenant_id, new.status, new.plan, new.country, new.platform, new.language, new.role, 1);
    return null;
end $$;

-- No user is ever deleted but with the whole tenant, whose counts go then too.
create trigger users_count_new after insert on users referencing new table as added
    for each statement execute function count_new_users();
create trigger users_count_changed after update of status, plan, country, platform, language, role on users for each row
    when ((old.status, old.plan, old.country, old.platform, old.language, old.role)
        is distinct from (new.status, new.plan, new.country, new.platform, new.language, new.role))
    execute function count_changed_user();

-- Both tables are locked for this transaction, and nobody sees them without their wall.
alter table users no force row level security;
insert into user_counts (tenant_id, status, plan, country, platform, language, role, n)
select users.tenant_id, users.status, users.plan, users.country, users.platform, users.language, users.role, count(*)
from users group by 1, 2, 3, 4, 5, 6, 7;
alter table users force row level security;

alter table user_counts enable row level security, force row level security;
create policy user_counts_wall on user_counts using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
create policy user_counts_gate on user_counts to roost_gate using (true) with check (true);
grant select, insert on user_counts to roost_app;
grant select, insert, delete on user_counts to roost_gate;

-- Makes the rows of each combination one, in the tenants where they have become more than twice as many. Returns how many went.
-- What is counted meanwhile is another row, which stays.
create function merge_user_counts() returns bigint
language plpgsql security definer set search_path = roost, pg_temp
as $$
declare
    gone bigint;
begin
    -- One at a time: two would each take what the other has just made.
    if not pg_try_advisory_xact_lock(491496043381) then return 0; end if;
    with scattered as (
        select user_counts.tenant_id from user_counts group by 1
        having count(*) > 1000 + 2 * count(distinct (user_counts.status, user_counts.plan, user_counts.country,
            user_counts.platform, user_counts.language, user_counts.role))
    ), taken as (
        delete from user_counts using scattered where user_counts.tenant_id = scattered.tenant_id
        returning user_counts.tenant_id, user_counts.status, user_counts.plan, user_counts.country, user_counts.platform,
            user_counts.language, user_counts.role, user_counts.n
    ), merged as (
        insert into user_counts (tenant_id, status, plan, country, platform, language, role, n)
        select taken.tenant_id, taken.status, taken.plan, taken.country, taken.platform, taken.language, taken.role, sum(taken.n)
        from taken group by 1, 2, 3, 4, 5, 6, 7 having sum(taken.n) <> 0
        returning 1
    )
    select (select count(*) from taken) - (select count(*) from merged) into gone;
    return gone;
end $$;

do $$
begin
    execute format('grant roost_gate to %I', current_user);
    grant create on schema roost to roost_gate;
    alter function merge_user_counts() owner to roost_gate;
    revoke execute on function merge_user_counts() from public;
    grant execute on function merge_user_counts() to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;

-- Countries and languages, plans and states go together: without this PostgreSQL takes what fits two filters to be far less.
create statistics users_together (dependencies, mcv) on tenant_id, status, plan, country, platform, language, role from users;
