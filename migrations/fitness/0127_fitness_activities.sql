-- What trackers recorded: one row for each activity of each source, which of them are the same, and which fulfil a planned session.

create table fitness_activities (
    tenant_id uuid not null,
    id uuid not null,
    user_id uuid not null,
    source text not null check (source in ('gpx', 'tcx', 'strava', 'apple_health', 'apple_export')),
    -- The source's own id; made of kind and times where it gives none. What comes again is known by it.
    source_key text not null check (length(source_key) between 1 and 80),
    kind text not null check (kind in ('run', 'walk', 'hike', 'ride', 'swim', 'row', 'ski', 'strength', 'yoga', 'other')),
    started_at timestamptz not null,
    -- From its start to its end, pauses included.
    seconds integer not null check (seconds between 1 and 604800),
    -- As the clock showed where it was, if the source says so, else in the workspace's zone.
    day date not null,
    metres integer check (metres between 0 and 10000000),
    kilocalories integer check (kilocalories between 0 and 100000),
    -- Of the heart, a minute, on average.
    beats integer check (beats between 20 and 260),
    -- The same activity of the same user by another source, which came first: it shares at least half of the shorter one's time. Without
    -- a foreign key: a person's activities go all together.
    duplicate_of uuid,
    -- The planned session that it has ticked.
    session_id uuid,
    matched_at timestamptz,
    -- When that was taken back: it ticks nothing by itself any more.
    unmatched_at timestamptz,
    created_at timestamptz not null,
    primary key (tenant_id, id),
    foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
    foreign key (tenant_id, session_id) references fitness_sessions (tenant_id, id) on delete set null (session_id),
    constraint fitness_activities_matched check (session_id is null or matched_at is not null and duplicate_of is null)
);
create unique index fitness_activities_key on fitness_activities (tenant_id, user_id, source, source_key);
create index fitness_activities_started on fitness_activities (tenant_id, user_id, started_at, id);
create unique index fitness_activities_session on fitness_activities (tenant_id, session_id) where session_id is not null;
create trigger fitness_activities_people before insert on fitness_activities for each statement execute function refuse_people();

