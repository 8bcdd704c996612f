import Console
import Postgres
import Secrets

/// The signed receipt of an erasure, as evidence: ids, times and counts.
enum ErasureReceipt {
    static func make(
        _ request: PrivacyRequest, _ tables: [PersonalTable], in tx: borrowing TenantTransaction,
        keys: InstallationKeys,
        now: Timestamp
    ) throws -> String {
        var lines = [
            "roost erasure receipt 1", "workspace \(tx.tenant)", "person \(request.user)", "request \(request.id)",
            "received \(request.receivedAt.iso)", "due \(request.dueAt.iso)", "erased \(now.iso)",
            "public key \(Hex.encode(Array(keys.statements.publicKey.rawRepresentation)))", "",
            "Rows deleted or emptied, by table.",
        ]
        for row in try tx.rows(PrivacyQueries.gone(request.id)) {
            lines.append("\(try row.text("key")): \(try row.int("n"))")
        }
        lines += ["", "Rows kept, which name nobody any more."]
        for table in tables {
            guard case .kept(let reason) = table.erased else { continue }
            let rows = try tx.first(PersonalQueries.count(table, of: request.user))?.int("n") ?? 0
            guard rows > 0 else { continue }
            let why =
                switch reason {
                case .bookkeeping: "records of payments that the law wants kept"
                case .trail: "the audit trail, whose values about the person can't be read: their key is destroyed"
                }
            lines.append("\(table.table.name): \(rows) (\(why))")
        }
        lines += [
            "",
            "The database's own files have bytes of what is deleted until its tables are written anew (roost privacy clean).",
            "With a PostgreSQL of its own the server does that within an hour, and the night after for its largest tables.",
        ]
        let text = lines.joined(separator: "\n") + "\n"
        return try SignedStatement(text, signedBy: keys.statements).printed
    }
}
