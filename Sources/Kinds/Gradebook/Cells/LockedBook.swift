import Console
import Postgres
import Web

/// A class that is locked until the end of the transaction and not archived, with its content when it was locked.
/// Cells are written only into such a class.
struct LockedBook: Sendable {
    let book: Book

    /// Throws "not found" if the class is missing, archived, or another teacher's.
    static func read(_ id: ID, in tx: borrowing TenantTransaction) throws -> LockedBook {
        _ = try SchoolClass.lock(id, in: tx)
        return LockedBook(book: try Book.read(id, in: tx))
    }

    /// Reads the class without cells, for callers that need only stored cells. Returns nil where `read` throws.
    static func withoutCells(_ id: ID, in tx: borrowing TenantTransaction) throws -> LockedBook? {
        guard let row = try tx.first(ClassQueries.lock(id)), try !SchoolClass(row).isArchived else { return nil }
        return LockedBook(book: try Book.read(id, students: [], assignments: [], in: tx))
    }

    private init(book: Book) { self.book = book }
}
