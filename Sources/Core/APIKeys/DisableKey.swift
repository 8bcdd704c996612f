import Console
import HTML
import Postgres
import Templates
import Web

/// The shared part of all changes of a stored key: locks it first, and answers 404 if it does not exist.
struct KeyChange: Sendable {
    let id: ID
    let reason: String
    let isReview: Bool

    init(_ request: WebRequest) throws {
        id = try request.id("key")
        reason = request.form.trimmed("reason") ?? ""
        isReview = AccessReview.isOrigin(request)
    }

    func lock(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> (name: String, state: KeyState)
    {
        guard let row = try tx.first(KeyQueries.lock(id)) else { throw Refusal.notFound }
        if let refused = actor.refusing(reason: reason) {
            throw Refusal.form(try KeyPageMaker(id: id).page(in: tx, by: refused, services))
        }
        return (try row.text("name"), try KeyState(row, now: actor.now))
    }

    /// Another admin changed the key first: the response is the key's page with its present state.
    func conflict(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Refusal {
        .changed(
            try KeyPageMaker(id: id, notice: Strings.problem_changed_advice).page(
                in: tx, by: actor.givingBack(reason: reason), services))
    }

    func page(_ actor: Actor, flash: StringKey) -> Change.Next {
        .to("/t/\(actor.tenant.slug)/keys/\(id)", flash: flash)
    }
}

/// Disables a key from the next request on, until an admin enables it.
struct DisableKey: Changing {
    let change: KeyChange
    init(_ request: WebRequest) throws { change = try KeyChange(request) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let (name, state) = try change.lock(in: tx, by: actor, services)
        guard state == .active || state == .ending else { throw try change.conflict(in: tx, by: actor, services) }
        try tx.execute(KeyQueries.setDisabled(change.id, at: actor.now))
        return Change(
            AuditEvent(.keyDisabled, on: .key, change.id, name: name, reason: change.reason),
            next: change.isReview
                ? .to(
                    AccessReview.link(actor), flash: Strings.keys_disabled,
                    undo: actor.link("keys/\(change.id)/suspension/end"))
                : change.page(actor, flash: Strings.keys_disabled))
    }
}

/// Enables a disabled key again.
struct EnableKey: Changing {
    let change: KeyChange
    init(_ request: WebRequest) throws { change = try KeyChange(request) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let (name, state) = try change.lock(in: tx, by: actor, services)
        guard state == .disabled else { throw try change.conflict(in: tx, by: actor, services) }
        try tx.execute(KeyQueries.setDisabled(change.id, at: nil))
        return Change(
            AuditEvent(.keyEnabled, on: .key, change.id, name: name, reason: change.reason),
            next: change.page(actor, flash: Strings.keys_enabled))
    }
}
