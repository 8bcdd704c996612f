-- Tenants are listed in the order of names that every list has (deploy/decisions/order-of-names.md). The name after which a
-- page begins is the whole name; an older process gives it in lower case, which may repeat or skip a tenant between two pages.

do $$ begin execute format('grant roost_gate to %I', current_user); end $$;

create or replace function find_tenants(
    wanted_admin uuid, wanted text, wants_archived boolean, after_name text, after_id uuid, most bigint
)
returns table (
    id uuid, slug text, name text, kind text, accent text, role text, role_name text, is_archived boolean
)
language plpgsql stable security definer set search_path = roost, public, pg_temp
    set plan_cache_mode = force_custom_plan rows 50
as $$
declare
    pattern text := '%' || replace(replace(replace(wanted, '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
    if exists (select from admins where admins.id = wanted_admin and admins.is_operator and admins.disabled_at is null) then
        return query
            select tenants.id, tenants.slug, tenants.name, tenants.kind, tenants.accent, 'operator', null::text,
                tenants.archived_at is not null
            from tenants
            where (tenants.archived_at is not null) = wants_archived
                and (tenants.delete_at is null or tenants.delete_at > now())
                and (wanted = '' or lower(tenants.name || ' ' || tenants.slug) like pattern)
                and (tenants.name collate "und-x-icu", tenants.id) > (after_name, after_id)
            order by tenants.name collate "und-x-icu", tenants.id
            limit most;
        return;
    end if;
    return query
        select tenants.id, tenants.slug, tenants.name, tenants.kind, tenants.accent, memberships.role, roles.name,
            tenants.archived_at is not null
        from memberships
        join admins on admins.id = memberships.admin_id and admins.disabled_at is null
        join tenants on tenants.id = memberships.tenant_id
        left join roles on roles.tenant_id = memberships.tenant_id and roles.id = memberships.role_id
        where memberships.admin_id = wanted_admin and (tenants.archived_at is not null) = wants_archived
            and (tenants.delete_at is null or tenants.delete_at > now())
            and (not wants_archived or memberships.role = 'owner' or 'tenant.archive' = any (roles.permissions))
            and (wanted = '' or lower(tenants.name || ' ' || tenants.slug) like pattern)
            and (tenants.name collate "und-x-icu", tenants.id) > (after_name, after_id)
        order by tenants.name collate "und-x-icu", tenants.id
        limit most;
end $$;

do $$
begin
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
