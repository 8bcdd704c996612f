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
    private let file: UploadedFile?
    private var checked: Result<CheckedFile, CheckedFile.Fault> = .failure(.none)

    init(_ request: WebRequest) throws {
        id = try request.id("goal")
        key = request.form["key"] ?? ""
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
        var work = try GoalWork.open(id, in: tx)
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
            let stored = try UserFiles.add(try sound(field), of: goal.user, in: tx, now: actor.now, services)
            let answers = goal.answers.setting(key, to: .string(stored.description))
            // Marks the file as used, like those that are named already.
            _ = try UserFiles.use(answers, fields, of: goal.user, at: "", in: tx)
            let event = try work.take(
                .attach, .init(answers: (answers, UserFiles.ids(answers, fields))), in: tx, now: actor.now)
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

    /// What the field asks for, as it is stored.
    private func sound(_ field: FormField) throws -> CheckedFile {
        let file = try checked.get()
        guard field.accepts.contains(file.kind) else { throw CheckedFile.Fault.kind }
        guard file.count <= field.largest else { throw CheckedFile.Fault.tooManyBytes(limit: field.largest) }
        return file
    }

    private func refused(
        _ errors: [String: LocalText], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> Refusal {
        let made = GoalPageMaker(id, refused: .init(form: "file", errors: errors))
        return .form(try made.page(in: tx, by: actor, services).page)
    }
}
