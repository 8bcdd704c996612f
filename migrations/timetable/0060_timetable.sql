-- A university's lessons: what they are made of, the draft that admins work on, what was published of it, and where lessons clash.

create table timetable_faculties (
    tenant_id uuid not null references tenants (id),
    id uuid not null,
    name text not null check (length(name) between 1 and 160),
    short_name text not null check (length(short_name) <= 20),
    version bigint not null default 1,
    primary key (tenant_id, id)
);
create unique index timetable_faculties_name on timetable_faculties (tenant_id, lower(name));

create table timetable_groups (
    tenant_id uuid not null references tenants (id),
    id uuid not null,
    name text not null check (length(name) between 1 and 40),
    faculty_id uuid,
    speciality text not null check (length(speciality) <= 160),
    course integer not null check (course between 1 and 7),
    students integer not null check (students between 0 and 1000),
    -- Into how many parts the group divides for labs; 0: it doesn't.
    subgroups integer not null check (subgroups between 0 and 9),
    version bigint not null default 1,
    primary key (tenant_id, id),
    constraint timetable_groups_faculty foreign key (tenant_id, faculty_id) references timetable_faculties (tenant_id, id)
);
create unique index timetable_groups_name on timetable_groups (tenant_id, lower(name));
create index timetable_groups_faculty on timetable_groups (tenant_id, faculty_id);

create table timetable_teachers (
    tenant_id uuid not null references tenants (id),
    id uuid not null,
    -- Whole, the family name first, as lists are sorted.
    name text not null check (length(name) between 1 and 120),
    -- The last part of the address of the teacher's page and of BSUIR's: o-petrov.
    address text not null check (address ~ '^[a-z0-9]([a-z0-9-]{0,58}[a-z0-9])?$'),
    degree text not null check (length(degree) <= 80),
    version bigint not null default 1,
    primary key (tenant_id, id)
);
create unique index timetable_teachers_address on timetable_teachers (tenant_id, address);
create index timetable_teachers_name on timetable_teachers (tenant_id, lower(name));

create table timetable_rooms (
    tenant_id uuid not null references tenants (id),
    id uuid not null,
    name text not null check (length(name) between 1 and 40),
    building text not null check (length(building) <= 80),
    -- Seats; 0: not known, and then never too few.
    capacity integer not null check (capacity between 0 and 5000),
    -- What it is for: any, lecture, practice, lab.
    purpose text not null check (purpose in ('any', 'lecture', 'practice', 'lab')),
    version bigint not null default 1,
    primary key (tenant_id, id)
);
create unique index timetable_rooms_name on timetable_rooms (tenant_id, lower(name));

create table timetable_subjects (
    tenant_id uuid not null references tenants (id),
    id uuid not null,
    name text not null check (length(name) between 1 and 60),
    full_name text not null check (length(full_name) <= 200),
    version bigint not null default 1,
    primary key (tenant_id, id)
);
create unique index timetable_subjects_name on timetable_subjects (tenant_id, lower(name));

create table timetable_terms (
    tenant_id uuid not null references tenants (id),
    id uuid not null,
    name text not null check (length(name) between 1 and 80),
    first_day date not null,
    last_day date not null,
    -- Of the week that holds the first day.
    first_week integer not null check (first_week between 1 and 4),
    -- When lessons usually begin and end: 09:00-10:20, 10:35-11:55 …
    bells text not null check (length(bells) <= 400),
    version bigint not null default 1,
    primary key (tenant_id, id),
    constraint timetable_terms_days check (last_day >= first_day and last_day < first_day + 400)
);
create unique index timetable_terms_name on timetable_terms (tenant_id, lower(name));
create index timetable_terms_first_day on timetable_terms (tenant_id, first_day);

create table timetable_holidays (
    tenant_id uuid not null references tenants (id),
    id uuid not null,
    name text not null check (length(name) between 1 and 80),
    first_day date not null,
    last_day date not null,
    -- False: a week that lies in it whole is left out of the count from 1 to 4.
    is_counted boolean not null,
    version bigint not null default 1,
    primary key (tenant_id, id),
    constraint timetable_holidays_days check (last_day >= first_day and last_day < first_day + 400)
);
create index timetable_holidays_first_day on timetable_holidays (tenant_id, first_day);

