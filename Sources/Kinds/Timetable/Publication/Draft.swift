import Postgres

/// The draft of a term against what was published of it.
enum Draft {
    /// How many of its lessons students would see differently.
    static func size(of term: ID, in tx: borrowing TenantTransaction) throws -> Int {
        try tx.first(PublicationQueries.size(term))?.int("lessons") ?? 0
    }
}
