import Console
import Core
import HTML
import Postgres
import Sheets
import Templates
import Web

/// Removes a student for good, with all grades, marks and links, and destroys the key under which the log has sealed
/// what it keeps of them. Nothing brings them back.
struct EraseStudent: Changing {
    let id: ID
    let reason: String

    init(_ request: WebRequest) throws {
        id = try request.id("student")
        reason = request.form.trimmed("reason") ?? ""
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard actor.may(.seeAllClasses) else { throw Refusal.lacks(.seeAllClasses) }
        guard let row = try tx.first(StudentQueries.lock(id)) else { throw Refusal.notFound }
        if let fault = LineText.fault(reason, most: 300) {
            var form = try StudentForm(stored: row)
            (form.erasureReason, form.errors["reason"]) = (reason, fault)
            throw Refusal.form(try form.page(in: tx, by: actor, services))
        }
        guard try tx.first(StudentQueries.erase(id))?.bool("is_erased") == true else { throw Refusal.notFound }
        try tx.execute(ErasureTraces.leave)
        // The event names nobody: its subject has no key any more.
        return Change(
            AuditEvent(.studentErased, on: .student, id, reason: reason),
            next: .to(actor.link("students"), flash: Strings.gradebook_student_was_erased))
    }
}

/// Everything that is held about a student, as JSON Lines: for the student or the parents, who may ask for it.
struct TakeStudentData: Downloading {
    static let holds = FileContent.personalData

    private let id: ID
    private let reason: String

    init(_ request: WebRequest) throws {
        id = try request.id("student")
        reason = request.query.trimmed("reason") ?? ""
    }

    func prepare(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Download {
        guard actor.may(.seeAllClasses) else { throw Refusal.lacks(.seeAllClasses) }
        guard let row = try tx.first(StudentQueries.one(id)) else { throw Refusal.notFound }
        if let fault = LineText.fault(reason, most: 300) {
            var form = try StudentForm(stored: row)
            (form.dataReason, form.errors["data-reason"]) = (reason, fault)
            throw Refusal.form(try form.page(in: tx, by: actor, services))
        }
        let id = id
        return Download(
            record: ExportRecord(
                AuditEvent(
                    .listExported, on: .student, id, subject: id,
                    changes: [.init("format", new: SheetFormat.jsonl.rawValue)], reason: reason)),
            name: "student-\(id).\(SheetFormat.jsonl.rawValue)", format: .jsonl, pieces: 1
        ) { _, connection in
            try connection.inTenant(actor.tenant.id, .snapshot) { tx in
                try Declarations.current.raiseWalls(for: actor, on: connection)
                return try tx.rows(StudentQueries.data(of: id)).flatMap { Array((try $0.text("line") + "\n").utf8) }
            }
        }
    }
}
