import Postgres
import Synchronization
import Web

/// Looks up the keys of many calls in one query, for endpoints that need nothing else from the database. A call waits
/// for a query that starts after the call arrived, so anything disabled, switched off or published before applies to
/// it, as to every other call; but at a thousand calls a second, dozens share a query.
package final class KeyGate: Sendable {
    /// The most queries at a time: while one runs, the next batch collects.
    private static let most = 2
    /// The most calls that wait; more are refused, as by a full lane.
    private static let longest = 4096

    private struct Waiting {
        var hash: [UInt8]
        var now: Timestamp
        var answer: UnsafeContinuation<KeyEntry?, any Error>
    }

    private struct State {
        var waiting: [Waiting] = []
        var running = 0
    }

    private let state = Mutex(State())
    private let database: Database

    package init(database: Database) { self.database = database }

    /// Returns nil if there is no such key. Throws database errors.
    package func entry(_ hash: [UInt8], now: Timestamp) async throws -> KeyEntry? {
        try await withUnsafeThrowingContinuation { continuation in
            let (isFull, isFirst) = state.withLock { state in
                guard state.waiting.count < Self.longest else { return (true, false) }
                state.waiting.append(Waiting(hash: hash, now: now, answer: continuation))
                guard state.running < Self.most else { return (false, false) }
                state.running += 1
                return (false, true)
            }
            if isFull { continuation.resume(throwing: DatabaseError.exhausted) }
            if isFirst { Task { await lookUp() } }
        }
    }

    /// Runs until no call waits.
    private func lookUp() async {
        while true {
            let taken = state.withLock { state in
                if state.waiting.isEmpty { state.running -= 1 }
                defer { state.waiting = [] }
                return state.waiting
            }
            guard let now = taken.map(\.now).max() else { return }
            let hashes = taken.map(\.hash)
            let found: Result<[Int: KeyEntry], any Error>
            do {
                found = .success(
                    try await database.perform { connection in
                        try connection.inTenant(Tenant.installation.id, .readOnly) { tx in
                            var entries: [Int: KeyEntry] = [:]
                            for row in try tx.rows(ServiceQueriesAcrossTenants.entries(hashes, now: now)) {
                                entries[try row.int("number") - 1] = try KeyEntry(
                                    row, stamp: row.int("catalogue_stamp"))
                            }
                            return entries
                        }
                    })
            } catch {
                found = .failure(error)
            }
            for (at, one) in taken.enumerated() {
                switch found {
                case .success(let entries): one.answer.resume(returning: entries[at])
                case .failure(let error): one.answer.resume(throwing: error)
                }
            }
        }
    }
}

/// The rights of a key at this moment.
package struct KeyEntry: Sendable {
    package var keyID: ID
    package var keyName: String
    package var scopes: [Scope]
    /// Empty: any address.
    package var networks: [String]
    package var requestsPerMinute: Int
    package var expires: Timestamp
    /// True if the tenant's service API is on.
    package var isOn: Bool
    package var tenant: Tenant
    /// The version stamp of what the tenant's apps show; 0 if it was not queried.
    package var catalogueStamp: Int

    package init(_ row: Row, stamp: Int = 0) throws {
        keyID = try row.id("key_id")
        keyName = try row.text("key_name")
        scopes = try row.texts("scopes").compactMap { Scope(id: $0) }
        networks = try row.texts("addresses")
        requestsPerMinute = try row.int("requests_per_minute")
        expires = try row.time("expires_at")
        isOn = try row.bool("is_on")
        tenant = Tenant(
            id: try row.id("tenant_id"), slug: try row.text("slug"), name: try row.text("tenant_name"),
            kind: try row.text("kind"), holdsPeople: try row.bool("holds_people"), zone: try row.text("zone"),
            currency: try row.text("currency"), accent: try row.text("accent"), languages: try row.texts("languages"))
        catalogueStamp = stamp
    }

    package func caller(_ request: WebRequest) -> ServiceCaller {
        let actor = Actor(
            kind: .key, id: keyID, name: keyName, email: "", language: .en, theme: "auto", isOperator: false,
            permissions: [], tenant: tenant,
            address: request.address, requestID: request.id, now: request.now, session: nil, flash: nil)
        return ServiceCaller(
            actor: actor, keyID: keyID, scopes: scopes, requestsPerMinute: requestsPerMinute, expires: expires)
    }
}