-- The days of a term on which lessons take place, each with the number of its week. Made of the term and the holidays by the program,
-- which knows the rule; statements ask this table, so that there is one rule.
create table timetable_days (
    tenant_id uuid not null,
    term_id uuid not null,
    day date not null,
    -- 1 is Monday.
    weekday integer not null check (weekday between 1 and 7),
    week integer not null check (week between 1 and 4),
    primary key (tenant_id, term_id, day),
    foreign key (tenant_id, term_id) references timetable_terms (tenant_id, id) on delete cascade
);
create index timetable_days_day on timetable_days (tenant_id, day);

-- The draft.
create table timetable_lessons (
    tenant_id uuid not null,
    id uuid not null,
    term_id uuid not null,
    subject_id uuid not null,
    kind text not null constraint timetable_lessons_kind
        check (kind in ('lecture', 'practice', 'lab', 'exam', 'consultation', 'other')),
    group_ids uuid[] not null check (cardinality(group_ids) between 0 and 40),
    -- 0: the whole group.
    subgroup integer not null check (subgroup between 0 and 9),
    teacher_ids uuid[] not null check (cardinality(teacher_ids) between 0 and 10),
    room_id uuid,
    weekday integer not null check (weekday between 1 and 7),
    -- Minutes since midnight of the tenant's clock.
    starts integer not null check (starts between 0 and 1439),
    ends integer not null,
    -- Bit 0 is week 1.
    weeks integer not null check (weeks between 1 and 15),
    -- An exam has one day.
    first_day date not null,
    last_day date not null,
    note text not null check (length(note) <= 400),
    -- Was published and goes with the next publication.
    is_removed boolean not null default false,
    -- Counts the changes: a form that was opened before the last one is merged.
    version bigint not null default 1,
    changed_at timestamptz not null,
    changed_by text not null,
    primary key (tenant_id, id),
    foreign key (tenant_id, term_id) references timetable_terms (tenant_id, id),
    constraint timetable_lessons_subject foreign key (tenant_id, subject_id) references timetable_subjects (tenant_id, id),
    constraint timetable_lessons_room foreign key (tenant_id, room_id) references timetable_rooms (tenant_id, id),
    constraint timetable_lessons_time check (ends > starts and ends <= 1440),
    constraint timetable_lessons_days check (last_day >= first_day)
);
create index timetable_lessons_term on timetable_lessons (tenant_id, term_id, weekday, starts);
create index timetable_lessons_subject on timetable_lessons (tenant_id, subject_id);
create index timetable_lessons_room on timetable_lessons (tenant_id, room_id);

-- Lessons of the draft that were written since the last publication: what it has to compare. Kept by triggers.
create table timetable_edits (
    tenant_id uuid not null,
    lesson_id uuid not null,
    term_id uuid not null,
    primary key (tenant_id, lesson_id),
    foreign key (tenant_id, lesson_id) references timetable_lessons (tenant_id, id) on delete cascade
);
create index timetable_edits_term on timetable_edits (tenant_id, term_id);

-- Whose time a lesson of the draft takes: a row for each of its groups and teachers and for its room. Kept by triggers.
create table timetable_claims (
    tenant_id uuid not null,
    lesson_id uuid not null,
    object_id uuid not null,
    kind text not null check (kind in ('group', 'teacher', 'room')),
    group_id uuid generated always as (case when kind = 'group' then object_id end) stored,
    teacher_id uuid generated always as (case when kind = 'teacher' then object_id end) stored,
    room_id uuid generated always as (case when kind = 'room' then object_id end) stored,
    term_id uuid not null,
    subgroup integer not null,
    weekday integer not null,
    starts integer not null,
    ends integer not null,
    weeks integer not null,
    first_day date not null,
    last_day date not null,
    primary key (tenant_id, lesson_id, object_id),
    foreign key (tenant_id, lesson_id) references timetable_lessons (tenant_id, id) on delete cascade,
    constraint timetable_claims_group foreign key (tenant_id, group_id) references timetable_groups (tenant_id, id),
    constraint timetable_claims_teacher foreign key (tenant_id, teacher_id) references timetable_teachers (tenant_id, id),
    constraint timetable_claims_room foreign key (tenant_id, room_id) references timetable_rooms (tenant_id, id)
);
create index timetable_claims_object on timetable_claims (tenant_id, object_id, term_id, weekday);
create index timetable_claims_group on timetable_claims (tenant_id, group_id) where group_id is not null;
create index timetable_claims_teacher on timetable_claims (tenant_id, teacher_id) where teacher_id is not null;
create index timetable_claims_room on timetable_claims (tenant_id, room_id) where room_id is not null;

