import Postgres
import Secrets

/// Writes events, and opens what is sealed in them.
package struct AuditTrail: Sendable {
    private let keyring: Keyring

    package init(keyring: Keyring) { self.keyring = keyring }

    package enum Problem: Error {
        /// A personal value needs the person whose key seals it.
        case personalWithoutSubject(AuditAction)
    }

    /// Appends the event in the transaction of its change. It locks the tenant's chain, so it comes last.
    package func append(_ event: AuditEvent, by actor: Actor, in tx: borrowing TenantTransaction) throws {
        let personal = event.changes.filter(\.isPersonal)
        var sealed: [UInt8]?
        if !personal.isEmpty {
            guard let subject = event.subject else { throw Problem.personalWithoutSubject(event.action) }
            let key = try subjectKey(subject, in: tx)
            var random = SystemRandomNumberGenerator()
            sealed = try key.seal(
                Array(AuditChangesText.write(personal).utf8), Self.place(tx.tenant, event.id), using: &random)
        }
        _ = try tx.rows(
            AuditQueries.append(
                event, by: actor, changes: AuditChangesText.write(event.changes.filter { !$0.isPersonal }), sealed: sealed))
    }

    /// The personal changes of a stored event: nil when the key was destroyed, which is what erasure means.
    func open(_ sealed: [UInt8], of event: ID, with key: DataKey?, tenant: ID) throws -> [AuditEvent.Change]? {
        guard let key else { return nil }
        let text = String(decoding: try key.open(sealed, Self.place(tenant, event)), as: UTF8.self)
        return AuditChangesText.read(text, isPersonal: true)
    }

    /// The keys of those subjects that still have one.
    func subjectKeys(_ subjects: [ID], in tx: borrowing TenantTransaction) throws -> [ID: DataKey] {
        var keys: [ID: DataKey] = [:]
        guard !subjects.isEmpty else { return keys }
        for row in try tx.rows(AuditQueries.subjectKeys(subjects)) {
            let subject = try row.id("subject_id")
            keys[subject] = try subjectKey(try row.bytes("wrapped"), of: subject, tenant: tx.tenant)
        }
        return keys
    }

    func subjectKey(_ wrapped: [UInt8], of subject: ID, tenant: ID) throws(SealError) -> DataKey {
        try keyring.unwrap(wrapped, .subjectKey(subject, of: tenant))
    }

    private func subjectKey(_ subject: ID, in tx: borrowing TenantTransaction) throws -> DataKey {
        if let key = try subjectKeys([subject], in: tx)[subject] { return key }
        var random = SystemRandomNumberGenerator()
        let made = DataKey.make(version: 1, using: &random)
        let wrapped = try keyring.wrap(made, .subjectKey(subject, of: tx.tenant), using: &random)
        try tx.execute(AuditQueries.addSubjectKey(subject, tenant: tx.tenant, wrapped: wrapped))
        // Another transaction may have been first: what is stored counts.
        return try subjectKeys([subject], in: tx)[subject] ?? made
    }

    private static func place(_ tenant: ID, _ event: ID) -> AssociatedData {
        AssociatedData(tenant: tenant.bytes, table: "audit_events", column: "sealed", row: event.bytes)
    }
}
