import Console
import HTML
import Postgres

/// Removes all personal data of a user from the tenant's tables, as the features declare it, a piece per transaction. A
/// kill loses one piece at most, and the next process continues.
struct Erasure: Sendable {
    /// The most rows of one table in one transaction.
    static let rowsAtOnce = 1000

    enum Step { case some, held, done }

    let tables: [PersonalTable]
    let remains: [PersonalRemains]
    let names: [PersonalNames]
    let keys: InstallationKeys
    let trail: AuditTrail
    /// nil if there is no such list; then no user is erased.
    let list: ErasedPeople?

    init(_ services: Services) {
        self.init(
            services.declarations, keys: services.keys, trail: services.trail, list: services.setting(ErasedPeople.self)
        )
    }

    init(_ declarations: Declarations, keys: InstallationKeys, trail: AuditTrail, list: ErasedPeople?) {
        tables = declarations.personalData
        remains = declarations.personalRemains
        names = declarations.personalNames
        self.keys = keys
        self.trail = trail
        self.list = list
    }

    /// Erases the next piece; the request's row is locked.
    func step(_ request: PrivacyRequest, in tx: borrowing TenantTransaction, by actor: Actor) throws -> Step {
        // The last step sees everything that was written before; later rows about the user are refused by the database
        // (refuse_erased).
        _ = try tx.first(PrivacyQueries.isErased(request.user))
        if try tx.first(PrivacyQueries.hold(of: request.user)) != nil {
            try tx.execute(PrivacyQueries.set(request.id, .held))
            try trail.append(AuditEvent(.erasureHeld, on: .privacyRequest, request.id), by: actor, in: tx)
            return .held
        }
        // Rows that other rows refer to are deleted last.
        for table in tables.reversed() {
            guard case .deleted = table.erased else { continue }
            let images = try images(table, of: request.user, in: tx)
            let rows = try tx.execute(PersonalQueries.delete(table, of: request.user, limit: Self.rowsAtOnce))
            guard rows > 0 else { continue }
            try delete(images, in: tx)
            try tx.execute(PrivacyQueries.count(table.table.name, rows, request.id))
            return .some
        }
        try finish(request, in: tx, by: actor)
        return .done
    }

    private func images(_ table: PersonalTable, of user: ID, in tx: borrowing TenantTransaction) throws -> [ID] {
        try PersonalQueries.images(table, of: user).flatMap { sql in try tx.rows(sql).map { try $0.id("id") } }
    }

    /// Deletes the images that no other row uses. An image in the object store loses its row here; its object is
    /// deleted like all leftovers.
    private func delete(_ images: [ID], in tx: borrowing TenantTransaction) throws {
        for image in Set(images) { try delete(image, in: tx) }
    }

    private func delete(_ image: ID, in tx: borrowing TenantTransaction) throws {
        try tx.execute("savepoint before_image")
        do {
            try tx.execute(ImageQueries.delete(image))
        } catch {
            guard error.sqlState == "23503" else { throw error }
            try tx.execute("rollback to savepoint before_image")
        }
    }

    private func erase(_ remains: PersonalRemains, in tx: borrowing TenantTransaction) throws -> Int {
        switch remains.erased {
        case .deleted: return try tx.execute(PersonalQueries.delete(remains))
        case .emptied(let values): return try tx.execute(PersonalQueries.empty(remains, values))
        case .rewritten(let rewrite): return try rewrite(tx, keys)
        }
    }