-- Lessons of the draft that can't both take place, and such that don't fit into their room. Kept by triggers.
create table timetable_clashes (
    tenant_id uuid not null,
    id uuid not null default gen_random_uuid(),
    term_id uuid not null,
    kind text not null check (kind in ('group', 'teacher', 'room', 'capacity')),
    object_id uuid not null,
    lesson_id uuid not null,
    -- Of two lessons the one with the greater id; the same lesson where it is too large for its room.
    other_id uuid not null,
    primary key (tenant_id, id),
    foreign key (tenant_id, lesson_id) references timetable_lessons (tenant_id, id) on delete cascade,
    foreign key (tenant_id, other_id) references timetable_lessons (tenant_id, id) on delete cascade
);
create unique index timetable_clashes_pair on timetable_clashes (tenant_id, lesson_id, other_id, object_id);
create index timetable_clashes_other on timetable_clashes (tenant_id, other_id);
create index timetable_clashes_term on timetable_clashes (tenant_id, term_id, id);

-- What was published, when and by whom. A version's lessons are the rows of timetable_published that begin with it or before
-- and don't end with it or before.
create table timetable_versions (
    tenant_id uuid not null,
    id uuid not null,
    term_id uuid not null,
    number integer not null check (number > 0),
    published_at timestamptz not null,
    published_by text not null,
    -- Why it was published with clashes; or what for.
    reason text not null check (length(reason) <= 400),
    clashes bigint not null,
    lessons_added bigint not null,
    lessons_changed bigint not null,
    lessons_removed bigint not null,
    groups_touched bigint not null,
    -- The version that this one went back to.
    returned_to integer,
    primary key (tenant_id, id),
    foreign key (tenant_id, term_id) references timetable_terms (tenant_id, id),
    constraint timetable_versions_reason check (clashes = 0 or reason <> '')
);
create unique index timetable_versions_number on timetable_versions (tenant_id, term_id, number);

create table timetable_published (
    tenant_id uuid not null,
    lesson_id uuid not null,
    from_version integer not null,
    -- NULL: still holds.
    until_version integer,
    term_id uuid not null,
    subject_id uuid not null,
    kind text not null,
    group_ids uuid[] not null,
    subgroup integer not null,
    teacher_ids uuid[] not null,
    room_id uuid,
    weekday integer not null,
    starts integer not null,
    ends integer not null,
    weeks integer not null,
    first_day date not null,
    last_day date not null,
    note text not null,
    published_at timestamptz not null,
    primary key (tenant_id, lesson_id, from_version),
    foreign key (tenant_id, term_id) references timetable_terms (tenant_id, id),
    constraint timetable_published_subject foreign key (tenant_id, subject_id) references timetable_subjects (tenant_id, id),
    constraint timetable_published_room foreign key (tenant_id, room_id) references timetable_rooms (tenant_id, id),
    constraint timetable_published_versions check (until_version > from_version)
);
create index timetable_published_current on timetable_published (tenant_id, term_id, lesson_id) where until_version is null;
create index timetable_published_room on timetable_published (tenant_id, room_id);
create index timetable_published_subject on timetable_published (tenant_id, subject_id);

