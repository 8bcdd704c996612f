import Console
import Postgres
import Web

/// Shows the changes that a file would make, after the meaning of its columns was chosen.
struct PreviewClassFile: Changing {
    let id: ID
    private let typed: ClassFile

    init(_ request: WebRequest) throws {
        id = try request.id("class")
        typed = try ClassFile(request.form)
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let book = try Book.read(id, in: tx)
        guard !book.schoolClass.isArchived else { throw Refusal.notFound }
        let pages = ClassFilePages(book: book, actor: actor, services: services)
        var file = typed
        file.settle(for: actor.language)
        let errors = file.problems(in: book)
        guard errors.isEmpty else { throw Refusal.form(pages.columns(file, errors: errors)) }
        return Change(
            AuditEvent(.fileLooked, on: .schoolClass, id, name: book.schoolClass.name),
            next: .page(try pages.preview(file, in: tx)))
    }
}
