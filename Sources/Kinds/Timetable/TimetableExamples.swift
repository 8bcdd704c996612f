import Console
import Postgres

/// Example requests and rows for the tests that walk all routes and tables.
extension TimetableFeature {
    package var examples: FeatureExamples {
        FeatureExamples(routes: Self.dataExamples + Self.lessonExamples, objects: Self.objectExamples)
    }

    /// Exists under this name in every tenant that has an example term.
    private static let subject = "Maths"

    private static let dataExamples: [RouteExample] = [
        ("faculties", "faculty", [("short_name", "F")]),
        ("groups", "group", [("course", "2"), ("students", "25"), ("subgroups", "2")]),
        ("teachers", "teacher", []), ("rooms", "room", [("capacity", "30"), ("purpose", "lab")]),
        ("subjects", "subject", []),
        (
            "terms", "term",
            [("first_day", "2026-09-07"), ("last_day", "2026-12-20"), ("first_week", "1"), ("bells", Bells.usual)]
        ),
        ("holidays", "holiday", [("first_day", "2026-11-07"), ("last_day", "2026-11-07"), ("is_counted", "yes")]),
    ].flatMap { path, name, fields -> [RouteExample] in
        let form: @Sendable (ExampleValues) -> [(String, String)] = { values in
            [("name", "Name \(values.word)"), ("address", "a-\(values.word)")].filter {
                $0.0 == "name" || name == "teacher"
            } + fields
                + [("version", "1")]
        }
        return [
            .post("timetable-\(path)", form: form), .post("timetable-\(path)/:\(name)", form: form),
            .post("timetable-\(path)/:\(name)/deletion"),
        ]
    }

    private static let lesson: [(String, String)] = [
        ("subject", subject), ("kind", "lab"), ("weekday", "2"), ("starts", "09:00"), ("ends", "10:20"),
        ("weeks", "1-4"),
    ]

    private static let lessonExamples: [RouteExample] = [
        .post("timetable-terms/:term/lessons") { _ in lesson },
        .post("timetable-terms/:term/clashes") { _ in lesson },
        // The same as is stored: of whom saved it before nothing is overwritten.
        .post("timetable-source") { _ in
            [("url", sourceAddress), ("groups", sourceGroups), ("frequency", "never")]
        },
        .post("timetable-source/:source/fetch"),
        .post("timetable-lessons/import") { values in
            [("pasted", "subject,kind,weekday,starts\n\(values.word),lab,2,09:00\n")]
        },
        .post("timetable-terms/:term/publication") { _ in [("reason", "because the table says so")] },
        .post("timetable-terms/:term/publication/return") { _ in
            [("version", "1"), ("reason", "because the table says so")]
        },
        .post("timetable-lessons/:lesson") { _ in lesson + [("version", "1")] },
        .post("timetable-lessons/:lesson/move") { _ in [("slot", "3-600")] },
        .post("timetable-lessons/:lesson/copy") { _ in [("slot", "3-600")] },
        .post("timetable-lessons/:lesson/split") { _ in [("split", "1")] },
        .post("timetable-lessons/:lesson/removal"),
        .post("timetable-lessons/:lesson/exceptions") { _ in [("day", "2026-09-21"), ("change", "cancelled")] },
        .post("timetable-exceptions/:exception/end"),
    ]

    private static let objectExamples: [ObjectExample] = [
        basic("faculty", FacultyData.self), basic("group", GroupData.self), basic("teacher", TeacherData.self),
        basic("room", RoomData.self), basic("subject", SubjectData.self), basic("holiday", HolidayData.self),
        ObjectExample("term") { tx, values in
            // The tests that delete need a term that no row refers to.
            try values.pattern.hasSuffix("deletion") ? term(tx, values) : published(tx, values).term
        },
        ObjectExample("lesson") { tx, values in try published(tx, values).lesson },
        ObjectExample("publication") { tx, values in
            let versions = try tx.rows(PublicationQueries.versions(published(tx, values).term))
            guard let first = try versions.map({ try $0.id("id") }).last else {
                throw DatabaseError.unavailable("no version")
            }
            return first
        },
        ObjectExample("exception") { tx, values in
            let id = ID.make()
            try tx.execute(
                ExceptionQueries.add(
                    .init(
                        id: id, lesson: try published(tx, values).lesson, day: 20_710, kind: .cancelled, moved: nil,
                        room: nil,
                        teachers: [], note: "Note \(values.word)", now: .now), tenant: tx.tenant))
            return id
        },
        ObjectExample("source") { tx, values in try source(tx, values) },
    ]

