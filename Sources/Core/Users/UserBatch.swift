import Postgres
import Web

/// Many users on their way into the table: whom each of them means, what is wrong with it, and what becomes of it.
struct UserBatch {
    static let results = ["created", "updated", "unchanged", "failed"]

    static let resultSchema = JSONSchema.object([
        ("index", .integer(nil, otherwise: nil)), ("result", .choice(results)), ("id", .nullable(.format("uuid"))),
        ("version", .nullable(.integer(nil, otherwise: nil))), ("errors", .array(BodyFault.schema)),
    ])

    private struct Stored {
        var profile: UserProfile
        var folded: String
        var version: Int
        var isDeleted: Bool
    }

    private enum Outcome {
        case created(ID, UserProfile)
        case updated(ID, UserProfile, from: UserProfile, version: Int)
        case unchanged(ID, version: Int)
        case failed([BodyFault])
    }

    private let items: [UserInput]
    /// By item: the e-mail as the index folds it, empty without one; and who has it.
    private var emails: [(folded: String, holder: ID?)] = []
    private var stored: [ID: Stored] = [:]
    private var outcomes: [Outcome] = []

    /// Finds and locks those who are there.
    init(_ items: [UserInput], in tx: borrowing TenantTransaction) throws {
        self.items = items
        for row in try tx.rows(UserBatchQueries.byEmail(items.map { $0.email ?? "" })) {
            emails.append((try row.text("folded"), try row.idOrNil("id")))
        }
        let meant = Set(items.compactMap(\.id)).union(emails.compactMap(\.holder))
        for row in try tx.rows(UserBatchQueries.lock(meant.sorted())) {
            stored[try row.id("id")] = Stored(
                profile: try UserProfile(row), folded: try row.text("folded"), version: try row.int("version"),
                isDeleted: try row.text("status") == "deleted")
        }
        for email in emails {
            // Between the look and the lock somebody took or gave up this e-mail.
            if let holder = email.holder, stored[holder]?.folded != email.folded { throw ServiceRaced() }
        }
    }

    /// Decides what becomes of each. Whoever or whichever e-mail stands earlier in the batch can't be meant again.
    mutating func judge(in tx: borrowing TenantTransaction, now: Timestamp) throws {
        let profiles = items.indices.map { items[$0].applied(to: target($0).flatMap { stored[$0]?.profile } ?? UserProfile()) }
        let zones = try UserInput.zones(among: profiles.map(\.zone), known: stored.values.map(\.profile.zone), in: tx)
        var seen: (ids: Set<ID>, emails: Set<String>) = ([], [])
        for index in items.indices {
            let target = target(index)
            let isNewID = target.map { seen.ids.insert($0).inserted } ?? true
            let isNewEmail = emails[index].folded.isEmpty || seen.emails.insert(emails[index].folded).inserted
            if isNewID, isNewEmail {
                outcomes.append(outcome(index, target, profiles[index], zones, now))
            } else {
                outcomes.append(.failed([BodyFault("/users/\(index)", "The same user stands earlier in this batch.")]))
            }
        }
    }

    private func target(_ index: Int) -> ID? { items[index].id ?? emails[index].holder }

    private func outcome(_ index: Int, _ target: ID?, _ profile: UserProfile, _ zones: Set<String>, _ now: Timestamp) -> Outcome {
        let (item, pointer) = (items[index], "/users/\(index)")
        let old = target.flatMap { stored[$0] }
        if old?.isDeleted == true {
            return .failed([BodyFault(pointer, "This user is deleted. An admin can restore them in the console.")])
        }
        if old == nil, !item.gives("email") {
            return .failed([BodyFault("\(pointer)/email", "Nobody has this id, and a new user needs an e-mail.")])
        }
        let faults = item.faults(in: profile, isNew: old == nil, zones: zones, at: pointer)
        guard faults.isEmpty else { return .failed(faults) }
        if let holder = emails[index].holder, holder != target {
            return .failed([BodyFault("\(pointer)/email", "Another user has this e-mail.")])
        }
        guard let old, let target else { return .created(target ?? .make(at: now), profile) }
        if old.profile == profile { return .unchanged(target, version: old.version) }
        return .updated(target, profile, from: old.profile, version: old.version + 1)
    }

    /// Writes all of them with two statements.
    func store(in tx: borrowing TenantTransaction, now: Timestamp) throws {
        var (added, saved): ([(id: ID, profile: UserProfile)], [(id: ID, profile: UserProfile)]) = ([], [])
        for outcome in outcomes {
            switch outcome {
            case .created(let id, let profile): added.append((id, profile))
            case .updated(let id, let profile, _, _): saved.append((id, profile))
            case .unchanged, .failed: break
            }
        }
        if !saved.isEmpty { try tx.execute(UserBatchQueries.save(saved)) }
        if !added.isEmpty { try tx.execute(UserBatchQueries.add(added, tenant: tx.tenant, now: now)) }
    }

    /// One for each user that is changed.
    var events: [AuditEvent] {
        outcomes.compactMap { outcome -> AuditEvent? in
            switch outcome {
            case .created(let id, let profile): AuditEvent(.userAdded, on: .user, id, subject: id, changes: profile.changes(from: nil))
            case .updated(let id, let profile, let old, _):
                AuditEvent(.userChanged, on: .user, id, subject: id, changes: profile.changes(from: old))
            case .unchanged, .failed: nil
            }
        }
    }

    var answer: JSONText {
        var counts = Dictionary(uniqueKeysWithValues: Self.results.map { ($0, 0) })
        let results = outcomes.enumerated().map { index, outcome in
            let (result, id, version, faults): (String, ID?, Int?, [BodyFault]) =
                switch outcome {
                case .created(let id, _): ("created", id, 1, [])
                case .updated(let id, _, _, let version): ("updated", id, version, [])
                case .unchanged(let id, let version): ("unchanged", id, version, [])
                case .failed(let faults): ("failed", nil, nil, faults)
                }
            counts[result, default: 0] += 1
            return JSONText.object([
                ("index", .int(index)), ("result", .string(result)), ("id", id.map { .string($0.description) } ?? .null),
                ("version", version.map { .int($0) } ?? .null), ("errors", .array(faults.map(\.json))),
            ])
        }
        return .object([
            ("results", .array(results)), ("counts", .object(Self.results.map { ($0, .int(counts[$0] ?? 0)) })),
        ])
    }
}
