-- Links that were mailed before don't take a corrected address back, and what waits in the former mailbox opens nothing.
create or replace function doubt_mailbox() returns trigger language plpgsql
as $$
begin
    update accounts set confirmed_at = null where accounts.tenant_id = new.tenant_id and accounts.user_id = new.id;
    delete from account_links where account_links.tenant_id = new.tenant_id
        and (account_links.user_id = new.id or lower(account_links.email) = lower(old.email));
    return null;
end $$;

-- A used token that comes again within two days ends the session; later it is unknown, and its row is gone.
create index account_refresh_tokens_used on account_refresh_tokens (used_at) where used_at is not null;
create policy account_refresh_tokens_gate on account_refresh_tokens to roost_gate using (true) with check (true);

do $$ begin execute format('grant roost_gate to %I', current_user); end $$;

create or replace function forget_account_leftovers(at timestamptz) returns bigint
language plpgsql security definer set search_path = roost, pg_temp
as $$
declare
    part bigint;
    total bigint;
begin
    delete from account_links where account_links.expires_at < at;
    get diagnostics total = row_count;
    -- A code is asked for again within minutes or never.
    delete from account_codes where account_codes.expires_at < at - interval '1 day';
    get diagnostics part = row_count;
    total := total + part;
    delete from account_refresh_tokens where account_refresh_tokens.used_at < at - interval '2 days';
    get diagnostics part = row_count;
    total := total + part;
    delete from account_sessions where least(account_sessions.ended_at, account_sessions.expires_at) < at - interval '30 days';
    get diagnostics part = row_count;
    return total + part;
end $$;

do $$
begin
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
