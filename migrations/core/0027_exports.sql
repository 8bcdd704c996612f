-- Files that are made in the background: who asked for what, how far it has come, and the file, sealed piece by piece. It is its
-- asker's alone, and goes a day after it was made.

create table exports (
    tenant_id uuid not null references tenants (id),
    id uuid not null,
    -- The list and the format, as the address of its file has them: users, csv.
    list text not null check (length(list) between 1 and 60),
    format text not null check (format in ('csv', 'xlsx', 'jsonl')),
    -- The list's address, sealed: somebody may have been searched for.
    query bytea not null,
    reason text not null check (length(reason) <= 500),
    -- Of the titles in the file.
    language text not null,
    state text not null check (state in ('running', 'done', 'failed')),
    -- Counts who began to write it: only the last one's pieces count.
    attempt bigint not null default 0,
    total bigint not null default 0,
    rows bigint not null default 0,
    bytes bigint not null default 0,
    chunks bigint not null default 0,
    asked_by uuid not null references admins (id),
    asked_name text not null,
    asked_address text not null,
    asked_request text not null,
    asked_at timestamptz not null,
    finished_at timestamptz,
    expires_at timestamptz not null,
    primary key (tenant_id, id)
);
create index exports_asked on exports (tenant_id, asked_by, asked_at);
create index exports_expired on exports (expires_at);

create table export_chunks (
    tenant_id uuid not null,
    export_id uuid not null,
    attempt bigint not null,
    number bigint not null,
    content bytea not null,
    primary key (tenant_id, export_id, attempt, number),
    foreign key (tenant_id, export_id) references exports (tenant_id, id) on delete cascade
);
-- It is sealed: nothing can make it smaller.
alter table export_chunks alter column content set storage external;

do $$ begin execute format('grant roost_gate to %I', current_user); end $$;

alter table exports enable row level security, force row level security;
create policy exports_wall on exports using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
create policy exports_gate on exports to roost_gate using (true) with check (true);
alter table export_chunks enable row level security, force row level security;
create policy export_chunks_wall on export_chunks using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
create policy export_chunks_gate on export_chunks to roost_gate using (true) with check (true);

grant select, insert, delete on exports, export_chunks to roost_app;
-- What was asked for is never rewritten.
grant update (state, attempt, total, rows, bytes, chunks, finished_at, expires_at) on exports to roost_app;
grant select, delete on exports, export_chunks to roost_gate;

-- Takes the files of all tenants away whose time has come; how many they were.
create function forget_exports() returns bigint
language plpgsql security definer set search_path = roost, pg_temp
as $$
declare
    forgotten bigint;
begin
    delete from exports where exports.expires_at < clock_timestamp();
    get diagnostics forgotten = row_count;
    return forgotten;
end $$;

do $$
begin
    grant create on schema roost to roost_gate;
    alter function forget_exports() owner to roost_gate;
    revoke execute on function forget_exports() from public;
    grant execute on function forget_exports() to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
