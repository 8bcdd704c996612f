import Console
import HTML
import Postgres
import Templates

/// What was published: when, by whom, why, and how much it changed. A row leads to what it changed.
enum PublicationList: DeclaredList {
    static let list = ListDeclaration(
        "timetable-publications", title: Strings.timetable_versions, icon: "clock",
        from: """
            timetable_versions join timetable_terms on timetable_terms.tenant_id = timetable_versions.tenant_id
                and timetable_terms.id = timetable_versions.term_id
            """,
        key: "timetable_versions.id",
        select: """
            timetable_versions.id, timetable_versions.number::bigint as number, timetable_versions.published_by,
            timetable_versions.published_at at time zone current_setting('roost.zone') as published,
            timetable_versions.reason, timetable_versions.clashes, timetable_versions.groups_touched,
            timetable_versions.lessons_added + timetable_versions.lessons_changed + timetable_versions.lessons_removed as lessons,
            timetable_terms.name as term
            """,
        search: .init(Strings.timetable_publications_search) { text in
            """
            lower(timetable_versions.published_by || ' ' || timetable_versions.reason || ' ' || timetable_terms.name)
                like \(LikePattern.anywhere(text))
            """
        },
        head: .head("published", Strings.timetable_version, sort: "timetable_versions.published_at"),
        columns: [
            ListColumn("when", Strings.timetable_when) { row, actor in
                let time = LocalTime(microseconds: Int(try row.localTime("published")))
                return .text(DateStyle(actor.language).dateTime(time))
            },
            ListColumn("by", Strings.timetable_publisher) { row, _ in .text(try row.text("published_by")) },
            ListColumn("lessons", Strings.timetable_lessons, isNumber: true, saysLabel: true) { row, actor in
                .text(NumberStyle(actor.language).integer(try row.int("lessons")))
            },
            ListColumn("groups", Strings.timetable_groups, isNumber: true, isLess: true, saysLabel: true) {
                row, actor in
                .text(NumberStyle(actor.language).integer(try row.int("groups_touched")))
            },
            ListColumn("clashes", Strings.timetable_clashes, isNumber: true, isLess: true, saysLabel: true) {
                row, actor in
                .text(NumberStyle(actor.language).integer(try row.int("clashes")))
            },
            ListColumn("reason", Strings.timetable_reason) { row, _ in .text(try row.text("reason")) },
        ],
        filters: [
            ListFilter(
                "term", Strings.timetable_term,
                found: """
                    select timetable_terms.id::text as value, timetable_terms.name as words from timetable_terms
                    order by timetable_terms.first_day desc limit 50
                    """
            ) { value, _ in ID(value).map { "timetable_versions.term_id = \($0)" } },
            .time("timetable_versions.published_at", "days", Strings.timetable_when),
        ],
        sort: "-published", empty: (Strings.timetable_publications_empty, Strings.timetable_publications_empty_advice),
        file: [
            .integer("number", Strings.timetable_version, "timetable_versions.number::bigint"),
            .text("term", Strings.timetable_term, "timetable_terms.name"),
            .time("published_at", Strings.timetable_when, "timetable_versions.published_at"),
            .text("published_by", Strings.timetable_publisher, "timetable_versions.published_by"),
            .text("reason", Strings.timetable_reason, "timetable_versions.reason"),
            .integer("added", Strings.timetable_diff_added, "timetable_versions.lessons_added"),
            .integer("changed", Strings.timetable_change, "timetable_versions.lessons_changed"),
            .integer("removed", Strings.timetable_diff_removed, "timetable_versions.lessons_removed"),
            .integer("groups", Strings.timetable_groups, "timetable_versions.groups_touched"),
            .integer("clashes", Strings.timetable_clashes, "timetable_versions.clashes"),
        ], isPersonal: false
    ) { row, actor, base in
        let number = Strings.timetable_version_number(number: try row.int("number"))
        return ListRow(
            name: number.resolve(in: actor.language), link: "\(base)/\(try row.id("id"))",
            detail: try row.text("term"))
    }
}
