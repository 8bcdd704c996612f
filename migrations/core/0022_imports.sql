-- Lists that are filled from people's files: the file as it came, its rows as they were judged, and what became of each. All
-- of it goes after thirty days, and until then a whole import can be taken back.

create table imports (
    tenant_id uuid not null references tenants (id),
    id uuid not null,
    -- Which list: the name of its declaration.
    list text not null check (list ~ '^[a-z]{1,40}$'),
    state text not null check (state in
        ('matching', 'checking', 'checked', 'running', 'stopped', 'done', 'undoing', 'undone', 'unreadable')),
    format text not null check (format in ('csv', 'xlsx')),
    -- Of a CSV: how it says letters and divides cells, found out once from the whole file.
    encoding text not null default '',
    separator text not null default '' check (length(separator) <= 1),
    has_separator_line boolean not null default false,
    bytes bigint not null,
    chunks bigint not null,
    -- The file's name and first rows, sealed.
    head bytea not null,
    -- By column of the file the list's own; empty for none.
    columns text[] not null default '{}',
    -- The row up to which the state at hand has come.
    position bigint not null default 0,
    total bigint not null default 0,
    -- Why the file could not be read on, and where.
    problem text not null default '',
    problem_row bigint not null default 0,
    problem_column bigint not null default 0,
    created_by uuid not null references admins (id),
    created_name text not null,
    created_at timestamptz not null,
    -- In whose name the work is done that is asked for last, and from where.
    asked_by uuid not null references admins (id),
    asked_name text not null,
    asked_address text not null,
    asked_request text not null,
    finished_at timestamptz,
    expires_at timestamptz not null,
    primary key (tenant_id, id)
);
create index imports_created on imports (tenant_id, list, created_at);
create index imports_expired on imports (expires_at);

-- The file, sealed piece by piece.
create table import_chunks (
    tenant_id uuid not null,
    import_id uuid not null,
    number bigint not null,
    content bytea not null,
    primary key (tenant_id, import_id, number),
    foreign key (tenant_id, import_id) references imports (tenant_id, id) on delete cascade
);

create table import_rows (
    tenant_id uuid not null,
    import_id uuid not null,
    -- As a spreadsheet counts.
    number bigint not null,
    state text not null check (state in
        ('new', 'changed', 'unchanged', 'wrong', 'added', 'updated', 'failed', 'undone', 'kept')),
    -- What the row means, once it is there, and the version that it had: when it was judged, then when it was written.
    object_id uuid,
    version bigint not null default 0,
    -- HMACs of what no two rows of a file may have in common.
    object_mark bytea,
    name_mark bytea,
    -- Cells, changes and faults, sealed.
    content bytea not null,
    primary key (tenant_id, import_id, number),
    foreign key (tenant_id, import_id) references imports (tenant_id, id) on delete cascade
);
create index import_rows_state on import_rows (tenant_id, import_id, state, number);
create index import_rows_object_mark on import_rows (tenant_id, import_id, object_mark) where object_mark is not null;
create index import_rows_name_mark on import_rows (tenant_id, import_id, name_mark) where name_mark is not null;
-- Whom the undoing of an import took away again: they may come back with the mended file.
create index import_rows_undone on import_rows (tenant_id, object_id) where state = 'undone';

alter table imports enable row level security, force row level security;
create policy imports_wall on imports using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
create policy imports_gate on imports to roost_gate using (true) with check (true);
alter table import_chunks enable row level security, force row level security;
create policy import_chunks_wall on import_chunks using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
create policy import_chunks_gate on import_chunks to roost_gate using (true) with check (true);
alter table import_rows enable row level security, force row level security;
create policy import_rows_wall on import_rows using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
create policy import_rows_gate on import_rows to roost_gate using (true) with check (true);

grant select, insert, update, delete on imports, import_rows to roost_app;
grant select, insert, delete on import_chunks to roost_app;
grant select, delete on imports, import_chunks, import_rows to roost_gate;

-- Takes the imports of all tenants away whose time has come; how many they were.
create function forget_imports() returns bigint
language plpgsql security definer set search_path = roost, pg_temp
as $$
declare
    forgotten bigint;
begin
    delete from imports where imports.expires_at < clock_timestamp();
    get diagnostics forgotten = row_count;
    return forgotten;
end $$;

do $$
begin
    execute format('grant roost_gate to %I', current_user);
    grant create on schema roost to roost_gate;
    alter function forget_imports() owner to roost_gate;
    revoke execute on function forget_imports() from public;
    grant execute on function forget_imports() to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
