import Console
import Postgres
import Web

/// A class that is locked until the transaction's end and not archived, with what it held when it was locked. Cells are written into no
/// other.
struct LockedBook: Sendable {
    let book: Book

    /// Refused as not found where the class is missing, archived, or another teacher's.
    static func read(_ id: ID, in tx: borrowing TenantTransaction) throws -> LockedBook {
        _ = try SchoolClass.lock(id, in: tx)
        return LockedBook(book: try Book.read(id, in: tx))
    }

    /// Without any cell, for what decides by stored cells alone. nil where `read` refuses.
    static func withoutCells(_ id: ID, in tx: borrowing TenantTransaction) throws -> LockedBook? {
        guard let row = try tx.first(ClassQueries.lock(id)), try !SchoolClass(row).isArchived else { return nil }
        return LockedBook(book: try Book.read(id, students: [], assignments: [], in: tx))
    }

    private init(book: Book) { self.book = book }
}
