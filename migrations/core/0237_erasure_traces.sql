-- When something about a person was deleted for good. PostgreSQL leaves the bytes of deleted rows in its files until the tables are
-- rewritten, which their owner alone can do: a server with the private PostgreSQL does it within the hour, `roost privacy clean` for any other.
-- A row names neither tenant nor person.
create table erasure_traces (
    id uuid primary key default gen_random_uuid(),
    left_at timestamptz not null default now(),
    -- Since when only the largest tables still wait for the night; null: all do.
    large_since timestamptz
);

grant select, insert on erasure_traces to roost_app;

-- Whoever was erased before has left theirs. (Rows can't be read here without a tenant, but files have a size.)
insert into erasure_traces (left_at) select now() where pg_relation_size('privacy_requests') > 0;
