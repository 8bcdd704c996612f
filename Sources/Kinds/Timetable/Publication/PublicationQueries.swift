import Postgres

/// All SQL on publications. Row-level security adds the tenant.
enum PublicationQueries {
    /// The published ids; the draft's where they are the same in another order, which changes nothing for anybody.
    private static func sameAs(_ draft: SQL, _ published: SQL) -> SQL {
        "case when \(published) @> \(draft) and \(published) <@ \(draft) then \(draft) else \(published) end"
    }

    /// True if the draft's lesson differs from its published state, by the same rule as `LessonDiff`: what is counted can be said. Of a
    /// lesson that takes place once the weeks say nothing.
    private static let isDifferent: SQL = """
        (timetable_published.subject_id, timetable_published.kind,
            \(sameAs("timetable_lessons.group_ids", "timetable_published.group_ids")), timetable_published.subgroup,
            \(sameAs("timetable_lessons.teacher_ids", "timetable_published.teacher_ids")), timetable_published.room_id,
            timetable_published.weekday, timetable_published.starts, timetable_published.ends,
            case when timetable_published.first_day = timetable_published.last_day
                and timetable_lessons.first_day = timetable_lessons.last_day
                then timetable_lessons.weeks else timetable_published.weeks end,
            timetable_published.first_day, timetable_published.last_day, timetable_published.note)
        is distinct from (timetable_lessons.subject_id, timetable_lessons.kind, timetable_lessons.group_ids,
            timetable_lessons.subgroup, timetable_lessons.teacher_ids, timetable_lessons.room_id,
            timetable_lessons.weekday, timetable_lessons.starts, timetable_lessons.ends, timetable_lessons.weeks,
            timetable_lessons.first_day, timetable_lessons.last_day, timetable_lessons.note)
        """

    /// Lessons written since the last publication that differ from their published version, with both states.
    private static let differences: SQL = """
        from timetable_edits
        join timetable_lessons on timetable_lessons.tenant_id = timetable_edits.tenant_id
            and timetable_lessons.id = timetable_edits.lesson_id
        left join timetable_published on timetable_published.tenant_id = timetable_lessons.tenant_id
            and timetable_published.lesson_id = timetable_lessons.id and timetable_published.until_version is null
        where (timetable_published.lesson_id is null and not timetable_lessons.is_removed
            or timetable_published.lesson_id is not null and (timetable_lessons.is_removed
                or \(isDifferent)))
        """

    /// Returns one row: how many lessons are added, changed and removed, and how many groups are affected.
    static func size(_ term: ID) -> SQL {
        """
        with differing as (
            select timetable_lessons.id, timetable_lessons.version, timetable_lessons.is_removed,
                timetable_published.lesson_id is null as is_new,
                timetable_lessons.group_ids || coalesce(timetable_published.group_ids, '{}') as group_ids
            \(differences) and timetable_edits.term_id = \(term)
        )
        select count(*) as lessons, count(*) filter (where differing.is_new) as added,
            count(*) filter (where differing.is_removed) as removed,
            count(*) filter (where not differing.is_new and not differing.is_removed) as changed,
            (select count(distinct touched) from differing as wide, unnest(wide.group_ids) as touched) as groups,
            coalesce(md5(string_agg(differing.id::text || ' ' || differing.version, ',' order by differing.id)), '') as mark
        from differing
        """
    }

    /// Returns the differences by lesson with both states: `old_…` is the published one.
    static func changes(_ term: ID, limit: Int) -> SQL {
        """
        select timetable_lessons.id, timetable_lessons.is_removed, timetable_published.lesson_id is null as is_new
        \(differences) and timetable_edits.term_id = \(term)
        order by timetable_published.lesson_id is null, timetable_lessons.is_removed, timetable_lessons.weekday,
            timetable_lessons.starts, timetable_lessons.id
        limit \(limit)
        """
    }

