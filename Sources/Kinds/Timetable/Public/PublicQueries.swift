import Console
import Postgres

/// All SQL on published data, for everybody. Row-level security adds the tenant.
///
/// Lists and searches have the groups, teachers and rooms of which something is published; what was only added in the console is
/// nobody's business yet. Whoever has the address of one can open it: a calendar of a group that has no lesson any more is empty,
/// not gone.
enum PublicQueries {
    private static let someGroups: SQL = owns("timetable_groups.id")
    private static let someTeachers: SQL = """
        (\(owns("timetable_teachers.id")) or timetable_teachers.id in (
            select unnest(timetable_exceptions.teacher_ids) from timetable_exceptions
            join timetable_published on timetable_published.lesson_id = timetable_exceptions.lesson_id
                and timetable_published.until_version is null))
        """
    private static let someRooms: SQL = """
        (exists (select from timetable_published
            where timetable_published.room_id = timetable_rooms.id and timetable_published.until_version is null)
        or timetable_rooms.id in (
            select timetable_exceptions.room_id from timetable_exceptions
            join timetable_published on timetable_published.lesson_id = timetable_exceptions.lesson_id
                and timetable_published.until_version is null))
        """

    private static func owns(_ object: SQL) -> SQL {
        "exists (select from timetable_published_owners where timetable_published_owners.object_id = \(object))"
    }

    static func group(_ name: String) -> SQL {
        groups(where: "lower(timetable_groups.name) = lower(\(name))", limit: 1)
    }

    static func group(_ id: ID) -> SQL { groups(where: "timetable_groups.id = \(id)", limit: 1) }

    static let groups = groups(where: someGroups, limit: 10_000)

    /// Of a faculty by its name, its short name or its id.
    static func groups(faculty: String?, speciality: String?, course: Int?) -> SQL {
        var those = [someGroups]
        if let faculty {
            those.append(
                """
                lower(\(faculty)) in (lower(timetable_faculties.name), lower(timetable_faculties.short_name),
                    timetable_faculties.id::text)
                """)
        }
        if let speciality { those.append("lower(timetable_groups.speciality) = lower(\(speciality))") }
        if let course { those.append("timetable_groups.course = \(course)") }
        return groups(where: SQL.joined(those, by: " and "), limit: 10_000)
    }

    private static func groups(where condition: SQL, first: SQL = "", limit: Int) -> SQL {
        """
        select timetable_groups.id, timetable_groups.name, timetable_groups.speciality, timetable_groups.course,
            timetable_groups.students, timetable_groups.subgroups, timetable_groups.faculty_id, coalesce(timetable_faculties.name, '') as faculty,
            coalesce(timetable_faculties.short_name, '') as faculty_short
        from timetable_groups left join timetable_faculties on timetable_faculties.tenant_id = timetable_groups.tenant_id
            and timetable_faculties.id = timetable_groups.faculty_id
        where \(condition) order by \(first)timetable_groups.name collate "und-x-icu", timetable_groups.id limit \(limit)
        """
    }

    static func teacher(_ address: String) -> SQL {
        teachers(where: "timetable_teachers.address = \(address)", limit: 1)
    }

    static func teacher(_ id: ID) -> SQL { teachers(where: "timetable_teachers.id = \(id)", limit: 1) }

    static let teachers = teachers(where: someTeachers, limit: 20_000)

    static func teachers(_ ids: [ID]) -> SQL { teachers(where: "timetable_teachers.id = any (\(ids))", limit: 1000) }

    private static func teachers(where condition: SQL, first: SQL = "", limit: Int) -> SQL {
        """
        select timetable_teachers.id, timetable_teachers.name, timetable_teachers.address, timetable_teachers.degree
        from timetable_teachers where \(condition) order by \(first)timetable_teachers.name collate "und-x-icu", timetable_teachers.id limit \(limit)
        """
    }

    static func groups(_ ids: [ID]) -> SQL { groups(where: "timetable_groups.id = any (\(ids))", limit: 1000) }

    static let rooms = rooms(where: someRooms, limit: 10_000)

    static func room(_ name: String) -> SQL {
        rooms(where: "lower(timetable_rooms.name) = lower(\(name))", limit: 1)
    }

    static func room(_ id: ID) -> SQL { rooms(where: "timetable_rooms.id = \(id)", limit: 1) }

    static func rooms(_ ids: [ID]) -> SQL { rooms(where: "timetable_rooms.id = any (\(ids))", limit: 1000) }

