import Console
import HTML
import Postgres
import Templates

/// A user's request about their data, and its progress. Its steps are the audit events about it.
struct PrivacyRequest: Sendable {
    enum Kind: String, CaseIterable, Sendable {
        case access, erasure

        var label: StringKey { self == .access ? Strings.privacy_access : Strings.privacy_erasure }
    }

    enum State: String, CaseIterable, Sendable {
        case waiting, running, held, ready, done, refused

        /// The deadline counts.
        var isOpen: Bool { self != .done && self != .refused }

        var badge: StatusBadge {
            switch self {
            case .waiting: StatusBadge(LocalText(Strings.privacy_waiting), tone: .warn)
            case .running: StatusBadge(LocalText(Strings.work_running), tone: .warn)
            case .held: StatusBadge(LocalText(Strings.privacy_held), tone: .bad)
            case .ready: StatusBadge(LocalText(Strings.privacy_ready), tone: .warn)
            case .done: StatusBadge(LocalText(Strings.work_done), tone: .good)
            case .refused: StatusBadge(LocalText(Strings.privacy_refused), tone: .off)
            }
        }
    }

    enum Source: String, Sendable {
        case app, page, admin, replay

        /// Who asked was signed in to their account, or proved that it is theirs.
        var isOfAccount: Bool { self == .app || self == .page }

        var label: StringKey {
            switch self {
            case .app: Strings.privacy_source_app
            case .page: Strings.privacy_source_page
            case .admin: Strings.privacy_source_admin
            case .replay: Strings.privacy_source_replay
            }
        }
    }

    /// The days for which a finished archive is stored, and for which a link to it works.
    static let archiveDays = 7

    let id: ID
    let kind: Kind
    let user: ID
    var state: State
    let source: Source
    let note: String
    let language: String
    let receivedAt: Timestamp
    let dueAt: Timestamp
    let isExtended: Bool
    let attempt: Int
    let chunks: Int
    let bytes: Int
    let archivedUntil: Timestamp?
    /// A link to the archive works, mailed or made by an admin.
    let isLinked: Bool
    /// The number of rows that the erasure has removed so far.
    let gone: Int
    let receipt: String
    /// nil before it is started, and for requests from the shell.
    let requester: Requester?

    init(_ row: Row) throws {
        guard let kind = Kind(rawValue: try row.text("kind")), let state = State(rawValue: try row.text("state")),
            let source = Source(rawValue: try row.text("source"))
        else {
            throw DatabaseError.decoding(column: "kind", why: "a request that this version does not know")
        }
        (self.kind, self.state, self.source) = (kind, state, source)
        id = try row.id("id")
        user = try row.id("user_id")
        note = try row.text("note")
        language = try row.text("language")
        receivedAt = try row.time("received_at")
        dueAt = try row.time("due_at")
        isExtended = try row.bool("is_extended")
        attempt = try row.int("attempt")
        chunks = try row.int("chunks")
        bytes = try row.int("bytes")
        archivedUntil = try row.timeOrNil("archived_until")
        isLinked = try row.bool("is_linked")
        gone = try row.int("gone_rows")
        receipt = try row.text("receipt")
        requester = try row.idOrNil("asked_by") == nil ? nil : try Requester(row)
    }

    /// Returns the request of that id.
    static func one(_ id: ID, isLocked: Bool = false, in tx: borrowing TenantTransaction) throws -> PrivacyRequest {
        guard let row = try tx.first(isLocked ? PrivacyQueries.lock(id) : PrivacyQueries.one(id)) else {
            throw Refusal.notFound
        }
        return try PrivacyRequest(row)
    }

    /// `stored` is a row's name of `PrivacyQueries.names`. A user who was erased has no name any more.
    static func name(_ stored: String, _ language: Language) -> String {
        let parts = stored.split(separator: " ", maxSplits: 1)
        guard let kind = parts.first.flatMap({ Kind(rawValue: String($0)) }) else { return stored }
        guard parts.count > 1 else { return LocalText(kind.label).resolve(in: language) }
        return Strings.privacy_of(kind: LocalText(kind.label), user: String(parts[1])).resolve(in: language)
    }

    func isOverdue(at now: Timestamp) -> Bool { state.isOpen && dueAt <= now }

    /// Rows of the person may be gone, and the list of erased people may name them: it can only be continued.
    var hasBegun: Bool { kind == .erasure && (requester != nil || source == .replay) }

    /// An admin may refuse it.
    var isRefusable: Bool { (state == .waiting || state == .held) && !hasBegun }

    func hasArchive(at now: Timestamp) -> Bool { chunks > 0 && (archivedUntil.map { $0 > now } ?? false) }

    /// If the person is erased, the request can't be recorded.
    static func add(
        _ kind: Kind, of user: ID, _ source: Source, note: String, in tx: borrowing TenantTransaction, by actor: Actor
    ) throws -> (id: ID, isNew: Bool) {
        let id = ID.make(at: actor.now)
        if try tx.execute(PrivacyQueries.add(id, tenant: tx.tenant, kind, of: user, source, note, by: actor)) == 1 {
            return (id, true)
        }
        guard let open = try tx.first(PrivacyQueries.open(kind, of: user)) else { throw Refusal.notFound }
        return (try open.id("id"), false)
    }

    var requested: AuditEvent {
        AuditEvent(
            .privacyRequested, on: .privacyRequest, id,
            changes: [.init("privacy_kind", new: kind.rawValue), .init("user", new: user.description)])
    }
}

extension PrivacyRequest: SlicedWork {
    static func find(_ id: ID, isLocked: Bool, in tx: borrowing TenantTransaction, _ services: Services) throws
        -> PrivacyRequest?
    {
        try tx.first(isLocked ? PrivacyQueries.lock(id) : PrivacyQueries.one(id)).map { try PrivacyRequest($0) }
    }

    var isMoving: Bool { state == .running }
    var badge: StatusBadge { state.badge }
    var progress: (done: Int, total: Int) { (kind == .erasure ? gone : bytes, 0) }

    func actor(in tx: borrowing TenantTransaction, _ services: Services) throws -> Actor? {
        guard let actor = try requester?.actor(in: tx), actor.may(.handlePrivacy) else { return nil }
        return actor
    }

    /// The request waits for an admin again, who sees the progress.
    func stop(_ cause: SliceStop, in tx: borrowing TenantTransaction, _ services: Services) throws {
        try tx.execute(PrivacyQueries.set(id, .waiting))
        try services.trail.append(AuditEvent(.privacyWorkLost, on: .privacyRequest, id), by: .system(), in: tx)
    }
}