    /// Returns published lessons, with the names of what they refer to; the columns are those of `LessonQueries`.
    static func published(_ lessons: [ID]) -> SQL {
        """
        select timetable_published.lesson_id as id, timetable_published.term_id, timetable_published.subject_id,
            timetable_published.kind, timetable_published.group_ids, timetable_published.subgroup,
            timetable_published.teacher_ids, timetable_published.room_id, timetable_published.weekday,
            timetable_published.starts, timetable_published.ends, timetable_published.weeks,
            (timetable_published.first_day - date '1970-01-01')::bigint as first_day,
            (timetable_published.last_day - date '1970-01-01')::bigint as last_day, timetable_published.note,
            timetable_published.from_version::bigint as version, timetable_subjects.name as subject,
            coalesce(timetable_rooms.name, '') as room,
            array(select timetable_groups.name from timetable_groups
                where timetable_groups.id = any (timetable_published.group_ids) order by timetable_groups.name collate "und-x-icu") as groups,
            array(select timetable_teachers.name from timetable_teachers
                where timetable_teachers.id = any (timetable_published.teacher_ids)
                order by timetable_teachers.name collate "und-x-icu") as teachers
        from timetable_published
        join timetable_subjects on timetable_subjects.tenant_id = timetable_published.tenant_id
            and timetable_subjects.id = timetable_published.subject_id
        left join timetable_rooms on timetable_rooms.tenant_id = timetable_published.tenant_id
            and timetable_rooms.id = timetable_published.room_id
        where timetable_published.lesson_id = any (\(lessons)) and timetable_published.until_version is null
        """
    }

    /// Locks the term: until the end of the transaction nobody changes or publishes its draft.
    static func lock(_ term: ID) -> SQL {
        "select from timetable_terms where timetable_terms.id = \(term) for no key update"
    }

    static func last(_ term: ID) -> SQL {
        """
        select coalesce(max(timetable_versions.number), 0)::bigint as number from timetable_versions
        where timetable_versions.term_id = \(term)
        """
    }

    /// Counts the rooms of the draft whose seats nobody knows: of them no lesson is too large.
    static func withoutSeats(_ term: ID) -> SQL {
        """
        select count(*) as n from timetable_rooms
        where timetable_rooms.capacity = 0 and timetable_rooms.id in (select timetable_lessons.room_id from timetable_lessons
            where timetable_lessons.term_id = \(term) and not timetable_lessons.is_removed)
        """
    }

    /// Returns why the newest version was published.
    static func reason(_ term: ID) -> SQL {
        """
        select timetable_versions.reason from timetable_versions where timetable_versions.term_id = \(term)
        order by timetable_versions.number desc limit 1
        """
    }

    /// Returns why the version with that number was published.
    static func reason(_ number: Int, of term: ID) -> SQL {
        """
        select timetable_versions.reason from timetable_versions
        where timetable_versions.term_id = \(term) and timetable_versions.number = \(number)
        """
    }

    private static let versions: SQL = """
        select timetable_versions.id, timetable_versions.term_id, timetable_versions.number::bigint as number, timetable_versions.published_by,
            timetable_versions.reason, timetable_versions.published_at at time zone current_setting('roost.zone') as published_at,
            timetable_versions.clashes, timetable_versions.lessons_added, timetable_versions.lessons_changed,
            timetable_versions.lessons_removed, timetable_versions.groups_touched,
            coalesce(timetable_versions.returned_to, 0)::bigint as returned_to
        from timetable_versions
        """

    static func versions(_ term: ID) -> SQL {
        versions + " where timetable_versions.term_id = \(term) order by timetable_versions.number desc limit 50"
    }

    static func version(_ id: ID) -> SQL { versions + " where timetable_versions.id = \(id)" }

    static func version(_ number: Int, of term: ID) -> SQL {
        versions + " where timetable_versions.term_id = \(term) and timetable_versions.number = \(number)"
    }

    // MARK: Publishing: some statements of one transaction

    struct Version {
        var id: ID
        var number: Int
        var term: ID
        var by: String
        var reason: String
        var clashes: Int
        var added: Int
        var changed: Int
        var removed: Int
        var groups: Int
        var returnedTo: Int?
        var now: Timestamp
    }

    static func add(_ version: Version, tenant: ID) -> SQL {
        """
        insert into timetable_versions (tenant_id, id, term_id, number, published_at, published_by, reason, clashes,
            lessons_added, lessons_changed, lessons_removed, groups_touched, returned_to)
        values (\(tenant), \(version.id), \(version.term), \(version.number), \(version.now), \(version.by), \(version.reason),
            \(version.clashes), \(version.added), \(version.changed), \(version.removed), \(version.groups), \(version.returnedTo))
        """
    }

