import Console
import HTML
import Postgres
import Templates

enum TermData: BasicData {
    static let object = ObjectKind.timetableTerm
    static let parameter = "term"
    static let table: SQL = "timetable_terms"
    /// What is published follows at once, without a publication.
    static let needs = Permission.publishTimetable
    static let words = BasicWords(add: Strings.timetable_term_add, edit: Strings.timetable_term)
    static let unique: (index: String, field: String)? = ("timetable_terms_name", "name")
    static let fields = [
        BasicField("name", Strings.timetable_term, .text(most: 80), isRequired: true),
        BasicField(
            "first_day", Strings.timetable_first_day, .day, isRequired: true, hint: Strings.timetable_applies_at_once),
        BasicField("last_day", Strings.timetable_last_day, .day, isRequired: true),
        BasicField(
            "first_week", Strings.timetable_first_week, .number(1...4), isRequired: true,
            hint: Strings.timetable_first_week_hint),
        BasicField(
            "bells", Strings.timetable_bells, .text(most: 400), isRequired: true, hint: Strings.timetable_bells_hint),
    ]

    /// Lessons begin when they did in the last term.
    static func first(in tx: borrowing TenantTransaction) throws -> BasicValues {
        var values = BasicValues()
        values["bells"] = try tx.first(TermQueries.lastBells)?.text("bells") ?? Bells.usual
        return values
    }

    static func check(_ values: BasicValues, _ errors: inout [String: LocalText]) {
        checkDays(values, &errors)
        if Bells(values["bells"]) == nil { errors["bells"] = LocalText(Strings.timetable_error_bells) }
    }

    static func checkDays(_ values: BasicValues, _ errors: inout [String: LocalText]) {
        guard CalendarDay(values["first_day"]) != nil, CalendarDay(values["last_day"]) != nil else { return }
        let length = values.day("last_day") - values.day("first_day")
        if length < 0 { errors["last_day"] = LocalText(Strings.error_until_before) }
        if length >= 400 { errors["last_day"] = LocalText(Strings.timetable_error_long) }
    }

    static func changed(_ id: ID?, in tx: borrowing TenantTransaction, by actor: Actor) throws {
        if let id { try TermDays.make(of: id, in: tx) }
        try tx.execute(PublicAnswers.changed(tx.tenant))
    }

    static func related(_ id: ID, _ actor: Actor) -> BasicFormPage.Related? {
        .init(label: LocalText(Strings.timetable_term_weeks), link: ShowTermWeeks.link(id, actor))
    }

    /// A lesson without days of its own lasts as long as its term: it follows when the term's days change. Some at a time,
    /// as the clashes of each are found with it.
    static func follow(
        _ id: ID, from old: BasicValues, to new: BasicValues, in tx: borrowing TenantTransaction, by actor: Actor
    ) throws -> StringKey? {
        let (before, after) = (
            old.day("first_day")...old.day("last_day"), new.day("first_day")...new.day("last_day")
        )
        guard before != after else { return nil }
        let most = 5000
        var followed = 0
        while true {
            let some = try tx.execute(
                LessonQueries.follow(id, from: before, to: after, most: most, by: actor.name, now: actor.now))
            followed += some
            if some < most { break }
        }
        return followed > 0 ? Strings.timetable_saved_lessons : nil
    }

    /// Departments may have terms of their own at the same time, so terms may overlap. Clashes are found within a term.
    static func warning(on id: ID, in tx: borrowing TenantTransaction, _ language: Language) throws -> BasicWarning? {
        let names = try tx.rows(TermQueries.overlapping(id, most: 3)).map { try $0.text("name") }
        guard !names.isEmpty else { return nil }
        return BasicWarning(
            saved: Strings.timetable_saved_overlaps,
            shown: Strings.timetable_term_overlaps(terms: names.listed(in: language)))
    }

    static let list = ListDeclaration(
        "timetable-terms", title: Strings.timetable_terms, icon: "clock", from: "timetable_terms",
        key: "timetable_terms.id",
        select: """
            timetable_terms.id, timetable_terms.name, (timetable_terms.first_day - date '1970-01-01')::bigint as first_day,
            (timetable_terms.last_day - date '1970-01-01')::bigint as last_day,
            (select count(*) from timetable_lessons where timetable_lessons.term_id = timetable_terms.id
                and not timetable_lessons.is_removed) as lessons
            """,
        head: .head("name", Strings.timetable_term, sort: "timetable_terms.name collate \"und-x-icu\""),
        columns: [
            ListColumn(
                "first", Strings.timetable_first_day, isNumber: true, saysLabel: true,
                sort: "timetable_terms.first_day",
                fallsFirst: true
            ) { row, actor in .text(CalendarDay(number: try row.int("first_day")).words(actor.language)) },
            ListColumn("last", Strings.timetable_last_day, isNumber: true, saysLabel: true) { row, actor in
                .text(CalendarDay(number: try row.int("last_day")).words(actor.language))
            },
            ListColumn("lessons", Strings.timetable_lessons, isNumber: true, saysLabel: true) { row, actor in
                .text(NumberStyle(actor.language).integer(try row.int("lessons")))
            },
        ],
        sort: "-first", add: .init(Strings.timetable_term_add, needs: needs),
        empty: (Strings.timetable_terms_empty, Strings.timetable_terms_empty_advice),
        file: [
            .text("name", Strings.timetable_term, "timetable_terms.name"),
            .text("first_day", Strings.timetable_first_day, "timetable_terms.first_day::text"),
            .text("last_day", Strings.timetable_last_day, "timetable_terms.last_day::text"),
            .integer("first_week", Strings.timetable_first_week, "timetable_terms.first_week::bigint"),
            .text("bells", Strings.timetable_bells, "timetable_terms.bells"),
        ], isPersonal: false
    ) { row, actor, base in
        try Self.row(row, actor, base)
    }

    static func one(_ id: ID) -> SQL {
        """
        select timetable_terms.name, timetable_terms.first_day::text as first_day, timetable_terms.last_day::text as last_day,
            timetable_terms.first_week::text as first_week, timetable_terms.bells, timetable_terms.version
        from timetable_terms where timetable_terms.id = \(id)
        """
    }

    static func add(_ id: ID, tenant: ID, _ values: BasicValues) -> SQL {
        """
        insert into timetable_terms (tenant_id, id, name, first_day, last_day, first_week, bells)
        values (\(tenant), \(id), \(values["name"]), \(values.day("first_day").sqlDay), \(values.day("last_day").sqlDay),
            \(values.number("first_week")), \(values["bells"]))
        """
    }

    static func save(_ id: ID, _ values: BasicValues) -> SQL {
        """
        update timetable_terms set name = \(values["name"]), first_day = \(values.day("first_day").sqlDay),
            last_day = \(values.day("last_day").sqlDay), first_week = \(values.number("first_week")), bells = \(values["bells"]),
            version = timetable_terms.version + 1
        where timetable_terms.id = \(id)
        """
    }
}
