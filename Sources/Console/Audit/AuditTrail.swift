import Postgres
import Secrets

/// Appends events, and opens their sealed values.
package struct AuditTrail: Sendable {
    private let keyring: Keyring
    private let marks: AuditMarks

    package init(keyring: Keyring, keys: InstallationKeys) {
        self.keyring = keyring
        marks = AuditMarks(keys.sealedValues)
    }

    package enum Problem: Error {
        /// A personal value needs the subject whose key seals it.
        case personalWithoutSubject(AuditAction)
    }

    /// Appends the event in the transaction of its change. It locks the tenant's chain, so it comes last.
    package func append(_ event: AuditEvent, by actor: Actor, in tx: borrowing TenantTransaction) throws {
        try SecondAdmin.check([event], by: actor, in: tx)
        let stored = try stored(event, in: tx)
        _ = try tx.rows(AuditQueries.append(event, by: actor, changes: stored.changes, sealed: stored.sealed))
    }

    /// The event's changes as they lie in the table: what is personal is sealed under its subject's key, which is made where there is
    /// none.
    package func stored(_ event: AuditEvent, in tx: borrowing TenantTransaction) throws -> (
        changes: String, sealed: [UInt8]?
    ) {
        let keys = try subjectKeys(of: Set([Self.sealer(of: event)].compactMap { $0 }), in: tx)
        try mark([event], in: tx)
        return (Self.plain(event), try Self.sealed(event, keys, tx.tenant))
    }

    /// Stores what the events' sealed values are found by; it travels with the statements after it.
    private func mark(_ events: [AuditEvent], in tx: borrowing TenantTransaction) throws {
        let made = events.flatMap { marks.marks(of: $0, tenant: tx.tenant) }
        if !made.isEmpty { _ = try tx.send(AuditQueries.addMarks(made, tenant: tx.tenant)) }
    }

    /// Returns what events are found by that have the text as a sealed value, in whatever case it is written.
    package func mark(sealing text: String, of tenant: ID) -> [UInt8]? { marks.mark(text, tenant: tenant) }

    /// The same for the events of many changes, in their order: a thousand events need only a few statements.
    /// `meanwhile` runs while the database appends them.
    package func append(
        _ events: [AuditEvent], by actor: Actor, in tx: borrowing TenantTransaction, meanwhile: () throws -> Void = {}
    ) throws {
        guard events.count > 1 else {
            for event in events { try append(event, by: actor, in: tx) }
            return try meanwhile()
        }
        try SecondAdmin.check(events, by: actor, in: tx)
        let keys = try subjectKeys(of: Set(events.compactMap { try Self.sealer(of: $0) }), in: tx)
        let tenant = tx.tenant
        let written: [(event: AuditEvent, changes: String, sealed: [UInt8]?)] = try events.map { event in
            (event, Self.plain(event), try Self.sealed(event, keys, tenant))
        }
        try mark(events, in: tx)
        let appended = try tx.send(AuditQueries.append(written, by: actor))
        try tx.start()
        try meanwhile()
        _ = try appended.rows()
    }

    /// Returns the subject whose key seals the event's personal values; nil if it has none.
    private static func sealer(of event: AuditEvent) throws -> ID? {
        guard event.changes.contains(where: \.isPersonal) else { return nil }
        guard let subject = event.subject else { throw Problem.personalWithoutSubject(event.action) }
        return subject
    }

    private static func plain(_ event: AuditEvent) -> String {
        AuditChangesText.write(event.changes.filter { !$0.isPersonal })
    }

    private static func sealed(_ event: AuditEvent, _ keys: [ID: DataKey], _ tenant: ID) throws -> [UInt8]? {
        guard let subject = try sealer(of: event), let key = keys[subject] else { return nil }
        let text = AuditChangesText.write(event.changes.filter(\.isPersonal))
        return try key.seal(Array(text.utf8), place(tenant, event.id))
    }

    /// Returns the personal changes of a stored event; nil if the key was destroyed by an erasure.
    package func open(_ sealed: [UInt8], of event: ID, with key: DataKey?, tenant: ID) throws -> [AuditEvent.Change]? {
        guard let key else { return nil }
        let text = String(decoding: try key.open(sealed, Self.place(tenant, event)), as: UTF8.self)
        return AuditChangesText.read(text, isPersonal: true)
    }

    /// Returns the keys of those subjects that still have one.
    package func subjectKeys(_ subjects: [ID], in tx: borrowing TenantTransaction) throws -> [ID: DataKey] {
        var keys: [ID: DataKey] = [:]
        guard !subjects.isEmpty else { return keys }
        for row in try tx.rows(AuditQueries.subjectKeys(subjects)) {
            let subject = try row.id("subject_id")
            keys[subject] = try subjectKey(try row.bytes("wrapped"), of: subject, tenant: tx.tenant)
        }
        return keys
    }

    package func subjectKey(_ wrapped: [UInt8], of subject: ID, tenant: ID) throws(SealError) -> DataKey {
        try keyring.unwrap(wrapped, .subjectKey(subject, of: tenant))
    }

    /// Returns a key for each subject; makes missing ones.
    private func subjectKeys(of subjects: Set<ID>, in tx: borrowing TenantTransaction) throws -> [ID: DataKey] {
        var keys = try subjectKeys(Array(subjects), in: tx)
        let missing = subjects.filter { keys[$0] == nil }.sorted()
        guard !missing.isEmpty else { return keys }
        var random = SystemRandomNumberGenerator()
        var made: [(subject: ID, wrapped: [UInt8])] = []
        for subject in missing {
            let key = DataKey.make(version: 1, using: &random)
            keys[subject] = key
            made.append((subject, try keyring.wrap(key, .subjectKey(subject, of: tx.tenant), using: &random)))
        }
        // Another transaction may have added some first: the stored keys apply.
        if try tx.execute(AuditQueries.addSubjectKeys(made, tenant: tx.tenant)) < made.count {
            for (subject, key) in try subjectKeys(missing, in: tx) { keys[subject] = key }
        }
        return keys
    }

    private static func place(_ tenant: ID, _ event: ID) -> AssociatedData {
        AssociatedData(tenant: tenant.bytes, table: "audit_events", column: "sealed", row: event.bytes)
    }
}

extension AssociatedData {
    package static func subjectKey(_ subject: ID, of tenant: ID) -> AssociatedData {
        AssociatedData(tenant: tenant.bytes, table: "subject_keys", column: "wrapped", row: subject.bytes)
    }
}