    /// Deletes the owners of the lessons that differ. Run it before `replace`, which changes the published state that
    /// it reads.
    static func disown(_ term: ID) -> SQL {
        """
        delete from timetable_published_owners
        using (select timetable_lessons.id \(differences) and timetable_edits.term_id = \(term)
            and timetable_published.lesson_id is not null) as differing
        where timetable_published_owners.lesson_id = differing.id
        """
    }

    /// Ends the published lessons that differ from the draft, and starts new and changed ones, each for its groups
    /// and teachers. It is one statement: none of its parts sees rows that another part writes, so during a first
    /// publication the table stays empty to the end.
    static func replace(_ term: ID, version: Int, now: Timestamp) -> SQL {
        """
        with differing as materialized (
            select timetable_lessons.tenant_id, timetable_lessons.id, timetable_lessons.term_id, timetable_lessons.subject_id,
                timetable_lessons.kind, timetable_lessons.group_ids, timetable_lessons.subgroup, timetable_lessons.teacher_ids,
                timetable_lessons.room_id, timetable_lessons.weekday, timetable_lessons.starts, timetable_lessons.ends,
                timetable_lessons.weeks, timetable_lessons.first_day, timetable_lessons.last_day, timetable_lessons.note,
                timetable_lessons.from_source, timetable_lessons.is_removed,
                timetable_published.lesson_id is not null as was_published
            \(differences) and timetable_edits.term_id = \(term)
        ), ended as (
            update timetable_published as ended set until_version = \(version) from differing
            where ended.lesson_id = differing.id and ended.until_version is null and differing.was_published
        ), owned as (
            insert into timetable_published_owners (tenant_id, object_id, lesson_id, term_id)
            select differing.tenant_id, owning.id, differing.id, differing.term_id
            from differing cross join lateral (
                select distinct owner.id from unnest(differing.group_ids || differing.teacher_ids) as owner (id)) as owning
            where not differing.is_removed order by owning.id
        )
        insert into timetable_published (tenant_id, lesson_id, from_version, term_id, subject_id, kind, group_ids, subgroup,
            teacher_ids, room_id, weekday, starts, ends, weeks, first_day, last_day, note, from_source, published_at)
        select differing.tenant_id, differing.id, \(version), differing.term_id, differing.subject_id, differing.kind,
            differing.group_ids, differing.subgroup, differing.teacher_ids, differing.room_id, differing.weekday,
            differing.starts, differing.ends, differing.weeks, differing.first_day, differing.last_day, differing.note,
            differing.from_source, \(now)
        from differing where not differing.is_removed
        """
    }

    /// For many lessons: a plan with a look-up per lesson, made when the table was still empty, takes minutes.
    static func joinAtOnce(_ isOn: Bool) -> SQL {
        "select set_config('enable_nestloop', \(isOn ? "off" : "on"), true), set_config('work_mem', '64MB', true)"
    }

    /// Deletes removed lessons, except those with exceptions on single days: if an earlier version comes back, so does
    /// what was different in it.
    static func forgetRemoved(_ term: ID) -> SQL {
        """
        delete from timetable_lessons using timetable_edits
        where timetable_edits.tenant_id = timetable_lessons.tenant_id and timetable_edits.lesson_id = timetable_lessons.id
            and timetable_edits.term_id = \(term) and timetable_lessons.is_removed
            and not exists (select from timetable_exceptions
                where timetable_exceptions.tenant_id = timetable_lessons.tenant_id
                    and timetable_exceptions.lesson_id = timetable_lessons.id)
        """
    }

    static func forgetEdits(_ term: ID) -> SQL {
        "delete from timetable_edits where timetable_edits.term_id = \(term)"
    }

    // MARK: Home

