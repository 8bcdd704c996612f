import Console
import HTML
import Postgres
import Sheets
import Templates
import Web

/// Reads an uploaded file; changes nothing in the class. For a workbook of this class, it shows the changes at once;
/// for any other file, the next page asks for the meaning of the columns.
struct ReadClassFile: Changing {
    let id: ID
    private let file: [UInt8]
    private let pasted: String
    private let isTooLong: Bool
    private var uploaded: Result<UploadedSheet, SheetProblem>?

    static let largest = 8 << 20

    init(_ request: WebRequest) throws {
        id = try request.id("class")
        pasted = request.form["pasted"] ?? ""
        let sent = request.multipart?.files["file"]
        isTooLong = sent?.isCut ?? false
        let bytes = sent?.bytes ?? []
        file = bytes.isEmpty ? (pasted.trimmingSpaces.isEmpty ? [] : Array(pasted.utf8)) : bytes
    }

    mutating func receive(_ services: Services) async throws {
        guard !isTooLong, !file.isEmpty else { return }
        let file = file
        uploaded = try await services.reading.atOnce {
            do {
                return .success(try UploadedSheet(file, services))
            } catch let problem as SheetProblem {
                return .failure(problem)
            }
        }
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let schoolClass = try SchoolClass.read(id, in: tx)
        guard !schoolClass.isArchived else { throw Refusal.notFound }
        func refuse(_ error: LocalText) -> Refusal {
            .form(ShowClassFiles.page(schoolClass, pasted: pasted, error: error, by: actor, services))
        }
        if isTooLong { throw refuse(Strings.gradebook_file_too_large(size: Self.largest >> 20)) }
        guard let uploaded else { throw refuse(LocalText(Strings.import_no_file)) }
        let sheet: UploadedSheet
        do throws(SheetProblem) { sheet = try uploaded.get() } catch { throw refuse(error.words) }
        if case .ours(let other, _, _, _, _) = sheet, other != id {
            throw refuse(LocalText(Strings.gradebook_file_other_class))
        }
        let book = try Book.read(id, in: tx)
        var file = sheet.file(for: book, actor.language)
        guard !sheet.isTooLong, !file.grid.isTooLong else {
            throw refuse(Strings.gradebook_file_too_long(rows: SheetGrid.mostRows))
        }
        guard file.isOurs || !file.grid.rows.isEmpty else { throw refuse(LocalText(Strings.import_problem_no_sheet)) }
        let maker = ClassFilePages(book: book, actor: actor, services: services)
        if !file.isOurs { file.revision = book.schoolClass.revision }
        return Change(
            AuditEvent(.fileLooked, on: .schoolClass, id, name: schoolClass.name),
            next: .page(file.isOurs ? try maker.preview(file, in: tx) : maker.columns(file)))
    }
}

/// The revision of a class: every later change has a higher one.
enum ClassRevision {
    static func read(_ id: ID, in tx: borrowing TenantTransaction) throws -> Int {
        try tx.first(ClassQueries.revision(of: id))?.int("revision") ?? 0
    }
}
