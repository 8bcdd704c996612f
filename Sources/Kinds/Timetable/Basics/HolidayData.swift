import Console
import HTML
import Postgres
import Templates

enum HolidayData: BasicData {
    static let object = ObjectKind.timetableHoliday
    static let parameter = "holiday"
    static let table: SQL = "timetable_holidays"
    /// What is published follows at once, without a publication.
    static let needs = Permission.publishTimetable
    static let words = BasicWords(add: Strings.timetable_holiday_add, edit: Strings.timetable_holiday)
    static let fields = [
        BasicField("name", Strings.timetable_holiday, .text(most: 80), isRequired: true),
        BasicField(
            "first_day", Strings.timetable_first_day, .day, isRequired: true, hint: Strings.timetable_applies_at_once),
        BasicField("last_day", Strings.timetable_last_day, .day, isRequired: true),
        BasicField("is_counted", Strings.timetable_counted, .tick, hint: Strings.timetable_counted_hint),
    ]

    static func check(_ values: BasicValues, _ errors: inout [String: LocalText]) {
        TermData.checkDays(values, &errors)
    }

    static func changed(_ id: ID?, in tx: borrowing TenantTransaction, by actor: Actor) throws {
        // One after another: two holidays that don't see each other would leave each the other's days out.
        try tx.execute(LessonImportQueries.lockTerms)
        for term in try tx.rows(TermQueries.ids) { try TermDays.make(of: try term.id("id"), in: tx) }
        try tx.execute(PublicAnswers.changed(tx.tenant))
    }

    static let list = ListDeclaration(
        "timetable-holidays", title: Strings.timetable_holidays, icon: "tip", from: "timetable_holidays",
        key: "timetable_holidays.id",
        select: """
            timetable_holidays.id, timetable_holidays.name, timetable_holidays.is_counted,
            (timetable_holidays.first_day - date '1970-01-01')::bigint as first_day,
            (timetable_holidays.last_day - date '1970-01-01')::bigint as last_day
            """,
        head: .head("name", Strings.timetable_holiday, sort: "timetable_holidays.name collate \"und-x-icu\""),
        columns: [
            ListColumn(
                "first", Strings.timetable_first_day, isNumber: true, saysLabel: true,
                sort: "timetable_holidays.first_day"
            ) { row, actor in .text(CalendarDay(number: try row.int("first_day")).words(actor.language)) },
            ListColumn("last", Strings.timetable_last_day, isNumber: true, saysLabel: true) { row, actor in
                .text(CalendarDay(number: try row.int("last_day")).words(actor.language))
            },
            ListColumn("counted", Strings.timetable_counted, saysLabel: true) { row, actor in
                .text(
                    LocalText(try row.bool("is_counted") ? Strings.form_yes : Strings.form_no).resolve(
                        in: actor.language))
            },
        ],
        sort: "first", add: .init(Strings.timetable_holiday_add, needs: needs),
        empty: (Strings.timetable_holidays_empty, Strings.timetable_empty_advice),
        file: [
            .text("name", Strings.timetable_holiday, "timetable_holidays.name"),
            .text("first_day", Strings.timetable_first_day, "timetable_holidays.first_day::text"),
            .text("last_day", Strings.timetable_last_day, "timetable_holidays.last_day::text"),
        ], isPersonal: false
    ) { row, actor, base in
        try Self.row(row, actor, base)
    }

    static func one(_ id: ID) -> SQL {
        """
        select timetable_holidays.name, timetable_holidays.first_day::text as first_day,
            timetable_holidays.last_day::text as last_day,
            case when timetable_holidays.is_counted then 'yes' else 'no' end as is_counted, timetable_holidays.version
        from timetable_holidays where timetable_holidays.id = \(id)
        """
    }

    static func add(_ id: ID, tenant: ID, _ values: BasicValues) -> SQL {
        """
        insert into timetable_holidays (tenant_id, id, name, first_day, last_day, is_counted)
        values (\(tenant), \(id), \(values["name"]), \(values.day("first_day").sqlDay), \(values.day("last_day").sqlDay),
            \(values.isOn("is_counted")))
        """
    }

    static func save(_ id: ID, _ values: BasicValues) -> SQL {
        """
        update timetable_holidays set name = \(values["name"]), first_day = \(values.day("first_day").sqlDay),
            last_day = \(values.day("last_day").sqlDay), is_counted = \(values.isOn("is_counted")),
            version = timetable_holidays.version + 1
        where timetable_holidays.id = \(id)
        """
    }
}
