-- Files that users upload for the fields of forms: photos as Sources/Images wrote them anew, documents as they came. An upload comes
-- first and gives an id; an answer that names it uses it. What no answer names goes after a day.

create table user_files (
    tenant_id uuid not null,
    id uuid not null,
    user_id uuid not null,
    media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp', 'application/pdf')),
    -- Of the content before it was sealed.
    bytes bigint not null check (bytes between 1 and 16777216),
    -- Of a photo, in pixels.
    width integer check (width between 1 and 16383),
    height integer check (height between 1 and 16383),
    content bytea not null,
    created_at timestamptz not null,
    -- Since when no answer has named it, as far as `sweep_user_files` has seen. A new one has a day to be named.
    unused_since timestamptz,
    primary key (tenant_id, id),
    foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
    constraint user_files_photo check ((media_type = 'application/pdf') = (width is null) and (width is null) = (height is null))
);
create index user_files_user on user_files (tenant_id, user_id, created_at);
-- It is packed already, and sealed.
alter table user_files alter column content set storage external;
comment on column user_files.content is 'sealed by the installation, for id';
create trigger user_files_people before insert on user_files for each statement execute function refuse_people();
create trigger user_files_erased after insert on user_files referencing new table as added for each statement
    execute function refuse_erased('user_id');

-- Which submission names it. Whatever else may name files has a table like this one: the sweeper finds it by its foreign key.
create table submission_files (
    tenant_id uuid not null,
    submission_id uuid not null,
    file_id uuid not null,
    primary key (tenant_id, submission_id, file_id),
    foreign key (tenant_id, submission_id) references submissions (tenant_id, id) on delete cascade,
    foreign key (tenant_id, file_id) references user_files (tenant_id, id) on delete cascade
);
create index submission_files_file on submission_files (tenant_id, file_id);

alter table user_files enable row level security, force row level security;
create policy user_files_wall on user_files using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
create policy user_files_gate on user_files for select to roost_gate using (true);
create policy user_files_person on user_files as restrictive to roost_app
    using (case when (select current_person()) is null then true else user_id = (select current_person()) end);
-- Files go with their person, by their person, or when nothing has named them for a day; those of a hold stay.
create policy user_files_erasure on user_files as restrictive for delete to roost_app
    using (may_erase(user_id)
        or (user_id = current_person() and unused_since is not null or unused_since < clock_timestamp() - interval '1 day')
            and not exists (select from privacy_holds
                where privacy_holds.tenant_id = user_files.tenant_id and privacy_holds.user_id = user_files.user_id));
alter table submission_files enable row level security, force row level security;
create policy submission_files_wall on submission_files
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
-- The wall of submissions stands for what they name.
create policy submission_files_person on submission_files as restrictive to roost_app
    using (case when (select current_person()) is null then true
        else exists (select from submissions where submissions.tenant_id = submission_files.tenant_id
            and submissions.id = submission_files.submission_id) end);

grant select, insert, delete on user_files to roost_app;
grant update (unused_since) on user_files to roost_app;
-- Only to seal anew what it holds.
grant update (content) on user_files to roost_app;
grant select, insert on submission_files to roost_app;

-- Of the current tenant: remembers since when files are not named, and takes away those that have not been for a day. Returns how
-- many went.
create function sweep_user_files(at timestamptz) returns bigint
language plpgsql set search_path = roost, pg_temp
as $$
declare
    used text;
    gone bigint;
begin
    select string_agg(format('select %s.%I from %1$s', pg_constraint.conrelid::regclass, pg_attribute.attname), ' union all ')
        into strict used
        from pg_constraint
        join pg_attribute on pg_attribute.attrelid = pg_constraint.conrelid and pg_attribute.attnum = pg_constraint.conkey[2]
        where pg_constraint.confrelid = 'roost.user_files'::regclass and pg_constraint.contype = 'f';
    execute format(
        'update user_files set unused_since = case when user_files.unused_since is null then $1 end
            where user_files.tenant_id = current_tenant()
                and (user_files.unused_since is null) = (user_files.id not in (select used.id from (%s) as used (id) where used.id is not null))',
        used) using at;
    -- Who names one meanwhile sets `unused_since` first: the condition is asked again behind that.
    delete from user_files where user_files.tenant_id = current_tenant() and user_files.unused_since < at - interval '1 day';
    get diagnostics gone = row_count;
    return gone;
end $$;

do $$ begin execute format('grant roost_gate to %I', current_user); end $$;
grant select on user_files to roost_gate;

-- The tenants that have files of users.
create function tenants_with_user_files() returns setof uuid
language sql stable security definer set search_path = roost, pg_temp
as $$ select distinct user_files.tenant_id from user_files $$;

-- How many bytes the tenant's users have uploaded, all together: a call of one of them sees no more than their own.
create function user_file_bytes() returns bigint
language sql stable security definer set search_path = roost, pg_temp
as $$ select coalesce(sum(user_files.bytes), 0)::bigint from user_files where user_files.tenant_id = current_tenant() $$;

do $$
begin
    grant create on schema roost to roost_gate;
    alter function tenants_with_user_files() owner to roost_gate;
    alter function user_file_bytes() owner to roost_gate;
    revoke execute on function tenants_with_user_files(), user_file_bytes() from public;
    grant execute on function tenants_with_user_files(), user_file_bytes() to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