    private static func rooms(where condition: SQL, first: SQL = "", limit: Int) -> SQL {
        """
        select timetable_rooms.id, timetable_rooms.name, timetable_rooms.building, timetable_rooms.capacity,
            timetable_rooms.purpose
        from timetable_rooms where \(condition) order by \(first)timetable_rooms.name collate "und-x-icu", timetable_rooms.id limit \(limit)
        """
    }

    /// Finds the typed text anywhere in a name. The shortest names come first: a name that is the text itself is found however many
    /// others have it.
    static func groups(like text: String, most: Int) -> SQL {
        groups(
            where: "\(someGroups) and lower(timetable_groups.name) like \(LikePattern.anywhere(text))",
            first: "length(timetable_groups.name), ", limit: most)
    }

    static func teachers(like text: String, most: Int) -> SQL {
        teachers(
            where: "\(someTeachers) and lower(timetable_teachers.name) like \(LikePattern.anywhere(text))",
            first: "length(timetable_teachers.name), ", limit: most)
    }

    static func rooms(like text: String, most: Int) -> SQL {
        rooms(
            where: "\(someRooms) and lower(timetable_rooms.name) like \(LikePattern.anywhere(text))",
            first: "length(timetable_rooms.name), ", limit: most)
    }

    /// Faculties that have groups of which something is published, found by their name or short name as well as in whole, each with
    /// the number of those groups. The groups of none come last, without an id.
    static func faculties(like text: String?, most: Int) -> SQL {
        let isFound: SQL =
            text.map { text in
                """
                (lower(timetable_faculties.name) like \(LikePattern.anywhere(text))
                    or lower(timetable_faculties.short_name) like \(LikePattern.anywhere(text)))
                """
            } ?? "true"
        return """
            select found.id, found.name, found.groups, count(*) over () as faculties, sum(found.groups) over ()::bigint as all_groups
            from (
                select timetable_groups.faculty_id as id, coalesce(timetable_faculties.name, '') as name, count(*) as groups
                from timetable_groups left join timetable_faculties on timetable_faculties.tenant_id = timetable_groups.tenant_id
                    and timetable_faculties.id = timetable_groups.faculty_id
                where \(someGroups) and \(isFound)
                group by timetable_groups.faculty_id, timetable_faculties.name) as found
            order by found.id is null, found.name collate "und-x-icu", found.id limit \(most)
            """
    }

    /// The first of these groups of each faculty, or all of one; nil are those without a faculty.
    static func groups(ofEachFaculty most: Int) -> SQL {
        groups(
            where: """
                timetable_groups.id in (select counted.id from (
                    select other.id, row_number() over (partition by other.faculty_id
                        order by other.name collate "und-x-icu", other.id) as number
                    from timetable_groups as other where \(owns("other.id"))) as counted where counted.number <= \(most))
                """, limit: 10_000)
    }

    static func groups(ofFaculty id: ID?, most: Int) -> SQL {
        groups(where: "\(someGroups) and timetable_groups.faculty_id is not distinct from \(id)::uuid", limit: most)
    }

    /// The programmes of the groups, each once per faculty.
    static let specialities: SQL = """
        select distinct timetable_groups.speciality, timetable_groups.faculty_id, coalesce(timetable_faculties.name, '') as faculty
        from timetable_groups left join timetable_faculties on timetable_faculties.tenant_id = timetable_groups.tenant_id
            and timetable_faculties.id = timetable_groups.faculty_id
        where timetable_groups.speciality <> '' and \(someGroups) order by timetable_groups.speciality, faculty limit 1000
        """

    static let faculties: SQL = """
        select timetable_faculties.id, timetable_faculties.name, timetable_faculties.short_name from timetable_faculties
        order by timetable_faculties.name collate "und-x-icu", timetable_faculties.id limit 1000
        """

    private static let lessons: SQL = """
        select timetable_published.lesson_id, timetable_published.subject_id, timetable_published.kind,
            timetable_published.group_ids, timetable_published.subgroup, timetable_published.teacher_ids,
            timetable_published.room_id, timetable_published.weekday, timetable_published.starts, timetable_published.ends,
            timetable_published.weeks, (timetable_published.first_day - date '1970-01-01')::bigint as first_day,
            (timetable_published.last_day - date '1970-01-01')::bigint as last_day, timetable_published.note,
            timetable_subjects.name as subject, timetable_subjects.full_name, coalesce(timetable_rooms.name, '') as room,
            extract(epoch from greatest(timetable_published.published_at, timetable_published.days_changed_at))::bigint as changed
        from timetable_published
        join timetable_subjects on timetable_subjects.tenant_id = timetable_published.tenant_id
            and timetable_subjects.id = timetable_published.subject_id
        left join timetable_rooms on timetable_rooms.tenant_id = timetable_published.tenant_id
            and timetable_rooms.id = timetable_published.room_id
        where timetable_published.until_version is null and
        """

