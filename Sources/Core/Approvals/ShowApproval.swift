import Console
import HTML
import Postgres
import Secrets
import Templates
import Web

/// One request: who wants what and why, what it would change, and the object's audit events since.
struct ShowApproval: Viewing {
    let id: ID

    init(_ request: WebRequest) throws {
        id = try request.id("approval")
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        try ApprovalPageMaker(id: id).page(in: tx, by: actor, services)
    }
}

struct ApprovalPageMaker {
    var id: ID
    /// The notice at the top, if the page is the response to a request that failed.
    var notice: StringKey?
    /// The typed reason in the refusal's form.
    var reason = ""
    var error: LocalText?

    /// Returns the request, if the actor may see it, with what was asked for: nil if that can't be opened any more.
    static func approval(
        _ id: ID, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> (Approval, Approval.StoredRequest?) {
        guard let row = try tx.first(ApprovalQueries.one(id)) else { throw Refusal.notFound }
        let approval = try Approval(row, now: actor.now)
        guard approval.isSeen(by: actor) else { throw Refusal.notFound }
        do {
            return (approval, try Approval.requested(row, id, of: tx.tenant, services))
        } catch is SealError {
            return (approval, nil)
        }
    }

    /// Changes of the object since the request was made, newest first. Readings are left out.
    static func since(_ approval: Approval, in tx: borrowing TenantTransaction, by actor: Actor) throws -> Rows? {
        guard let object = approval.objectID else { return nil }
        return try tx.rows(
            AuditQueries.latest(
                [
                    "audit_events.object_id = \(object)", "audit_events.sequence > \(approval.sequence)",
                    "audit_events.action <> \(AuditAction.userViewed.id)",
                ], zone: actor.tenant.zone, limit: 20))
    }

    func page(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> ApprovalPage {
        let (approval, opened) = try Self.approval(id, in: tx, by: actor, services)
        let requested = opened?.changes ?? []
        let maker = ApprovalRowMaker(actor: actor)
        let names = try maker.names([approval], in: tx)
        let words = AuditWords(
            kind: approval.objectKind, language: actor.language,
            references: try ReferredNames([(approval.objectKind, requested)], in: tx, by: actor))
        let later = approval.state == .waiting ? try Self.since(approval, in: tx, by: actor) : nil
        let base: Link = "/t/\(actor.tenant.slug)/approvals"
        let here: Link = "\(base)/\(id)"
        var frame = actor.frame(
            LocalText(approval.intent), services, current: "approvals",
            crumb: (LocalText(Strings.approvals_title), base))
        if let notice = notice ?? (opened == nil ? Strings.approvals_unreadable : nil) {
            frame.flash = Flash(warning: LocalText(notice))
        }
        let mayDecide = approval.isDecided(by: actor)
        var page = ApprovalPage(
            frame: frame, intent: LocalText(approval.intent), object: maker.object(approval, names),
            objectLink: link(approval, actor), state: approval.badge,
            changes: requested.map { words.change($0) },
            facts: facts(approval, maker), reason: approval.reason,
            since: try later.map {
                try AuditReader(trail: services.trail, actor: actor, showsObject: false).entries($0, in: tx)
            } ?? [],
            seen: HiddenValue("seen", String(try later?.first?.int("sequence") ?? approval.sequence)),
            approve: mayDecide && opened != nil ? "\(here)/approval" : nil,
            refuse: mayDecide
                ? ReasonForm(
                    action: "\(here)/refusal", csrf: actor.session?.csrf ?? "",
                    reason: Field(
                        "reason", label: LocalText(Strings.approvals_why_not), value: reason, error: error,
                        isRequired: true)) : nil,
            withdraw: approval.state == .waiting && approval.requester == actor.id ? "\(here)/withdrawal" : nil)
        page.trail = try ObjectTrail.card(of: id, .approval, Strings.user_trail, in: tx, by: actor, services)
        return page
    }

    private func facts(_ approval: Approval, _ maker: ApprovalRowMaker) -> [Fact] {
        var facts = [
            Fact(LocalText(Strings.approvals_by), approval.requesterName),
            Fact(LocalText(Strings.approvals_when), maker.ago(approval.requestedAt)),
        ]
        if approval.state == .waiting {
            let left = Int(approval.expiresAt.seconds - maker.actor.now.seconds)
            facts.append(
                Fact(LocalText(Strings.approvals_until), DurationStyle(maker.actor.language).ago(seconds: -left)))
        } else if let at = approval.decidedAt {
            facts.append(Fact(LocalText(Strings.approvals_decided_by), approval.deciderName))
            facts.append(Fact(LocalText(Strings.approvals_decided_when), maker.ago(at)))
            if !approval.decision.isEmpty {
                facts.append(Fact(LocalText(Strings.approvals_why_not), approval.decision))
            }
        }
        return facts
    }

    private func link(_ approval: Approval, _ actor: Actor) -> Link? {
        guard let object = approval.objectID else { return nil }
        switch ObjectKind(id: approval.objectKind) {
        case .user where actor.may(.seeUsers): return "/t/\(actor.tenant.slug)/users/\(object)"
        case .bulk where actor.may(.seeUsers): return "/t/\(actor.tenant.slug)/users/bulk/\(object)"
        // A person who is not invited yet has no page.
        case .membership where actor.may(.seeAdmins) && approval.action != AuditAction.adminInvited.id:
            return "/t/\(actor.tenant.slug)/admins/\(object)"
        default: return nil
        }
    }
}
