import Console
import HTML
import Postgres
import Templates
import Web

/// A questionnaire's answers in numbers: how many chose what. Of each user the last submission counts, whichever
/// version it was given under; the questions are those of the version that holds now.
struct ShowAnswerSummary: Viewing {
    /// More different numbers than this are counted by ranges.
    private static let mostValues = 24
    private static let ranges = 10

    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("entry") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let (catalogue, languages, language) = (Questionnaires.catalogue, actor.tenant.languages, actor.language)
        let entry = try CatalogueEntry.read(id, of: catalogue, in: tx, by: actor)
        let shown = entry.live ?? entry.versions.first { version in version.state == ContentVersion.State.published }
        let content = shown?.content ?? entry.newest
        let fields = FormField.all(of: content, language.rawValue, languages)
        var givers = 0
        var answered: [String: Int] = [:]
        var counts: [String: [(value: String, count: Int)]] = [:]
        for row in try tx.rows(AnswerQueries.counts(id)) {
            let (question, value, count) = (try row.text("question"), try row.text("value"), try row.int("n"))
            if question.isEmpty {
                givers = count
            } else if value.isEmpty {
                answered[question] = count
            } else {
                counts[question, default: []].append((value, count))
            }
        }
        var numbers: [String: Numbers] = [:]
        for row in try tx.rows(
            AnswerQueries.numbers(
                id, of: fields.filter { $0.kind == .number }.map(\.key), values: Self.mostValues, ranges: Self.ranges))
        {
            let key = try row.text("key")
            var told = try numbers[key] ?? Numbers(row)
            told.counts.append((Double(try row.text("number")) ?? 0, try row.int("n")))
            numbers[key] = told
        }
        let here: Link = "\(actor.link(catalogue.path))/\(id)"
        let name = catalogue.entryName(content, [language.rawValue] + languages)
        let frame = actor.frame(
            LocalText(Strings.answers_title), services, current: catalogue.path,
            crumb: (Strings.catalogue_named(name: name), here))
        return AnswerSummaryPage(
            frame: frame, name: name, givers: Strings.answers_givers(count: givers),
            list: PageButton(
                LocalText(Strings.answers_all), icon: frame.icon("note"),
                link: actor.link(AnswerList.list.path).with(query: [("questionnaire", entry.key)])),
            questions: givers == 0
                ? []
                : fields.map { field -> AnswerSummaryPage.Question in
                    let places = places(field, counts[field.key] ?? [], numbers[field.key], language)
                    return .init(
                        label: field.label, kind: LocalText(field.kind.label),
                        answered: Strings.answers_answered(count: answered[field.key] ?? 0, total: givers),
                        chart: Chart(
                            .bars, summary: Strings.answers_answered(count: answered[field.key] ?? 0, total: givers),
                            heading: LocalText(Strings.answers_answer),
                            places: places.map { Chart.Place($0.label, $0.label) },
                            series: [.init(LocalText(Strings.menu_users), places.map(\.count))], isNewestFirst: false
                        ) { NumberStyle(language).integer($0) },
                        isTold: !field.isCounted)
                })
    }

    /// What is counted of a question, in an order that can be read: choices as they stand in the
    /// form, numbers and months rising.
    private func places(
        _ field: FormField, _ counts: [(value: String, count: Int)], _ numbers: Numbers?, _ language: Language
    ) -> [(label: String, count: Int)] {
        switch field.kind {
        case .text, .file: return []
        case .choice, .several:
            let gone = counts.map(\.value).filter { value in !field.choices.contains { $0.value == value } }.sorted()
            return (field.choices.map(\.value) + gone).map { value in
                (field.words(choice: value), counts.first { $0.value == value }?.count ?? 0)
            }
        case .yes:
            return ["true", "false"].map { value in
                (
                    LocalText(value == "true" ? Strings.form_yes : Strings.form_no).resolve(in: language),
                    counts.first { $0.value == value }?.count ?? 0
                )
            }
        case .day:
            return counts.sorted { $0.value < $1.value }.suffix(Self.mostValues).map { ($0.value, $0.count) }
        case .number: return numbers?.places(NumberStyle(language)) ?? []
        }
    }

    /// What was answered to a question that asks for a number: single ones, or ranges of them.
    private struct Numbers {
        let isRanges: Bool
        let first: Double
        let width: Double
        let greatest: Double
        var counts: [(number: Double, count: Int)] = []

        init(_ row: Row) throws {
            isRanges = try row.bool("is_many")
            (first, width) = (Double(try row.text("first")) ?? 0, Double(try row.text("width")) ?? 1)
            greatest = Double(try row.text("greatest")) ?? 0
        }

        func places(_ style: NumberStyle) -> [(label: String, count: Int)] {
            guard isRanges else {
                return counts.map { one in
                    // Numbers of 15 digits: each is an Int, and exact.
                    (
                        one.number == Double(Int(one.number))
                            ? style.integer(Int(one.number)) : style.decimal(one.number, places: 2), one.count
                    )
                }
            }
            // A range that nobody is in stands there all the same.
            return stride(from: first, through: greatest, by: width).map { from in
                (
                    "\(style.integer(Int(from))) – \(style.integer(Int(from + width)))",
                    counts.first { $0.number == from }?.count ?? 0
                )
            }
        }
    }
}

extension FormField {
    /// Answers that can be the same, so that it says something how many gave each.
    var isCounted: Bool { kind != .text && kind != .file }
}
