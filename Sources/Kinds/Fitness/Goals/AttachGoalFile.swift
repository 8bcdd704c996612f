import Console
import Core
import HTML
import JSON
import Postgres
import Templates
import Web

/// An admin puts a file into an answer of a goal, or another one in place of what is there: it becomes the recipient's own.
struct AttachGoalFile: Changing {
    private let id: ID
    private let key: String
    /// The answer when the page was made: the file that stands there, or empty. nil: the form does not say it.
    private let was: String?
    private let file: UploadedFile?
    private var checked: Result<CheckedFile, CheckedFile.Fault> = .failure(.none)

    init(_ request: WebRequest) throws {
        id = try request.id("goal")
        key = request.form["key"] ?? ""
        was = request.form["was"]
        file = request.multipart?.files["file-\(key)"]
    }

    mutating func receive(_ services: Services) async throws {
        guard let file else { return }
        do {
            checked =
                file.isCut
                ? .failure(.tooManyBytes(limit: UserFile.largest))
                : .success(try await CheckedFile.read(file.bytes, services))
        } catch let fault as CheckedFile.Fault {
            checked = .failure(fault)
        }
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let work = try GoalWork.open(id, in: tx)
        let goal = work.goal
        guard
            let content = try tx.first(GoalQueries.content(of: goal.entry, version: goal.entryVersion))?.text("content")
        else { throw Refusal.notFound }
        let fields = FormField.all(of: Content(json: content), actor.language.rawValue, actor.tenant.languages)
        guard let field = fields.first(where: { $0.key == key && $0.kind == .file }),
            goal.answers.isApplicable(field, among: fields)
        else { throw Refusal.notFound }
        do {
            try work.check(.attach)
            let file = try sound(field)
            // Somebody else's file is not replaced unseen. A browser gives no chosen file back, so nothing is lost but the choice.
            if let was, was != Self.stored(goal, key) {
                throw Refusal.changed(
                    try page(["file-\(key)": LocalText(Strings.fitness_file_changed)], in: tx, by: actor, services))
            }
            let event = try tx.undoing { tx in
                try attach(file, to: work, fields, in: tx, by: actor, services)
            }
            return Change(
                event, next: .to("\(actor.link(to: GoalList.list))/\(id)", flash: Strings.fitness_file_attached))
        } catch let refusal as GoalRefusal {
            throw try refused(["": refusal.text], in: tx, by: actor, services)
        } catch let fault as CheckedFile.Fault {
            throw try refused(["file-\(key)": fault.text], in: tx, by: actor, services)
        } catch ServiceProblem.refused {
            throw try refused(["file-\(key)": LocalText(Strings.error_file_room)], in: tx, by: actor, services)
        }
    }

    private func attach(
        _ file: CheckedFile, to locked: GoalWork, _ fields: [FormField], in tx: borrowing TenantTransaction,
        by actor: Actor, _ services: Services
    ) throws -> AuditEvent {
        var work = locked
        let goal = work.goal
        let stored = try UserFiles.add(file, of: goal.user, in: tx, now: actor.now, services)
        let answers = goal.answers.setting(key, to: .string(stored.description))
        // Marks the file as used, like those that are named already.
        _ = try UserFiles.use(answers, fields, of: goal.user, at: "", in: tx)
        return try work.take(
            .attach, .init(answers: (answers, UserFiles.ids(answers, fields))), in: tx, now: actor.now)
    }

    /// What the field asks for, as it is stored.
    private func sound(_ field: FormField) throws -> CheckedFile {
        let file = try checked.get()
        guard field.accepts.contains(file.kind) else { throw CheckedFile.Fault.kind }
        guard file.count <= field.largest else { throw CheckedFile.Fault.tooManyBytes(limit: field.largest) }
        return file
    }

    /// What the answer names now; empty for no file.
    static func stored(_ goal: Goal, _ key: String) -> String { goal.answers[key]?.text ?? "" }

    private func page(
        _ errors: [String: LocalText], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> GoalPage {
        try GoalPageMaker(id, refused: .init(form: "file", errors: errors)).page(in: tx, by: actor, services).page
    }

    private func refused(
        _ errors: [String: LocalText], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> Refusal { .form(try page(errors, in: tx, by: actor, services)) }
}
