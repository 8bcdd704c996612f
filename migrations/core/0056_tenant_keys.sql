-- Each tenant's values are sealed with a key of its own. Version 1 was the installation's, for everybody: what is still
-- sealed with it is sealed anew in the background, like what is under a key that was replaced.
create table tenant_keys (
    -- No foreign key: a tenant that arrives from another installation is sealed before its row can be seen.
    tenant_id uuid not null,
    version integer not null check (version > 1),
    wrapped bytea not null,
    made_at timestamptz not null default clock_timestamp(),
    -- As many as servers have reserved, ahead of using them.
    uses bigint not null default 0,
    superseded_at timestamptz,
    -- When a pass over everything that is sealed last ended.
    passed_at timestamptz,
    -- A transaction that began an hour or more after the key: when all that ran beside it have ended, nobody can
    -- still be about to store what an earlier key sealed.
    fence bigint,
    -- Since when nothing is sealed with an earlier key.
    clean_at timestamptz,
    primary key (tenant_id, version)
);
comment on table tenant_keys is 'stays in its installation';
comment on column tenant_keys.wrapped is 'wrapped by the master key, for version';

-- What the next columns hold belongs to no tenant; so the tenant in the seal is empty.
comment on column admins.totp_secret is 'sealed by the installation, for id';
comment on column sessions.pending_secret is 'sealed by the installation, for id';

alter table tenant_keys enable row level security, force row level security;
create policy tenant_keys_wall on tenant_keys using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
-- A server that has not heard of the next key seals with this one for a minute more.
create policy tenant_keys_late on tenant_keys as restrictive for delete to roost_app
    using (superseded_at < clock_timestamp() - interval '1 hour');
grant select, insert, delete on tenant_keys to roost_app;
grant update (uses, superseded_at, passed_at, fence, clean_at) on tenant_keys to roost_app;
-- Only to seal anew what these hold.
grant update (request) on approvals to roost_app;
grant update (query) on exports to roost_app;
grant update (content) on export_chunks, import_chunks to roost_app;
grant update (filter) on bulk_actions to roost_app;

do $$ begin execute format('grant roost_gate to %I', current_user); end $$;

create policy tenant_keys_gate on tenant_keys to roost_gate using (true) with check (true);
grant select on tenant_keys to roost_gate;

-- The tenants that have no key, whose key is that many days or uses old, or where something may be sealed with an earlier one
-- and was not looked for within so many seconds. The installation is among them.
create function tenants_with_due_keys(days bigint, most_uses bigint, seconds bigint) returns setof uuid
language sql stable security definer set search_path = roost, pg_temp
as $$
    select every.id
    from (select tenants.id from tenants where tenants.deleted_at is null
        union all select '00000000-0000-0000-0000-000000000000') as every
    left join lateral (select newest.made_at, newest.uses, newest.passed_at, newest.clean_at
        from tenant_keys as newest where newest.tenant_id = every.id
        order by newest.version desc limit 1) as newest on true
    where newest.made_at is null or newest.made_at < clock_timestamp() - make_interval(days => days::integer)
        or newest.uses >= most_uses
        or newest.clean_at is null
            and (newest.passed_at is null or newest.passed_at < clock_timestamp() - make_interval(secs => seconds))
    order by every.id
$$;

-- Every tenant's keys, for whoever looks after the installation; what they wrap is not told.
create function all_tenant_keys() returns table (
    tenant_id uuid, slug text, version integer, made_at timestamptz, uses bigint, superseded_at timestamptz, clean_at timestamptz
)
language sql stable security definer set search_path = roost, pg_temp
as $$
    select tenant_keys.tenant_id, coalesce(tenants.slug, ''), tenant_keys.version, tenant_keys.made_at, tenant_keys.uses,
        tenant_keys.superseded_at, tenant_keys.clean_at
    from tenant_keys left join tenants on tenants.id = tenant_keys.tenant_id
    order by tenants.slug nulls first, tenant_keys.tenant_id, tenant_keys.version
$$;

do $$
begin
    grant create on schema roost to roost_gate;
    alter function tenants_with_due_keys(bigint, bigint, bigint) owner to roost_gate;
    alter function all_tenant_keys() owner to roost_gate;
    revoke execute on function tenants_with_due_keys(bigint, bigint, bigint), all_tenant_keys() from public;
    grant execute on function tenants_with_due_keys(bigint, bigint, bigint), all_tenant_keys() to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
