import Console
import HTML
import Postgres
import Templates
import Web

/// Records a request that a user made by letter, mail or telephone; its deadline counts from then on.
struct AddPrivacyRequest: Changing {
    private let user: ID
    private let kind: PrivacyRequest.Kind?
    private let note: String

    init(_ request: WebRequest) throws {
        user = try request.id("user")
        kind = request.form["kind"].flatMap { PrivacyRequest.Kind(rawValue: $0) }
        note = request.form.trimmed("note") ?? ""
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard try tx.first(PrivacyQueries.isErased(user))?.bool("is_erased") == false, let kind else {
            throw Refusal.notFound
        }
        if let refused = actor.refusing(reason: note, labelled: Strings.privacy_note) {
            throw Refusal.form(try UserPageMaker(user).page(in: tx, by: refused, services))
        }
        let (id, isNew) = try PrivacyRequest.add(kind, of: user, .admin, note: note, in: tx, by: actor)
        guard isNew else {
            throw Refusal.changed(
                try PrivacyPageMaker(id: id, notice: Strings.privacy_is_open).page(
                    in: tx, by: actor.givingBack([(Strings.privacy_note, note)]), services))
        }
        return Change(
            try PrivacyRequest.one(id, in: tx).requested,
            next: .to(actor.link("privacy/\(id)"), flash: Strings.privacy_was_added))
    }
}

/// Sets a legal hold, which stops the erasure of a user.
struct SetHold: Changing {
    private let user: ID
    private let reason: String

    init(_ request: WebRequest) throws {
        user = try request.id("user")
        reason = request.form.trimmed("reason") ?? ""
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard try tx.first(PrivacyQueries.isErased(user))?.bool("is_erased") == false else { throw Refusal.notFound }
        // With a hold the page has no form that would keep what was typed.
        guard try tx.first(PrivacyQueries.hold(of: user)) == nil else { throw try isHeld(in: tx, by: actor, services) }
        if let fault = Reason.fault(reason) {
            throw Refusal.form(
                try UserPageMaker(
                    user,
                    refused: .init(UserPrivacyCard.self, typed: ["reason": reason], errors: ["reason": fault])
                ).page(in: tx, by: actor, services))
        }
        guard try tx.execute(PrivacyQueries.setHold(user, tenant: tx.tenant, reason: reason, by: actor)) == 1 else {
            throw try isHeld(in: tx, by: actor, services)
        }
        return Change(
            AuditEvent(
                .holdSet, on: .user, user, subject: user, changes: [.init("hold", new: reason, isPersonal: true)]),
            next: .to(actor.link("users/\(user)"), flash: Strings.privacy_hold_was_set))
    }

    /// Another admin was first.
    private func isHeld(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Refusal {
        .changed(
            try UserPageMaker(user, notice: Strings.problem_changed_advice).page(
                in: tx, by: actor.givingBack(reason: reason), services))
    }
}

/// Ends a legal hold. An erasure that it stopped waits for an admin to continue it.
struct EndHold: Changing {
    /// A user has at most one hold, so it is identified by the user's id.
    private let user: ID

    init(_ request: WebRequest) throws { user = try request.id("hold") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let hold = try tx.first(PrivacyQueries.hold(of: user)) else { throw Refusal.notFound }
        try tx.execute(PrivacyQueries.endHold(user))
        // What the user has removed meanwhile is not kept any longer. Files go by the sweeper.
        try tx.execute(MeQueries.forgetRemoved(of: user))
        return Change(
            AuditEvent(
                .holdEnded, on: .user, user, subject: user,
                changes: [.init("hold", old: try hold.text("reason"), isPersonal: true)]),
            next: .to(actor.link("users/\(user)"), flash: Strings.privacy_hold_was_ended))
    }
}