-- Whose lessons those are that hold: a row for each group and teacher. An index of the arrays would not serve the application, whose
-- every condition but equality waits for the tenant's.
create table timetable_published_owners (
    tenant_id uuid not null,
    object_id uuid not null,
    lesson_id uuid not null,
    term_id uuid not null,
    primary key (tenant_id, object_id, lesson_id),
    foreign key (tenant_id, term_id) references timetable_terms (tenant_id, id)
);
create index timetable_published_owners_lesson on timetable_published_owners (tenant_id, lesson_id);

-- What is different on one day. It holds at once, without a publication: an illness does not wait for one.
create table timetable_exceptions (
    tenant_id uuid not null,
    id uuid not null,
    lesson_id uuid not null,
    day date not null,
    kind text not null check (kind in ('cancelled', 'moved', 'substituted')),
    -- Of a moved lesson; and its room or its teachers where they change.
    new_day date,
    starts integer,
    ends integer,
    room_id uuid,
    teacher_ids uuid[] not null default '{}',
    note text not null check (length(note) <= 200),
    changed_at timestamptz not null,
    primary key (tenant_id, id),
    foreign key (tenant_id, lesson_id) references timetable_lessons (tenant_id, id) on delete cascade,
    constraint timetable_exceptions_room foreign key (tenant_id, room_id) references timetable_rooms (tenant_id, id),
    constraint timetable_exceptions_move check ((kind = 'moved') = (new_day is not null)
        and (kind = 'moved') = (starts is not null) and (starts is null) = (ends is null) and ends > starts and ends <= 1440)
);
create unique index timetable_exceptions_day on timetable_exceptions (tenant_id, lesson_id, day);

do $$
declare
    walled text;
