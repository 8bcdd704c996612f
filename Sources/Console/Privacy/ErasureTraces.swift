import Postgres

/// What was deleted of a person stays in PostgreSQL's own files until their tables are rewritten.
package enum ErasureTraces {
    /// Runs in the transaction that deletes for good, so that the tables are rewritten afterwards.
    package static let leave: SQL = "insert into erasure_traces default values"
}
