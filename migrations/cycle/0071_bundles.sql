-- What the apps of a cycle tracker download: rules, articles, disclaimers and what is new, signed, by number; and how often they
-- did, by day and language. Nothing here is about anybody but the admins who published.

create table cycle_bundles (
    tenant_id uuid not null references tenants (id),
    id uuid not null,
    -- Counts up without a gap; an app takes none with a lesser number than the one it has.
    number integer not null check (number > 0),
    published_at timestamptz not null,
    published_by text not null,
    note text not null check (length(note) <= 400),
    -- JSON: of each entry that it holds, by catalogue and key, the version and the name.
    contents text not null,
    languages text[] not null check (cardinality(languages) > 0),
    primary key (tenant_id, id)
);
create unique index cycle_bundles_number on cycle_bundles (tenant_id, number);

create table cycle_bundle_files (
    tenant_id uuid not null,
    bundle_id uuid not null,
    language text not null check (length(language) between 2 and 12),
    -- With its signature, exactly as it is downloaded.
    file text not null,
    primary key (tenant_id, bundle_id, language),
    foreign key (tenant_id, bundle_id) references cycle_bundles (tenant_id, id)
);

-- Sums alone: there is no row of a download, and so nothing that an address could be kept in.
create table cycle_downloads (
    tenant_id uuid not null references tenants (id),
    -- By the clock of the tenant's zone.
    day date not null,
    language text not null check (length(language) between 2 and 12),
    downloads bigint not null check (downloads >= 0),
    -- Apps that asked and had it already.
    checks bigint not null check (checks >= 0),
    primary key (tenant_id, day, language)
);

do $$
declare
    walled text;
begin
    foreach walled in array array['bundles', 'bundle_files', 'downloads']
    loop
        execute format('alter table cycle_%1$s enable row level security, force row level security', walled);
        execute format('create policy cycle_%1$s_wall on cycle_%1$s
            using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', walled);
        execute format('grant select, insert on cycle_%1$s to roost_app', walled);
    end loop;
end $$;
-- What was published stays as it was signed; sums grow.
grant update (downloads, checks) on cycle_downloads to roost_app;
