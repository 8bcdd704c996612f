-- Reports that come by mail: who wants which, how often, and when the next one is due.

create table report_mails (
    tenant_id uuid not null references tenants (id),
    id uuid not null,
    -- As the address of its file has it: finance, reports/users.
    report text not null check (length(report) between 1 and 60),
    format text not null check (format in ('csv', 'xlsx', 'jsonl')),
    -- What it is asked beside the days, as an address: a country, a plan, a key. Nothing of it is personal.
    query text not null check (length(query) <= 1000),
    rhythm text not null check (rhythm in ('day', 'week', 'month')),
    asked_by uuid not null references admins (id),
    asked_name text not null,
    asked_address text not null,
    asked_request text not null,
    asked_at timestamptz not null,
    next_at timestamptz not null,
    -- When the last one went out.
    sent_at timestamptz,
    primary key (tenant_id, id)
);
create index report_mails_asked on report_mails (tenant_id, asked_by, asked_at);
create index report_mails_due on report_mails (next_at);

do $$ begin execute format('grant roost_gate to %I', current_user); end $$;

alter table report_mails enable row level security, force row level security;
create policy report_mails_wall on report_mails using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
create policy report_mails_gate on report_mails to roost_gate using (true) with check (true);

grant select, insert, delete on report_mails to roost_app;
-- What was asked for is never rewritten.
grant update (next_at, sent_at) on report_mails to roost_app;
grant select on report_mails to roost_gate;

-- Whose time has come, of all tenants, those that waited longest first.
create function due_report_mails(moment timestamptz, most bigint)
returns table (tenant_id uuid, id uuid)
language sql stable security definer set search_path = roost, pg_temp
as $$
    select report_mails.tenant_id, report_mails.id from report_mails where report_mails.next_at <= moment
    order by report_mails.next_at limit most
$$;

do $$
begin
    grant create on schema roost to roost_gate;
    alter function due_report_mails(timestamptz, bigint) owner to roost_gate;
    revoke execute on function due_report_mails(timestamptz, bigint) from public;
    grant execute on function due_report_mails(timestamptz, bigint) to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
