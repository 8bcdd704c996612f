-- What was done on the server's shell to who may come in. Every operator of that moment is told at the top of every page
-- until they say that they have seen it.
create table shell_notices (
    id uuid primary key,
    kind text not null check (kind in ('second_step_reset', 'operator_made', 'link_made')),
    -- Whom it was done to.
    admin_id uuid not null references admins (id),
    reason text not null check (length(reason) <= 500),
    at timestamptz not null
);

create table shell_notice_readers (
    notice_id uuid not null references shell_notices (id),
    admin_id uuid not null references admins (id),
    seen_at timestamptz,
    primary key (notice_id, admin_id)
);
create index shell_notice_readers_open on shell_notice_readers (notice_id) where seen_at is null;

grant select, insert on shell_notices to roost_app;
grant select, insert on shell_notice_readers to roost_app;
grant update (seen_at) on shell_notice_readers to roost_app;
