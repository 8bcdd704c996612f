import Console
import HTML
import Postgres
import Sheets
import Templates
import Web

/// A class as a workbook with formulas, for a teacher who works in it (deploy/decisions/a-workbook-asks-why.md). Like every
/// file about people it asks for a reason. The download, and the reading of personal data, are recorded before the first
/// byte is sent.
struct TakeWorkbook: Downloading {
    static let holds = FileContent.theirOwn(without: .seeAllClasses)

    private let id: ID
    private let reason: String

    init(_ request: WebRequest) throws {
        id = try request.id("class")
        reason = request.query.trimmed("reason") ?? ""
    }

    func prepare(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Download {
        let schoolClass = try SchoolClass.read(id, in: tx)
        if let error = Reason.fault(reason) {
            throw Refusal.form(ShowClassFiles.page(schoolClass, reason: (reason, error), by: actor, services))
        }
        let (id, format) = (id, SheetFormat.xlsx)
        let filter = [(name: "class", value: id.description)]
        try services.trail.append(
            AuditEvent(
                .usersListed, on: .users,
                changes: [
                    .init("format", new: format.rawValue),
                    .init("filter", new: "list=classes/workbook&" + ExportRecord.words(filter)),
                ]), by: actor, in: tx)
        return Download(
            record: ExportRecord(
                AuditEvent(
                    .listExported, on: .schoolClass, id, name: schoolClass.name,
                    changes: [.init("format", new: format.rawValue)], reason: reason)),
            name: "\(actor.tenant.slug)-\(schoolClass.name.replacing(" ", with: "-")).\(format.rawValue)",
            format: format, pieces: 1
        ) { _, connection in
            try connection.inTenant(actor.tenant.id, .snapshot) { tx in
                try Declarations.current.raiseWalls(for: actor, on: connection)
                return GradeWorkbook(
                    book: try Book.read(id, in: tx), attendance: try ClassAttendance.read(id, in: tx),
                    language: actor.language, revision: try ClassRevision.read(id, in: tx)
                ).bytes()
            }
        }
    }
}
