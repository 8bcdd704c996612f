-- The payments with a reference, or another name of their charge, in any case; from six characters on also those whose reference
-- begins so. lower() is not leakproof, so under row-level security the index is not used (deploy/decisions/search.md): the function
-- names the tenant itself and returns nothing but ids. The operators compare bytes, whatever the collation is.

create policy payments_gate on payments for select to roost_gate using (true);
create policy charge_names_gate on charge_names for select to roost_gate using (true);
grant select on payments, charge_names to roost_gate;

create function payments_by_reference(wanted text, most bigint) returns setof uuid
language plpgsql stable security definer set search_path = roost, pg_temp set plan_cache_mode = force_custom_plan rows 10
as $$
declare
    tenant uuid := current_tenant();
    low text := lower(wanted);
    -- Nothing that begins so is beyond it; of a short text nothing but itself is within.
    high text := low || case when length(wanted) < 6 then '' else U&'\+10FFFF' end;
begin
    if wanted = '' then return; end if;
    return query
        select payments.id from payments
        where payments.tenant_id = tenant and payments.reference <> ''
            and lower(payments.reference) ~>=~ low and lower(payments.reference) ~<=~ high
        limit most;
    return query
        select payments.id from charge_names
        join payments on payments.tenant_id = charge_names.tenant_id and payments.provider = charge_names.provider
            and payments.reference = charge_names.reference and payments.reference <> ''
        where charge_names.tenant_id = tenant
            and lower(charge_names.name) ~>=~ low and lower(charge_names.name) ~<=~ high
        limit most;
end $$;

do $$
begin
    execute format('grant roost_gate to %I', current_user);
    grant create on schema roost to roost_gate;
    alter function payments_by_reference(text, bigint) owner to roost_gate;
    revoke execute on function payments_by_reference(text, bigint) from public;
    grant execute on function payments_by_reference(text, bigint) to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