    private static let sourceAddress = "https://schedule.example.org/api/v1"
    private static let sourceGroups = "253501"

    /// A tenant has at most one source, which is fetched on behalf of one of its admins. A tenant without admins has
    /// none.
    private static func source(_ tx: borrowing TenantTransaction, _ values: ExampleValues) throws -> ID {
        if let stored = try TimetableSource.find(in: tx) { return stored.id }
        let id = ID.make()
        let anybody: SQL = "select memberships.admin_id from memberships order by memberships.admin_id limit 1"
        guard let admin = try tx.first(anybody)?.id("admin_id") else { return id }
        var typed = BasicValues()
        typed["url"] = sourceAddress
        typed["groups"] = sourceGroups
        typed["frequency"] = TimetableSource.Frequency.never.rawValue
        try tx.execute(
            SourceQueries.save(
                .init(
                    id: id, values: typed, nextAt: nil, by: admin, name: "Admin \(values.word)", address: "local",
                    request: "-"), tenant: tx.tenant))
        return id
    }

    private static func basic<Data: BasicData>(_ name: String, _ data: Data.Type) -> ObjectExample {
        ObjectExample(name) { tx, values in try add(data, tx, values) }
    }

    private static func add<Data: BasicData>(
        _ data: Data.Type, _ tx: borrowing TenantTransaction, _ values: ExampleValues, _ more: [(String, String)] = []
    ) throws -> ID {
        let id = ID.make()
        var typed = BasicValues()
        for field in Data.fields {
            switch field.form {
            case .text: typed[field.key] = "\(values.word) \(String(id.description.suffix(6)))"
            case .number(let range): typed[field.key] = String(max(range.lowerBound, 1))
            case .day: typed[field.key] = "2026-09-14"
            case .choice(let choices): typed[field.key] = choices.first?.value ?? ""
            case .tick: typed[field.key] = "no"
            case .found: break
            }
        }
        if Data.parameter == "teacher" { typed["address"] = "a-\(id)" }
        for (name, value) in more { typed[name] = value }
        try tx.execute(Data.add(id, tenant: tx.tenant, typed))
        return id
    }

    private static func term(_ tx: borrowing TenantTransaction, _ values: ExampleValues) throws -> ID {
        let term = try add(
            TermData.self, tx, values,
            [("first_day", "2026-09-07"), ("last_day", "2026-12-20"), ("first_week", "1"), ("bells", Bells.usual)])
        try TermDays.make(of: term, in: tx)
        return term
    }

    /// A term with two published versions and a draft that differs; its first lesson doesn't fit into its room.
    private static func published(_ tx: borrowing TenantTransaction, _ values: ExampleValues) throws -> (
        term: ID, lesson: ID
    ) {
        let term = try term(tx, values)
        if try tx.first(LessonQueries.subjects([subject])) == nil {
            _ = try add(SubjectData.self, tx, values, [("name", subject)])
        }
        let content = LessonContent(
            subject: try add(SubjectData.self, tx, values), kind: .lecture,
            groups: [try add(GroupData.self, tx, values, [("students", "30")])], subgroup: 0,
            teachers: [try add(TeacherData.self, tx, values)], room: try add(RoomData.self, tx, values), weekday: 1,
            time: 540..<620,
            weeks: .all, days: 20_703...20_807, note: "Note \(values.word)")
        guard let found = try Term.find(term, in: tx) else { throw DatabaseError.unavailable("no term") }
        var actor = Actor.script("example")
        actor.name = "Admin \(values.word)"
        let lesson = try NewLesson.add(content, term: found, in: tx, by: actor).id
        for weekday in 2...3 {
            let reason = "Reason \(values.word)"
            _ = try Publishing.publish(found, DraftChanges(found, in: tx), reason: reason, in: tx, by: actor)
            var next = content
            next.weekday = weekday
            _ = try NewLesson.add(next, term: found, in: tx, by: actor)
        }
        return (term, lesson)
    }
}
