import Console
import HTML
import Postgres
import Templates
import Web

/// Says while a lesson's form is filled in what the lesson would clash with. Stores nothing; what is not filled in yet,
/// or names nothing that exists, is left out.
struct CheckLesson: Viewing {
    private let typed: BasicValues
    private let term: ID
    /// The stored lesson whose form it is; nil for a new one.
    private let lesson: ID?

    init(_ request: WebRequest) throws {
        typed = BasicValues(request.form, LessonFields.all)
        term = try request.id("term")
        lesson = request.form["lesson"].flatMap { ID($0) }
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        guard let term = try Term.find(term, in: tx) else { throw Refusal.notFound }
        var form = LessonForm(term: term)
        form.values = typed
        guard let content = try form.likelyContent(in: tx) else { return LessonClashes() }
        return LessonClashes(
            clashes: try DraftClash.words(of: content, except: lesson, term, in: tx, actor.language), isChecked: true)
    }
}

/// What a lesson that is not stored would clash with in the draft, by the same rule as the database's.
enum DraftClash {
    private static let most = 20

    static func words(
        of content: LessonContent, except lesson: ID?, _ term: Term, in tx: borrowing TenantTransaction,
        _ language: Language
    ) throws -> [LocalText] {
        let objects = content.groups + content.teachers + [content.room].compactMap { $0 }
        guard !objects.isEmpty else { return [] }
        let names = Dictionary(
            try tx.rows(LessonImportQueries.names(objects)).map { (try $0.id("id"), try $0.text("name")) }
        ) { first, _ in first }
        var words: [LocalText] = []
        for row in try tx.rows(LessonQueries.near(content, objects, except: lesson, term: term.id)) {
            let other = try Lesson(row)
            let found = LessonClash.between(content, other.content, in: term.calendar)
            for one in found.sorted(by: { ($0.kind.rawValue, $0.object) < ($1.kind.rawValue, $1.object) }) {
                words.append(
                    ClashWords.words(
                        one.kind, object: names[one.object] ?? "", subject: other.subject, groups: other.groups,
                        language))
            }
        }
        if let room = content.room, !content.groups.isEmpty,
            let seats = try tx.first(LessonQueries.seats(room))?.int("capacity"), seats > 0
        {
            let sizes = try tx.rows(LessonQueries.sizes(content.groups)).map {
                (students: try $0.int("students"), subgroups: try $0.int("subgroups"))
            }
            if LessonClash.attendance(sizes, subgroup: content.subgroup) > seats {
                words.append(ClashWords.words(.capacity, object: names[room] ?? "", subject: "", groups: [], language))
            }
        }
        return Array(words.prefix(most))
    }
}