begin
    foreach walled in array array['faculties', 'groups', 'teachers', 'rooms', 'subjects', 'terms', 'holidays', 'days', 'lessons',
        'edits', 'claims', 'clashes', 'versions', 'published', 'published_owners',
        'exceptions']
    loop
        execute format('alter table timetable_%1$s enable row level security, force row level security', walled);
        execute format('create policy timetable_%1$s_wall on timetable_%1$s
            using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', walled);
        execute format('grant select, insert, update, delete on timetable_%1$s to roost_app', walled);
    end loop;
end $$;
-- A version is never rewritten.
revoke update, delete on timetable_versions from roost_app;

-- What clashes with these lessons of the draft, found anew. Both lessons of a pair take place on one day at least: of the same week,
-- between the first and last days of both, and not on a holiday.
--
-- One lesson is looked up by indexes, a whole term is joined at once: each call has a plan for its number.
create function timetable_find_clashes(changed uuid[]) returns void
language plpgsql set plan_cache_mode = force_custom_plan
as $$
begin
    delete from timetable_clashes using unnest(changed) as written (id) where timetable_clashes.lesson_id = written.id;
    delete from timetable_clashes using unnest(changed) as written (id) where timetable_clashes.other_id = written.id;
    insert into timetable_clashes (tenant_id, term_id, kind, object_id, lesson_id, other_id)
    select distinct current_tenant(), mine.term_id, mine.kind, mine.object_id,
        least(mine.lesson_id, theirs.lesson_id), greatest(mine.lesson_id, theirs.lesson_id)
    from unnest(changed) as written (id)
    join timetable_claims as mine on mine.lesson_id = written.id
    join timetable_claims as theirs on theirs.object_id = mine.object_id
        and theirs.term_id = mine.term_id and theirs.weekday = mine.weekday and theirs.lesson_id <> mine.lesson_id
        and theirs.starts < mine.ends and mine.starts < theirs.ends and theirs.weeks & mine.weeks <> 0
        and theirs.first_day <= mine.last_day and mine.first_day <= theirs.last_day
        -- Two halves of a group can learn at the same time.
        and (mine.kind <> 'group' or mine.subgroup = 0 or theirs.subgroup = 0 or mine.subgroup = theirs.subgroup)
    where exists (select from timetable_days where timetable_days.term_id = mine.term_id
            and timetable_days.weekday = mine.weekday
            and (1 << (timetable_days.week - 1)) & mine.weeks & theirs.weeks <> 0
            and timetable_days.day between greatest(mine.first_day, theirs.first_day) and least(mine.last_day, theirs.last_day)
        offset 0);
    insert into timetable_clashes (tenant_id, term_id, kind, object_id, lesson_id, other_id)
    select current_tenant(), timetable_lessons.term_id, 'capacity', timetable_rooms.id, timetable_lessons.id, timetable_lessons.id
    from unnest(changed) as written (id)
    join timetable_lessons on timetable_lessons.id = written.id and not timetable_lessons.is_removed
    join timetable_rooms on timetable_rooms.id = timetable_lessons.room_id and timetable_rooms.capacity > 0
    where timetable_rooms.capacity < (
            select sum(case when timetable_lessons.subgroup = 0 or timetable_groups.subgroups < 2 then timetable_groups.students
                else (timetable_groups.students + timetable_groups.subgroups - 1) / timetable_groups.subgroups end)
            from timetable_groups where timetable_groups.id = any (timetable_lessons.group_ids));
end $$;

-- After every change of the draft.
create function timetable_claim() returns trigger
language plpgsql
as $$
declare
    changed uuid[] := (select array_agg(written.id) from written);
begin
    if changed is null then return null; end if;
    -- One change of a term after another: two that don't see each other would miss that they clash.
    perform from timetable_terms where timetable_terms.id in (select written.term_id from written)
        order by timetable_terms.id for no key update;
    if tg_op = 'UPDATE' then
        delete from timetable_claims using unnest(changed) as earlier (id) where timetable_claims.lesson_id = earlier.id;
    end if;
    insert into timetable_claims (tenant_id, lesson_id, object_id, kind, term_id, subgroup, weekday, starts, ends, weeks,
        first_day, last_day)
    select written.tenant_id, written.id, claimed.object_id, claimed.kind, written.term_id,
        case claimed.kind when 'group' then written.subgroup else 0 end, written.weekday, written.starts, written.ends,
        written.weeks, written.first_day, written.last_day
    from written
    cross join lateral (
        select distinct unnest(written.group_ids) as object_id, 'group' as kind
        union all select distinct unnest(written.teacher_ids), 'teacher'
        union all select written.room_id, 'room' where written.room_id is not null) as claimed
    where not written.is_removed;
    perform timetable_find_clashes(changed);
    insert into timetable_edits (tenant_id, lesson_id, term_id)
    select written.tenant_id, written.id, written.term_id from written on conflict do nothing;
    return null;
end $$;

create trigger timetable_lessons_added after insert on timetable_lessons
    referencing new table as written for each statement execute function timetable_claim();
create trigger timetable_lessons_changed after update on timetable_lessons
    referencing new table as written for each statement execute function timetable_claim();

-- How many fit, and how many come.
create function timetable_fit() returns trigger
language plpgsql
as $$
begin
    perform timetable_find_clashes(array(
        select timetable_claims.lesson_id from timetable_claims where timetable_claims.object_id = new.id));
    return null;
end $$;
create trigger timetable_rooms_fit after update of capacity on timetable_rooms
    for each row when (old.capacity <> new.capacity) execute function timetable_fit();
create trigger timetable_groups_fit after update of students, subgroups on timetable_groups
    for each row when (old.students <> new.students or old.subgroups <> new.subgroups) execute function timetable_fit();

-- What was published names groups and teachers for ever: its versions can come back.
create function timetable_keep_named() returns trigger
language plpgsql
as $$
begin
    -- Whoever empties a whole tenant takes its versions as well.
    if current_user = 'roost_app' and exists (select from timetable_published
        where timetable_published.group_ids @> array[old.id] or timetable_published.teacher_ids @> array[old.id])
    then
        raise exception 'a published timetable names it' using errcode = '23503', constraint = 'timetable_published_names';
    end if;
    return old;
end $$;
create trigger timetable_groups_named before delete on timetable_groups for each row execute function timetable_keep_named();
create trigger timetable_teachers_named before delete on timetable_teachers for each row execute function timetable_keep_named();

-- What an import of lessons is called has a dash.
alter table imports drop constraint imports_list_check,
    add constraint imports_list_check check (list ~ '^[a-z][a-z-]{0,39}$');