-- A file that is too long for one call: it comes in pieces, and is read when all are there. The pieces go as soon as it is read.
create table fitness_activity_uploads (
    tenant_id uuid not null,
    id uuid not null,
    user_id uuid not null,
    format text not null check (format in ('gpx', 'tcx', 'apple_export')),
    state text not null check (state in ('open', 'waiting', 'done', 'failed')),
    bytes bigint not null default 0 check (bytes between 0 and 2147483648),
    pieces bigint not null default 0,
    -- How many of the pieces are read.
    pieces_read bigint not null default 0,
    -- Of the activities in it: how many there were, were not stored before, are another source's as well, ticked a session, and were
    -- passed over since they make no sense.
    found bigint not null default 0,
    added bigint not null default 0,
    duplicates bigint not null default 0,
    matched bigint not null default 0,
    skipped bigint not null default 0,
    -- Why it could not be read: ActivityFault.
    problem text not null default '' check (length(problem) <= 40),
    created_at timestamptz not null,
    finished_at timestamptz,
    primary key (tenant_id, id),
    foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
-- One at a time.
create unique index fitness_activity_uploads_open on fitness_activity_uploads (tenant_id, user_id) where state in ('open', 'waiting');
create index fitness_activity_uploads_user on fitness_activity_uploads (tenant_id, user_id, created_at);
create index fitness_activity_uploads_created on fitness_activity_uploads (created_at);
create trigger fitness_activity_uploads_people before insert on fitness_activity_uploads
    for each statement execute function refuse_people();

create table fitness_activity_pieces (
    tenant_id uuid not null,
    upload_id uuid not null,
    -- From 0.
    number bigint not null,
    content bytea not null,
    primary key (tenant_id, upload_id, number),
    foreign key (tenant_id, upload_id) references fitness_activity_uploads (tenant_id, id) on delete cascade
);
comment on column fitness_activity_pieces.content is 'sealed by the installation, for upload_id number';
-- It is sealed: nothing can make it smaller.
alter table fitness_activity_pieces alter column content set storage external;

-- By which tracker a session was ticked, and by which something in the feed was recorded; NULL: by hand.
alter table fitness_sessions add column tracker text check (tracker in ('gpx', 'tcx', 'strava', 'apple_health', 'apple_export'));
alter table fitness_posts
    add column tracker text check (tracker in ('gpx', 'tcx', 'strava', 'apple_health', 'apple_export')),
    add column activity text check (activity ~ '^[a-z]{1,20}$');

do $$
declare
    name text;
begin
    foreach name in array array['fitness_activities', 'fitness_activity_uploads'] loop
        execute format('create trigger %1$s_erased after insert on %1$I referencing new table as added for each statement
            execute function refuse_erased(''user_id'')', name);
    end loop;
end $$;

alter table fitness_activities enable row level security, force row level security;
create policy fitness_activities_wall on fitness_activities
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
-- What the body did is the recipient's alone; sponsors see what was ticked and posted.
create policy fitness_activities_person on fitness_activities as restrictive to roost_app
    using (case when (select current_person()) is null then true else user_id = (select current_person()) end);
create policy fitness_activities_erasure on fitness_activities as restrictive for delete to roost_app using (may_erase(user_id));
alter table fitness_activity_uploads enable row level security, force row level security;
create policy fitness_activity_uploads_wall on fitness_activity_uploads
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
create policy fitness_activity_uploads_gate on fitness_activity_uploads to roost_gate using (true) with check (true);
create policy fitness_activity_uploads_person on fitness_activity_uploads as restrictive to roost_app
    using (case when (select current_person()) is null then true else user_id = (select current_person()) end);
create policy fitness_activity_uploads_erasure on fitness_activity_uploads as restrictive for delete to roost_app
    using (may_erase(user_id));
alter table fitness_activity_pieces enable row level security, force row level security;
create policy fitness_activity_pieces_wall on fitness_activity_pieces
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
create policy fitness_activity_pieces_person on fitness_activity_pieces as restrictive to roost_app
    using (case when (select current_person()) is null then true
        else exists (select from fitness_activity_uploads as uploads
            where uploads.tenant_id = fitness_activity_pieces.tenant_id and uploads.id = fitness_activity_pieces.upload_id) end);

grant select, insert, delete on fitness_activities, fitness_activity_uploads, fitness_activity_pieces to roost_app;
grant update (duplicate_of, session_id, matched_at, unmatched_at) on fitness_activities to roost_app;
grant update (state, bytes, pieces, pieces_read, found, added, duplicates, matched, skipped, problem, finished_at)
    on fitness_activity_uploads to roost_app;
-- Only to seal anew what it holds.
grant update (content) on fitness_activity_pieces to roost_app;
grant update (tracker) on fitness_sessions to roost_app;

do $$ begin execute format('grant roost_gate to %I', current_user); end $$;
grant select, delete on fitness_activity_uploads to roost_gate;

-- Bytes of all files of the tenant that are not read yet: a call of a user sees no more than their own.
create function fitness_upload_bytes() returns bigint
language sql stable security definer set search_path = roost, pg_temp
as $$
    select coalesce(sum(fitness_activity_uploads.bytes), 0)::bigint from fitness_activity_uploads
    where fitness_activity_uploads.tenant_id = current_tenant() and fitness_activity_uploads.state in ('open', 'waiting')
$$;

-- Takes uploads of all tenants away: those that were not finished within a day, the others after thirty. How many they were.
create function forget_activity_uploads() returns bigint
language plpgsql security definer set search_path = roost, pg_temp
as $$
declare
    forgotten bigint;
begin
    delete from fitness_activity_uploads
    where fitness_activity_uploads.created_at
        < clock_timestamp() - case fitness_activity_uploads.state when 'open' then interval '1 day' else interval '30 days' end;
    get diagnostics forgotten = row_count;
    return forgotten;
end $$;

do $$
begin
    grant create on schema roost to roost_gate;
    alter function fitness_upload_bytes() owner to roost_gate;
    alter function forget_activity_uploads() owner to roost_gate;
    revoke execute on function fitness_upload_bytes(), forget_activity_uploads() from public;
    grant execute on function fitness_upload_bytes(), forget_activity_uploads() to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
