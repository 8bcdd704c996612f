-- How many users there are of each status, beside `user_counts` (0102): the list without a filter says its number on every page, and to
-- add up 4,800 combinations took PostgreSQL longer than the page itself.

create table user_status_counts (
    tenant_id uuid not null references tenants (id),
    id uuid not null default gen_random_uuid(),
    status text not null,
    -- Rows of one status add up, as those of `user_counts` do.
    n bigint not null,
    primary key (tenant_id, id)
);
create index user_status_counts_sums on user_status_counts (tenant_id, status) include (n);

create or replace function count_new_users() returns trigger language plpgsql set search_path = roost, pg_temp
as $$
begin
    insert into user_counts (tenant_id, status, plan, country, platform, language, role, n)
    select added.tenant_id, added.status, added.plan, added.country, added.platform, added.language, added.role, count(*)
    from added group by 1, 2, 3, 4, 5, 6, 7;
    insert into user_status_counts (tenant_id, status, n)
    select added.tenant_id, added.status, count(*) from added group by 1, 2;
    return null;
end $$;

create or replace function count_changed_user() returns trigger language plpgsql set search_path = roost, pg_temp
as $$
begin
    insert into user_counts (tenant_id, status, plan, country, platform, language, role, n) values
        (old.tenant_id, old.status, old.plan, old.country, old.platform, old.language, old.role, -1),
        (new.tenant_id, new.status, new.plan, new.country, new.platform, new.language, new.role, 1);
    if new.status <> old.status then
        insert into user_status_counts (tenant_id, status, n) values
            (old.tenant_id, old.status, -1), (new.tenant_id, new.status, 1);
    end if;
    return null;
end $$;

-- Until the commit nobody writes users, and nobody sees these tables without their wall.
lock table users in share row exclusive mode;
alter table user_counts no force row level security;
insert into user_status_counts (tenant_id, status, n)
select user_counts.tenant_id, user_counts.status, sum(user_counts.n) from user_counts group by 1, 2 having sum(user_counts.n) <> 0;
alter table user_counts force row level security;

alter table user_status_counts enable row level security, force row level security;
create policy user_status_counts_wall on user_status_counts using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
create policy user_status_counts_gate on user_status_counts to roost_gate using (true) with check (true);
grant select, insert on user_status_counts to roost_app;
grant select, insert, delete on user_status_counts to roost_gate;

-- As `merge_user_counts`: makes the rows of each status one where there are many. Returns how many went.
create function merge_user_status_counts() returns bigint
language plpgsql security definer set search_path = roost, pg_temp
as $$
declare
    gone bigint;
begin
    -- One at a time: two would each take what the other has just made.
    if not pg_try_advisory_xact_lock(491496043382) then return 0; end if;
    with scattered as (
        select user_status_counts.tenant_id from user_status_counts group by 1 having count(*) > 100
    ), taken as (
        delete from user_status_counts using scattered where user_status_counts.tenant_id = scattered.tenant_id
        returning user_status_counts.tenant_id, user_status_counts.status, user_status_counts.n
    ), merged as (
        insert into user_status_counts (tenant_id, status, n)
        select taken.tenant_id, taken.status, sum(taken.n) from taken group by 1, 2 having sum(taken.n) <> 0
        returning 1
    )
    select (select count(*) from taken) - (select count(*) from merged) into gone;
    return gone;
end $$;

do $$
begin
    execute format('grant roost_gate to %I', current_user);
    grant create on schema roost to roost_gate;
    alter function merge_user_status_counts() owner to roost_gate;
    revoke execute on function merge_user_status_counts() from public;
    grant execute on function merge_user_status_counts() to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
