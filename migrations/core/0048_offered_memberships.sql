-- A membership of somebody who has an account already is an offer until they accept it: it opens nothing. And whose
-- mailbox was proven, by a link that went there.

alter table memberships
    -- NULL: offered, not accepted.
    add column accepted_at timestamptz default clock_timestamp(),
    -- What the inviter knows of whom they invited, and sees until it is accepted.
    add column offered_name text not null default '' check (length(offered_name) <= 80),
    add column offered_email text not null default '' check (length(offered_email) <= 254),
    add column offered_at timestamptz,
    -- Only an operator adds somebody whose mailbox was never proven.
    add column offered_by_operator boolean not null default false;
create index memberships_offered on memberships (admin_id) where accepted_at is null;

alter table admins add column mailbox_proven_at timestamptz;
alter table enrolment_links add column is_mailed boolean not null default false;

alter table shell_notices
    drop constraint shell_notices_kind_check,
    add constraint shell_notices_kind_check check (kind in (
        'second_step_reset', 'operator_made', 'link_made',
        -- To the holder: where from is in `reason`.
        'new_device', 'password_changed', 'second_step_changed', 'passkey_added', 'passkey_removed',
        'membership_offered'));

do $$ begin execute format('grant roost_gate to %I', current_user); end $$;

-- No function by which somebody enters, is found or counts as an owner sees an offer. Those that are about offers say so.
-- A restrictive policy, as the permissive one must stay constantly true: beside anything else PostgreSQL would ask the
-- tables' policy too, and before a tenant is entered that raises.
create policy memberships_offers on memberships as restrictive to roost_gate
    using (accepted_at is not null or coalesce(current_setting('roost.sees_offers', true), '') = 'yes')
    with check (true);

-- What somebody is offered. Of an account whose mailbox was never proven only what an operator offers: whoever was first
-- to enrol under an address would else be let in wherever its holder is invited.
create function offered_to(wanted_admin uuid) returns table (
    tenant_id uuid, slug text, name text, role text, role_name text, offered_at timestamptz
)
language plpgsql volatile security definer set search_path = roost, pg_temp rows 5
as $$
#variable_conflict use_column
begin
    perform set_config('roost.sees_offers', 'yes', true);
    return query
        select tenants.id, tenants.slug, tenants.name, memberships.role, roles.name, memberships.offered_at
        from memberships
        join admins on admins.id = memberships.admin_id and admins.disabled_at is null
        join tenants on tenants.id = memberships.tenant_id and tenants.archived_at is null
        left join roles on roles.tenant_id = memberships.tenant_id and roles.id = memberships.role_id
        where memberships.admin_id = wanted_admin and memberships.accepted_at is null
            and (admins.mailbox_proven_at is not null or memberships.offered_by_operator)
        order by memberships.offered_at desc limit 20;
    perform set_config('roost.sees_offers', '', true);
end $$;

-- Enters the tenant that offers: only for that, and only when it does.
create function enter_offer(wanted_admin uuid, wanted_tenant uuid) returns table (slug text, name text, zone text)
language plpgsql volatile security definer set search_path = roost, pg_temp
as $$
#variable_conflict use_column
begin
    return query select tenants.slug, tenants.name, tenants.zone from offered_to(wanted_admin) as offer
        join tenants on tenants.id = offer.tenant_id where offer.tenant_id = wanted_tenant;
    if found then
        perform set_config('roost.tenant', wanted_tenant::text, true);
    end if;
end $$;

-- A tenant that goes takes what it offers along: they are declined before its rows are taken away table by table.
create function decline_offers() returns trigger
language plpgsql security definer set search_path = roost, pg_temp
as $$
begin
    perform set_config('roost.sees_offers', 'yes', true);
    delete from memberships where memberships.tenant_id = new.id and memberships.accepted_at is null;
    perform set_config('roost.sees_offers', '', true);
    return null;
end $$;
grant delete on memberships to roost_gate;
create trigger tenants_offers after update of delete_at on tenants
    for each row when (new.delete_at is not null) execute function decline_offers();

do $$
begin
    grant create on schema roost to roost_gate;
    alter function offered_to(uuid) owner to roost_gate;
    alter function enter_offer(uuid, uuid) owner to roost_gate;
    alter function decline_offers() owner to roost_gate;
    revoke execute on function offered_to(uuid), enter_offer(uuid, uuid), decline_offers() from public;
    grant execute on function offered_to(uuid), enter_offer(uuid, uuid) to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
