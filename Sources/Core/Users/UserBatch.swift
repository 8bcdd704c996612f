import Console
import HTML
import JSON
import Postgres
import Templates
import Web

/// Many users before they are stored: the user that each item identifies, its errors, and its outcome.
struct UserBatch {
    static let results = ["created", "updated", "unchanged", "failed"]

    static let resultSchema = JSONSchema.object([
        ("index", .integer(nil, otherwise: nil)), ("result", .choice(results)), ("id", .nullable(.format("uuid"))),
        ("version", .nullable(.integer(nil, otherwise: nil))), ("errors", .array(BodyFault.schema)),
    ])

    struct Stored {
        var profile: UserProfile
        var folded: String
        /// The plan, which no change here affects.
        var plan: String
        var version: Int
        /// The status of a deleted user before the deletion; nil for all others.
        var deletedFrom: String?
        var isErased: Bool

        var isDeleted: Bool { deletedFrom != nil }
    }

    /// `version` is the one that is stored then.
    enum Outcome {
        case created(ID, UserProfile)
        case updated(ID, UserProfile, from: UserProfile, version: Int)
        /// The user was deleted, and is restored with the given values.
        case restored(ID, UserProfile, from: UserProfile, status: String, version: Int)
        case unchanged(ID, version: Int)
        case failed([UserFault])
    }

    private let items: [UserInput]
    let isPreview: Bool
    /// By item: the e-mail as the index folds it, empty without one; and the user who has it.
    private(set) var emails: [(folded: String, holder: ID?)] = []
    /// Who has the given external ids.
    private var holders: [String: ID] = [:]
    private(set) var stored: [ID: Stored] = [:]
    private(set) var outcomes: [Outcome] = []

    /// Finds the existing users, and locks them until the transaction ends, unless it is a preview.
    init(_ items: [UserInput], isPreview: Bool = false, in tx: borrowing TenantTransaction) throws {
        self.items = items
        self.isPreview = isPreview
        for row in try tx.rows(UserBatchQueries.byEmail(items.map { $0.email ?? "" })) {
            emails.append((try row.text("folded"), try row.idOrNil("id")))
        }
        let meant = Set(items.compactMap(\.id)).union(emails.compactMap(\.holder))
        for row in try tx.rows(
            isPreview ? UserQueries.find(meant.sorted()) : UserQueries.lock(meant.sorted()))
        {
            stored[try row.id("id")] = Stored(
                profile: try UserProfile(row), folded: try row.text("folded"),
                plan: try row.text("plan"), version: try row.int("version"),
                deletedFrom: try row.text("status") == "deleted" ? try row.text("deleted_from") : nil,
                isErased: try row.bool("is_erased"))
        }
        for row in try tx.rows(UserBatchQueries.byExternalID(items.compactMap(\.externalID))) {
            holders[try row.text("external_id")] = try row.id("id")
        }
        for email in emails {
            // Another transaction took or released this e-mail between the query and the lock.
            if let holder = email.holder, stored[holder]?.folded != email.folded { throw ServiceConflict() }
        }
    }

    /// Decides the outcome of each item. A user or an e-mail that occurs earlier in the batch can't occur again.
    /// Deleted users in `returning` are restored; `base` has the values of a new user for the fields that are not
    /// given, `home` is the country of telephone numbers without one.
    mutating func validate(
        in tx: borrowing TenantTransaction, now: Timestamp, zones known: KnownZones, at home: String?,
        returning: Set<ID> = [],
        base: UserProfile = UserProfile()
    ) throws {
        let profiles = items.indices.map {
            items[$0].applied(to: target($0).flatMap { stored[$0]?.profile } ?? base, at: home)
        }
        let zones = try known.among(profiles.map(\.zone), stored: stored.values.map(\.profile.zone), in: tx)
        var seen: (ids: Set<ID>, emails: Set<String>, externalIDs: Set<String>) = ([], [], [])
        for index in items.indices {
            let target = target(index)
            let isNewID = target.map { seen.ids.insert($0).inserted } ?? true
            let isNewEmail = emails[index].folded.isEmpty || seen.emails.insert(emails[index].folded).inserted
            let isNewExternalID = items[index].externalID.map { seen.externalIDs.insert($0).inserted } ?? true
            if !isNewExternalID {
                outcomes.append(
                    .failed([UserFault("external_id", LocalText(Strings.error_external_id_taken))]))
            } else if isNewID, isNewEmail {
                outcomes.append(outcome(index, target, profiles[index], zones, now, returning))
            } else {
                outcomes.append(.failed([UserFault(nil, LocalText(Strings.error_user_twice))]))
            }
        }
    }