    /// Returns one row: the lessons of today, the clashes of terms that have not ended, and the time of the last
    /// publication.
    static let today: SQL = """
        select (select count(*) from timetable_terms
                join timetable_published on timetable_published.term_id = timetable_terms.id
                    and timetable_published.weekday = extract(isodow from today.day)::integer
                    and timetable_published.until_version is null
                left join timetable_days on timetable_days.term_id = timetable_terms.id and timetable_days.day = today.day
                where today.day between timetable_published.first_day and timetable_published.last_day
                    and (timetable_published.first_day = timetable_published.last_day
                        or timetable_published.weeks & (1 << (timetable_days.week - 1)) <> 0)
                    and not exists (select from timetable_exceptions
                        where timetable_exceptions.lesson_id = timetable_published.lesson_id
                            and timetable_exceptions.day = today.day
                            and timetable_exceptions.kind in ('cancelled', 'moved')))
            + (select count(*) from timetable_exceptions
                join timetable_published on timetable_published.lesson_id = timetable_exceptions.lesson_id
                    and timetable_published.until_version is null
                where timetable_exceptions.kind = 'moved' and timetable_exceptions.new_day = today.day
                    and \(ExceptionQueries.isOnOwnDay("timetable_exceptions", "timetable_published"))) as lessons,
            (select count(*) from timetable_clashes join timetable_terms on timetable_terms.id = timetable_clashes.term_id
                where timetable_terms.last_day >= today.day) as clashes,
            (select max(timetable_versions.published_at) from timetable_versions) at time zone today.zone as published_at
        from (select tenants.zone, (now() at time zone tenants.zone)::date as day from tenants
            where tenants.id = current_tenant()) as today
        """

    // MARK: Returning to an earlier version

    private static func holding(_ version: Int) -> SQL {
        """
        timetable_published.from_version <= \(version)
            and (timetable_published.until_version is null or timetable_published.until_version > \(version))
        """
    }

    /// Removes lessons of the draft that the version does not contain.
    static func removeOthers(_ term: ID, version: Int, by name: String, now: Timestamp) -> SQL {
        """
        update timetable_lessons set is_removed = true, changed_at = \(now), changed_by = \(name),
            version = timetable_lessons.version + 1
        where timetable_lessons.term_id = \(term) and not timetable_lessons.is_removed
            and not exists (select from timetable_published where timetable_published.lesson_id = timetable_lessons.id
                and \(holding(version)))
        """
    }

    /// Restores lessons of the draft that differ from the version, and those that were removed.
    static func restore(_ term: ID, version: Int, by name: String, now: Timestamp) -> SQL {
        """
        update timetable_lessons set subject_id = timetable_published.subject_id, kind = timetable_published.kind,
            group_ids = timetable_published.group_ids, subgroup = timetable_published.subgroup,
            teacher_ids = timetable_published.teacher_ids, room_id = timetable_published.room_id,
            weekday = timetable_published.weekday, starts = timetable_published.starts, ends = timetable_published.ends,
            weeks = timetable_published.weeks, first_day = timetable_published.first_day,
            last_day = timetable_published.last_day, note = timetable_published.note, is_removed = false, changed_at = \(now),
            changed_by = \(name), version = timetable_lessons.version + 1
        from timetable_published
        where timetable_lessons.term_id = \(term) and timetable_published.lesson_id = timetable_lessons.id
            and \(holding(version))
            and (timetable_lessons.is_removed
                or \(isDifferent))
        """
    }

    /// Inserts lessons of the version that the draft no longer contains. Those of a source stay the source's: the next import
    /// removes them if it has them no longer.
    static func bringBack(_ term: ID, version: Int, by name: String, now: Timestamp) -> SQL {
        """
        insert into timetable_lessons (tenant_id, id, term_id, subject_id, kind, group_ids, subgroup, teacher_ids, room_id,
            weekday, starts, ends, weeks, first_day, last_day, note, from_source, changed_at, changed_by)
        select timetable_published.tenant_id, timetable_published.lesson_id, timetable_published.term_id,
            timetable_published.subject_id, timetable_published.kind, timetable_published.group_ids, timetable_published.subgroup,
            timetable_published.teacher_ids, timetable_published.room_id, timetable_published.weekday, timetable_published.starts,
            timetable_published.ends, timetable_published.weeks, timetable_published.first_day, timetable_published.last_day,
            timetable_published.note, timetable_published.from_source, \(now), \(name)
        from timetable_published
        where timetable_published.term_id = \(term) and \(holding(version))
            and not exists (select from timetable_lessons where timetable_lessons.id = timetable_published.lesson_id)
        """
    }
}
