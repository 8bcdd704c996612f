import Console
import HTML
import Postgres
import Secrets
import Templates
import Web

/// The shared part of a request's changes: it reads and locks the request; if another admin was first, the response is
/// its page again.
struct PrivacyChange: Sendable {
    let id: ID
    let reason: String

    init(_ request: WebRequest) throws {
        id = try request.id("privacyrequest")
        reason = request.form.trimmed("reason") ?? ""
    }

    func lock(
        in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services, if fits: (PrivacyRequest) -> Bool
    )
        throws -> PrivacyRequest
    {
        let found = try PrivacyRequest.one(id, isLocked: true, in: tx)
        if let refused = actor.refusing(reason: reason) {
            throw Refusal.form(try PrivacyPageMaker(id: id).page(in: tx, by: refused, services))
        }
        guard fits(found) else { throw try conflict(Strings.problem_changed_advice, in: tx, by: actor, services) }
        return found
    }

    func conflict(
        _ notice: StringKey, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> Refusal {
        .changed(
            try PrivacyPageMaker(id: id, notice: notice).page(
                in: tx, by: actor.givingBack(reason: reason), services))
    }

    func next(_ actor: Actor, _ flash: StringKey) -> Change.Next { .to(actor.link("privacy/\(id)"), flash: flash) }
}

/// Queues the job that makes the archive.
struct MakeArchive: Changing {
    private let change: PrivacyChange

    init(_ request: WebRequest) throws { change = try PrivacyChange(request) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let found = try change.lock(in: tx, by: actor, services) {
            $0.kind == .access && ($0.state == .waiting || $0.state == .ready)
        }
        try tx.execute(PrivacyQueries.begin(found.id, by: actor))
        try Jobs.add(ArchiveWork(tenant: tx.tenant, id: found.id), in: tx, by: actor, services)
        return Change(
            AuditEvent(.archiveStarted, on: .privacyRequest, found.id),
            next: change.next(actor, Strings.privacy_archive_begun))
    }
}

/// Makes the link that opens the archive once. The link is shown only now, and replaces the earlier one.
struct MakeArchiveLink: Changing {
    private let change: PrivacyChange

    init(_ request: WebRequest) throws { change = try PrivacyChange(request) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let found = try change.lock(in: tx, by: actor, services) {
            $0.state != .running && $0.hasArchive(at: actor.now)
        }
        guard let until = found.archivedUntil else { throw Refusal.notFound }
        let token = Token.random()
        try tx.execute(PrivacyQueries.link(found.id, hash: token.hash, until: until))
        let page = ArchiveLinkShownPage(
            frame: actor.frame(
                LocalText(Strings.privacy_link_title), services, current: "privacy",
                crumb: (LocalText(Strings.privacy_title), actor.link("privacy"))),
            link: "\(services.address)\(OpenArchive.link(token, of: actor.tenant.slug))",
            until: Strings.privacy_link_until(
                time: Formatted.dateTime(LocalTime(microseconds: Int(try local(until, actor, in: tx))))),
            done: actor.link("privacy/\(found.id)"))
        return Change(AuditEvent(.archiveLinked, on: .privacyRequest, found.id), next: .page(page))
    }

    private func local(_ time: Timestamp, _ actor: Actor, in tx: borrowing TenantTransaction) throws -> Int64 {
        try tx.first("select \(time) at time zone \(actor.tenant.zone) as local")?.localTime("local") ?? 0
    }
}

/// Starts an erasure. From here on only a legal hold can stop it, and erased data stays erased.
struct EraseUser: Changing {
    private let change: PrivacyChange

    init(_ request: WebRequest) throws { change = try PrivacyChange(request) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let found = try change.lock(in: tx, by: actor, services) {
            $0.kind == .erasure && ($0.state == .waiting || $0.state == .held)
        }
        guard try tx.first(PrivacyQueries.hold(of: found.user)) == nil else {
            throw try change.conflict(Strings.privacy_is_held, in: tx, by: actor, services)
        }
        try Self.begin(found, in: tx, by: actor, services)
        return Change(
            AuditEvent(.erasureStarted, on: .privacyRequest, found.id, reason: change.reason),
            next: change.next(actor, Strings.privacy_erasure_begun))
    }

    static func begin(
        _ request: PrivacyRequest, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws {
        try tx.execute(PrivacyQueries.begin(request.id, by: actor))
        try Jobs.add(ErasureWork(tenant: tx.tenant, id: request.id), in: tx, by: actor, services)
    }
}

/// Refuses a request, for a reason that the law allows. An erasure that was started can't be refused: the list of erased
/// people is written before the commit, so a restored copy would lose somebody whose request was refused.
struct RefusePrivacyRequest: Changing {
    private let change: PrivacyChange

    init(_ request: WebRequest) throws { change = try PrivacyChange(request) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let found = try change.lock(in: tx, by: actor, services) { $0.isRefusable }
        guard !change.reason.isEmpty else {
            throw Refusal.form(
                try PrivacyPageMaker(id: found.id, reasonError: Strings.error_required).page(
                    in: tx, by: actor, services))
        }
        try tx.execute(PrivacyQueries.end(found.id, .refused, now: actor.now))
        return Change(
            AuditEvent(.privacyRefused, on: .privacyRequest, found.id, reason: change.reason),
            next: change.next(actor, Strings.privacy_was_refused))
    }
}

/// Extends the deadline by two months, once.
struct ExtendPrivacyRequest: Changing {
    private let change: PrivacyChange

    init(_ request: WebRequest) throws { change = try PrivacyChange(request) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let found = try change.lock(in: tx, by: actor, services) { $0.state.isOpen && !$0.isExtended }
        guard !change.reason.isEmpty else {
            throw Refusal.form(
                try PrivacyPageMaker(id: found.id, reasonError: Strings.error_required).page(
                    in: tx, by: actor, services))
        }
        guard let due = try tx.first(PrivacyQueries.extend(found.id))?.time("due_at") else { throw Refusal.notFound }
        return Change(
            AuditEvent(
                .privacyExtended, on: .privacyRequest, found.id,
                changes: [.init("due", old: found.dueAt.iso, new: due.iso)], reason: change.reason),
            next: change.next(actor, Strings.privacy_was_extended))
    }
}