    private func finish(_ request: PrivacyRequest, in tx: borrowing TenantTransaction, by actor: Actor) throws {
        guard let list else { throw ErasedPeople.Problem.notSet }
        // While the user's own row still says what to look for.
        for one in names {
            let rows = try tx.execute(PersonalQueries.replace(one, of: request.user))
            if rows > 0 { try tx.execute(PrivacyQueries.count(one.table.name, rows, request.id)) }
        }
        for table in tables {
            guard case .emptied(let values) = table.erased else { continue }
            let images = try images(table, of: request.user, in: tx)
            let rows = try tx.execute(PersonalQueries.empty(table, of: request.user, values))
            try delete(images, in: tx)
            if rows > 0 { try tx.execute(PrivacyQueries.count(table.table.name, rows, request.id)) }
        }
        for one in remains {
            let rows = try erase(one, in: tx)
            if rows > 0 { try tx.execute(PrivacyQueries.count(one.table.name, rows, request.id)) }
        }
        let others = try tx.rows(PrivacyQueries.closeOthers(of: request.user, than: request.id, now: actor.now))
        try tx.execute(PrivacyQueries.erased(request.user, at: actor.now))
        _ = try tx.rows(PrivacyQueries.forgetEmptyCounts)
        _ = try tx.rows(PrivacyQueries.forget)
        try tx.execute(ErasureTraces.leave)
        let receipt = try ErasureReceipt.make(request, tables, in: tx, keys: keys, now: actor.now)
        try tx.execute(PrivacyQueries.end(request.id, .done, receipt: receipt, now: actor.now))
        // The list is written before the commit: if the commit fails, the next attempt erases the listed user, since a
        // started erasure can't be refused; in the other order, an erased user might be missing in the list.
        try list.append(.init(tenant: tx.tenant, user: request.user), at: actor.now)
        let rows = try tx.first(PrivacyQueries.one(request.id)).map { try PrivacyRequest($0).gone } ?? 0
        let closed = try others.map { row in
            AuditEvent(
                .privacyRefused, on: .privacyRequest, try row.id("id"),
                changes: [.init("privacy_request", new: request.id.description)])
        }
        try trail.append(
            closed + [
                AuditEvent(
                    .userErased, on: .privacyRequest, request.id, changes: [.init("rows", new: String(rows))]),
                AuditEvent(
                    .userErased, on: .user, request.user,
                    changes: [.init("privacy_request", new: request.id.description)]),
            ], by: actor, in: tx)
    }
}

/// What an erasure would remove, counted; it changes nothing.
struct ErasurePlan: Sendable {
    enum Fate: Sendable {
        case deleted
        case emptied
        case kept(PersonalTable.Reason)
        /// It is deleted for everybody, since its user is unknown.
        case ofAll

        init(_ erased: PersonalTable.Erasure) {
            switch erased {
            case .deleted: self = .deleted
            case .emptied: self = .emptied
            case .kept(let reason): self = .kept(reason)
            }
        }
    }

    struct Row: Sendable {
        var table: String
        var label: StringKey
        var rows: Int
        var fate: Fate
    }

    /// The tables that have rows.
    let rows: [Row]

    init(of user: ID, _ declarations: Declarations, in tx: borrowing TenantTransaction) throws {
        // All counts share one round trip.
        let tables = try declarations.personalData.map { try tx.send(PersonalQueries.count($0, of: user)) }
        let names = try declarations.personalNames.map { try tx.send(PersonalQueries.count($0, of: user)) }
        let remains = try declarations.personalRemains.map { try tx.send(PersonalQueries.count($0)) }
        var rows: [Row] = []
        for (table, counted) in zip(declarations.personalData, tables) {
            let count = try counted.rows().first?.int("n") ?? 0
            rows.append(Row(table: table.table.name, label: table.label, rows: count, fate: Fate(table.erased)))
        }
        // What is done to one table in two ways is one row: the page says the same of both.
        var known = rows.count
        func add(_ table: String, _ label: StringKey, _ count: Int, _ fate: Fate) {
            if let same = rows[known...].firstIndex(where: { $0.table == table && $0.label == label }) {
                rows[same].rows += count
            } else {
                rows.append(Row(table: table, label: label, rows: count, fate: fate))
            }
        }
        for (one, counted) in zip(declarations.personalNames, names) {
            add(one.table.name, one.label, try counted.rows().first?.int("n") ?? 0, .emptied)
        }
        known = rows.count
        for (one, counted) in zip(declarations.personalRemains, remains) {
            add(one.table.name, one.label, try counted.rows().first?.int("n") ?? 0, .ofAll)
        }
        self.rows = rows.filter { $0.rows > 0 }
    }

    /// By table: the number of rows that are deleted or emptied.
    var going: [String: Int] {
        var going: [String: Int] = [:]
        for row in rows {
            if case .kept = row.fate { continue }
            going[row.table, default: 0] += row.rows
        }
        return going
    }
}
