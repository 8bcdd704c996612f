import Console
import HTML
import Postgres
import Templates

/// The last submission of each user to each questionnaire. The page of a submission shows the earlier ones.
package enum AnswerList: DeclaredList {

    /// The number of answers in a row; if there are more, the row says so.
    private static let mostShown = 5

    package static let list: ListDeclaration = ListDeclaration(
        "answers", title: Strings.answers_title, icon: "note",
        from: """
            submissions as given
            join users on users.id = given.user_id
            join catalogue_entries as entry on entry.id = given.entry_id
            join catalogue_versions as asked on asked.entry_id = given.entry_id and asked.number = given.version
            """,
        key: "given.id",
        // A questionnaire of hundreds of kilobytes is not sent fifty times for the few words that a row shows.
        select: """
            given.id, given.version, given.answers::text as answers, given.given_at at time zone current_setting('roost.zone') as given,
            users.name, users.email, asked.name as questionnaire,
            case when octet_length(asked.content) <= 20000 then asked.content else '{}' end as content
            """,
        always: ["given.replaced_at is null"],
        search: .init(Strings.answers_search) { text in
            var filter = UserFilter(encoded: "")
            filter.search = text
            if let id = filter.searchedID { return "(given.user_id = \(id) or given.id = \(id))" }
            return """
                given.user_id in (
                    select matching.id from find_users_by_words(\(filter.words.all), 1000000) as matching (id))
                """
        },
        head: ListColumn("user", Strings.answers_user) { _, _ in .text("") },
        columns: [
            ListColumn("questionnaire", Strings.answers_questionnaire) { row, _ in .text(try row.text("questionnaire"))
            },
            ListColumn("version", Strings.catalogue_version, isNumber: true, isLess: true, saysLabel: true) {
                row, actor in
                .text(NumberStyle(actor.language).integer(try row.int("version")))
            },
            ListColumn("answers", Strings.answers_title, isLess: true) { row, actor in
                .text(try Self.digest(row, actor))
            },
            ListColumn(
                "given", Strings.answers_given, isNumber: true, saysLabel: true, sort: "given.given_at",
                fallsFirst: true
            ) { row, actor in
                .text(DateStyle(actor.language).dateTime(LocalTime(microseconds: Int(try row.localTime("given")))))
            },
        ],
        filters: [
            ListFilter("questionnaire", Strings.answers_questionnaire, found: AnswerQueries.questionnaires) {
                value, _ in
                """
                given.entry_id = (select chosen.id from catalogue_entries as chosen
                    where chosen.catalogue = \(Questionnaires.catalogue.path) and chosen.key = \(value))
                """
            },
            .time("given.given_at"),
        ],
        sort: "-given", empty: (Strings.answers_empty, Strings.answers_empty_advice),
        file: [
            .uuid("id", Strings.list_column_id, "given.id"), .time("given", Strings.answers_given, "given.given_at"),
            .text("questionnaire", Strings.answers_questionnaire, "entry.key"),
            .integer("version", Strings.catalogue_version, "given.version::bigint"),
            .uuid("user", Strings.user_id, "given.user_id"),
            .text("email", Strings.user_email, "users.email"), .text("name", Strings.user_name, "users.name"),
            .text("answers", Strings.answers_title, "given.answers::text"),
        ],
        fileNeeds: .exportAnswers, isReading: true
    ) { row, actor, base in
        let (id, name, email) = (try row.id("id"), try row.text("name"), try row.text("email"))
        return ListRow(
            name: UserName.shown(name, email, actor.language), link: "\(base)/\(id)",
            detail: UserName.detail(name, email))
    }

    /// Returns the first answers in the order of the questions, in one line. The submission's page shows the questions.
    private static func digest(_ row: Row, _ actor: Actor) throws -> String {
        let fields = FormField.all(
            of: Content(json: try row.text("content")), actor.language.rawValue, actor.tenant.languages)
        let answers = FormAnswers(stored: try row.text("answers"))
        let words = fields.compactMap { field in
            answers[field.key].map { field.words($0, actor.language).columnPrefix(60) }
        }
        return words.prefix(mostShown).joined(in: actor.language) + (words.count > mostShown ? " …" : "")
    }
}
