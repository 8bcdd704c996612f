import Postgres

/// The draft of a term compared with its published version.
enum Draft {
    /// Returns the number of lessons that students would see differently.
    static func size(of term: ID, in tx: borrowing TenantTransaction) throws -> Int {
        try tx.first(PublicationQueries.size(term))?.int("lessons") ?? 0
    }
}
