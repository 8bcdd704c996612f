import Console
import Postgres
import Web

/// Shows the changes that a file would make, after the meaning of its columns was chosen; or asks for it again.
struct PreviewClassFile: Changing {
    let id: ID
    private let typed: ClassFile
    /// The columns are asked for again, with what was chosen.
    private let goesBack: Bool

    init(_ request: WebRequest) throws {
        id = try request.id("class")
        typed = try ClassFile(request.form)
        goesBack = request.form["step"] == "columns"
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let book = try Book.read(id, in: tx)
        guard !book.schoolClass.isArchived else { throw Refusal.notFound }
        let pages = ClassFilePages(book: book, actor: actor, services: services)
        var file = typed
        file.settle(for: actor.language)
        let errors = goesBack ? [:] : file.problems(in: book)
        guard errors.isEmpty else { throw Refusal.form(pages.columns(file, errors: errors)) }
        return Change(
            AuditEvent(.fileLooked, on: .schoolClass, id, name: book.schoolClass.name),
            next: .page(goesBack ? pages.columns(file) : try pages.preview(file, in: tx)))
    }
}