    private static let order: SQL = """
         order by timetable_published.weekday, timetable_published.starts, timetable_published.subgroup,
            timetable_published.lesson_id
        """

    /// Returns the lessons of a group or a teacher.
    static func lessons(of object: ID, term: ID) -> SQL {
        lessons + """
             timetable_published.lesson_id in (select timetable_published_owners.lesson_id from timetable_published_owners
                where timetable_published_owners.object_id = \(object) and timetable_published_owners.term_id = \(term))
            """ + order
    }

    /// Returns the lessons of a room, a group or a teacher.
    static func lessons(of owner: PublicOwner, term: ID) -> SQL {
        guard owner.kind == .room else { return lessons(of: owner.id, term: term) }
        return lessons + """
             timetable_published.room_id = \(owner.id) and timetable_published.term_id = \(term)
            """ + order
    }

    static func lessons(_ ids: [ID], term: ID) -> SQL {
        lessons + " timetable_published.lesson_id = any (\(ids)) and timetable_published.term_id = \(term)" + order
    }

    // MARK: What changed

    /// Returns the last versions of a term except the first one, in which everything is new.
    static func versions(_ term: ID, since: Timestamp) -> SQL {
        """
        select timetable_versions.number::bigint as number,
            extract(epoch from timetable_versions.published_at)::bigint as published
        from timetable_versions
        where timetable_versions.term_id = \(term) and timetable_versions.number > 1
            and timetable_versions.published_at > \(since)
        order by timetable_versions.number desc limit 10
        """
    }

    /// Returns all states of lessons that ended or began with one of the versions and belonged or belong to the owner, or
    /// to anybody; of more lessons those that were changed last. `is_old` marks a state that ended.
    static func changes(_ term: ID, versions: [Int], of owner: (kind: WeekOwner, id: ID)?, limit: Int) -> SQL {
        let numbers = versions.map { Int64($0) }
        let isTheirs: SQL =
            switch owner {
            case nil: "true"
            case (.group, let id)?: "timetable_published.group_ids @> array[\(id)::uuid]"
            case (.teacher, let id)?: "timetable_published.teacher_ids @> array[\(id)::uuid]"
            case (.room, let id)?: "timetable_published.room_id = \(id)"
            }
        return """
            with touched as (
                select timetable_published.lesson_id, timetable_published.from_version, timetable_published.until_version as number,
                    true as is_old
                from timetable_published
                where timetable_published.term_id = \(term) and timetable_published.until_version = any (\(numbers)) and \(isTheirs)
                union all
                select timetable_published.lesson_id, timetable_published.from_version, timetable_published.from_version, false
                from timetable_published
                where timetable_published.term_id = \(term) and timetable_published.from_version = any (\(numbers)) and \(isTheirs)
            ), latest as (
                select touched.lesson_id from touched group by touched.lesson_id
                order by max(touched.number) desc, touched.lesson_id limit \(limit)
            )
            select timetable_published.lesson_id as id, timetable_published.term_id, timetable_published.subject_id,
                timetable_published.kind, timetable_published.group_ids, timetable_published.subgroup,
                timetable_published.teacher_ids, timetable_published.room_id, timetable_published.weekday,
                timetable_published.starts, timetable_published.ends, timetable_published.weeks,
                (timetable_published.first_day - date '1970-01-01')::bigint as first_day,
                (timetable_published.last_day - date '1970-01-01')::bigint as last_day, timetable_published.note,
                touched.number::bigint as version, touched.is_old, timetable_subjects.name as subject,
                coalesce(timetable_rooms.name, '') as room,
                array(select timetable_groups.name from timetable_groups
                    where timetable_groups.id = any (timetable_published.group_ids)
                    order by timetable_groups.name collate "und-x-icu") as groups,
                array(select timetable_teachers.name from timetable_teachers
                    where timetable_teachers.id = any (timetable_published.teacher_ids)
                    order by timetable_teachers.name collate "und-x-icu") as teachers
            from latest join touched on touched.lesson_id = latest.lesson_id
            join timetable_published on timetable_published.lesson_id = touched.lesson_id
                and timetable_published.from_version = touched.from_version
            join timetable_subjects on timetable_subjects.tenant_id = timetable_published.tenant_id
                and timetable_subjects.id = timetable_published.subject_id
            left join timetable_rooms on timetable_rooms.tenant_id = timetable_published.tenant_id
                and timetable_rooms.id = timetable_published.room_id
            order by touched.number desc, timetable_published.weekday, timetable_published.starts,
                timetable_published.lesson_id, touched.is_old desc
            """
    }
}
