import Console
import Postgres
import Templates
import Web

/// Saves the changes that were shown. If a cell was changed since, nothing is saved, and the changes are shown again
/// with both values: nobody's grade is left out without a word.
struct SaveClassFile: Changing {
    let id: ID
    private let typed: ClassFile

    init(_ request: WebRequest) throws {
        id = try request.id("class")
        typed = try ClassFile(request.form)
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let locked = try LockedBook.read(id, in: tx)
        let book = locked.book
        let pages = ClassFilePages(book: book, actor: actor, services: services)
        var file = typed
        file.settle(for: actor.language)
        let errors = file.problems(in: book)
        guard errors.isEmpty else { throw Refusal.form(pages.columns(file, errors: errors)) }
        let changes = try ClassFileChanges(file, in: book, tx, now: actor.now)
        guard changes.excess(in: book) == nil else { throw Refusal.form(try pages.preview(file, in: tx)) }
        guard file.takesAll ? changes.conflicts.isEmpty : changes.conflictMark == file.left else {
            throw Refusal.form(try pages.preview(file, in: tx, isAgain: true))
        }
        let events = try changes.save(into: locked, tx, by: actor)
        try services.trail.append(events, by: actor, in: tx)
        return Change(
            AuditEvent(
                .fileTaken, on: .schoolClass, id, name: book.schoolClass.name,
                changes: [.init("cells", new: String(changes.count))]),
            next: .to(
                book.schoolClass.link(actor),
                flash: changes.isEmpty ? Strings.gradebook_file_left : Strings.gradebook_file_was_taken))
    }
}