    func target(_ index: Int) -> ID? { items[index].id ?? emails[index].holder }

    private func outcome(
        _ index: Int, _ target: ID?, _ profile: UserProfile, _ zones: Set<String>, _ now: Timestamp,
        _ returning: Set<ID>
    ) -> Outcome {
        let item = items[index]
        let old = target.flatMap { stored[$0] }
        let comesBack =
            old?.isDeleted == true && old?.isErased == false && target.map { returning.contains($0) } == true
        if old?.isDeleted == true, !comesBack {
            let isErased = old?.isErased == true
            return .failed([
                UserFault(nil, LocalText(isErased ? Strings.error_user_erased : Strings.error_user_deleted))
            ])
        }
        if old == nil, !item.gives("email") {
            return .failed([UserFault("email", LocalText(Strings.error_user_unknown))])
        }
        let faults = item.faults(
            in: profile, since: old?.profile, plan: old?.plan ?? Subscription.noPlan, zones: zones)
        guard faults.isEmpty else { return .failed(faults) }
        if let holder = emails[index].holder, holder != target {
            return .failed([UserFault("email", LocalText(Strings.error_email_taken))])
        }
        if let holder = item.externalID.flatMap({ holders[$0] }), holder != target {
            return .failed([UserFault("external_id", LocalText(Strings.error_external_id_taken))])
        }
        guard let old, let target else { return .created(target ?? .make(at: now), profile) }
        if comesBack, let status = old.deletedFrom {
            return .restored(target, profile, from: old.profile, status: status, version: old.version + 1)
        }
        if old.profile == profile { return .unchanged(target, version: old.version) }
        return .updated(target, profile, from: old.profile, version: old.version + 1)
    }

    /// For checks beyond those of the API.
    mutating func fail(_ index: Int, _ faults: [UserFault]) { outcomes[index] = .failed(faults) }

    /// Stores all outcomes, with one statement for each kind of change.
    func store(in tx: borrowing TenantTransaction, now: Timestamp) throws {
        var (added, saved): ([(id: ID, profile: UserProfile)], [(id: ID, profile: UserProfile)]) = ([], [])
        var restored: [ID] = []
        for outcome in outcomes {
            switch outcome {
            case .created(let id, let profile): added.append((id, profile))
            case .updated(let id, let profile, _, _): saved.append((id, profile))
            case .restored(let id, let profile, _, _, _):
                saved.append((id, profile))
                restored.append(id)
            case .unchanged, .failed: break
            }
        }
        if !restored.isEmpty { try tx.execute(UserBatchQueries.restore(restored)) }
        if !saved.isEmpty { try tx.execute(UserQueries.save(saved)) }
        if !added.isEmpty { try tx.execute(UserQueries.add(added, tenant: tx.tenant, now: now)) }
    }

    /// One event for each changed user.
    var events: [AuditEvent] {
        outcomes.compactMap { outcome -> AuditEvent? in
            switch outcome {
            case .created(let id, let profile):
                AuditEvent(.userAdded, on: .user, id, subject: id, changes: profile.changes(from: nil))
            case .updated(let id, let profile, let old, _):
                AuditEvent(.userChanged, on: .user, id, subject: id, changes: profile.changes(from: old))
            case .restored(let id, let profile, let old, let status, _):
                AuditEvent(
                    .userRestored, on: .user, id, subject: id,
                    changes: profile.changes(from: old) + [.init("status", old: "deleted", new: status)])
            case .unchanged, .failed: nil
            }
        }
    }

    var answer: JSONText {
        var counts = Dictionary(uniqueKeysWithValues: Self.results.map { ($0, 0) })
        let results = outcomes.enumerated().map { index, outcome in
            let (result, id, version, faults): (String, ID?, Int?, [UserFault]) =
                switch outcome {
                case .created(let id, _): ("created", id, 1, [])
                case .updated(let id, _, _, let version), .restored(let id, _, _, _, let version):
                    ("updated", id, version, [])
                case .unchanged(let id, let version): ("unchanged", id, version, [])
                case .failed(let faults): ("failed", nil, nil, faults)
                }
            counts[result, default: 0] += 1
            return JSONText.object([
                ("index", .int(index)), ("result", .string(result)),
                ("id", id.map { .string($0.description) } ?? .null),
                ("version", version.map { .int($0) } ?? .null),
                ("errors", .array(UserInput.faults(faults, at: "/users/\(index)").map(\.json))),
            ])
        }
        return .object([
            ("results", .array(results)), ("counts", .object(Self.results.map { ($0, .int(counts[$0] ?? 0)) })),
        ])
    }
}
