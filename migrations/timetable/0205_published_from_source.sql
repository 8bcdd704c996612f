-- What was published of a source's schedules stays the source's when an earlier version comes back: before, a lesson that was gone from
-- the draft came back as somebody's own, and no import removed it any more.
alter table timetable_published add column from_source boolean not null default false;

-- Of what was published before, the lessons that the draft still has tell it. Nobody sees the tables without their wall: they are locked
-- meanwhile.
do $$
declare
    tenant record;
begin
    alter table tenants no force row level security;
    for tenant in select tenants.id from tenants where tenants.kind = 'timetable' loop
        perform set_config('roost.tenant', tenant.id::text, true);
        update timetable_published set from_source = true from timetable_lessons
        where timetable_lessons.tenant_id = timetable_published.tenant_id
            and timetable_lessons.id = timetable_published.lesson_id and timetable_lessons.from_source;
    end loop;
    perform set_config('roost.tenant', '', true);
    alter table tenants force row level security;
end $$;

-- A version tells the clashes of the draft that it publishes, counted here: before, the check that clashes need a reason trusted the
-- number that the program sent. The draft is locked by whoever publishes it.
create function timetable_count_clashes() returns trigger
language plpgsql
as $$
begin
    -- Whoever reads an archive in, or fills a demo, writes versions of earlier drafts; a row of another tenant is refused by the wall.
    if current_user = 'roost_app' and new.tenant_id = current_tenant() and new.clashes <> (select count(*) from timetable_clashes
        where timetable_clashes.tenant_id = new.tenant_id and timetable_clashes.term_id = new.term_id)
    then
        raise exception 'the draft does not have % clashes', new.clashes
            using errcode = '23514', constraint = 'timetable_versions_clashes';
    end if;
    return new;
end $$;
create trigger timetable_versions_clashes before insert on timetable_versions
    for each row execute function timetable_count_clashes();
