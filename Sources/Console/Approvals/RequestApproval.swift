import HTML
import HTTPTypes
import Postgres
import Templates
import Web

/// Runs instead of an act that needs a second admin: the act is tried and rolled back, so that errors are shown at
/// once. Then a page asks for the reason, and the request is stored.
package enum RequestApproval {
    package static let field = "approval_reason"

    /// Runs the action and returns its change. If the tenant requires a second admin for its event, rolls the action
    /// back and stores a request instead. The event decides this, not the route.
    package static func orDone(
        _ action: any Changing, _ route: Route, _ request: WebRequest, in tx: borrowing TenantTransaction,
        by actor: Actor, _ services: Services
    ) throws -> Change {
        guard case .tenant(let permission) = route.access else { return try action.run(in: tx, by: actor, services) }
        _ = try tx.send("savepoint before_change")
        let done = try action.run(in: tx, by: actor, services)
        guard done.clearance == nil, try SecondAdmin.isWanted(for: done.event, in: tx) else { return done }
        // An uploaded file can't be stored for later.
        guard route.fileLimit == 0 else { throw Refusal.needsSecondAdmin }
        try tx.execute("rollback to savepoint before_change")
        return try keep(done.event, route, permission, request, in: tx, by: actor, services)
    }

    /// Stores the request. If the form has no reason yet, throws the page that asks for it.
    private static func keep(
        _ wanted: AuditEvent, _ route: Route, _ permission: Permission, _ request: WebRequest,
        in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> Change {
        guard let requester = actor.id else { throw Refusal.notAllowed }
        guard let reason = request.form.trimmed(field), Reason.fault(reason) == nil else {
            let wasSubmitted = request.form[field] != nil
            let object = try name(of: wanted, in: tx, for: actor)
            let references = try ReferredNames([(wanted.objectKind.id, wanted.changes)], in: tx, by: actor)
            let page = page(
                wanted, object, references, route, request, reason: request.form[field] ?? wanted.reason,
                wasSubmitted: wasSubmitted,
                by: actor,
                services)
            throw Refusal.form(page)
        }
        let sequence = try tx.first(ApprovalQueries.sequence)?.int("n") ?? 0
        let approval = Approval(
            wanted, route: route, permission: wanted.decider ?? permission, reason: reason, sequence: sequence,
            by: actor,
            requester: requester)
        let sealed = try services.keys.data.seal(
            Approval.StoredRequest(request, wanted).bytes, Approval.place(approval.id, of: tx.tenant))
        try tx.execute(ApprovalQueries.add(approval, request: sealed, tenant: tx.tenant))
        _ = try tx.rows(WaitingApprovals.changed(tx.tenant))
        services.waiting.invalidate(tx.tenant)
        return Change(
            AuditEvent(
                .approvalRequested, on: .approval, approval.id, changes: [.init("act", new: approval.action)],
                reason: reason),
            next: .to("/t/\(actor.tenant.slug)/approvals/\(approval.id)", flash: Strings.approvals_was_asked))
    }

    /// Returns the event that the act would record; everything is rolled back.
    package static func tryOut(
        _ action: any Changing, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> AuditEvent {
        try tx.execute("savepoint tried")
        do {
            let event = try action.run(in: tx, by: actor, services).event
            try tx.execute("rollback to savepoint tried")
            return event
        } catch {
            try tx.execute("rollback to savepoint tried")
            throw error
        }
    }

    private static func name(of event: AuditEvent, in tx: borrowing TenantTransaction, for actor: Actor) throws
        -> String
    {
        guard event.objectName.isEmpty, let object = event.objectID,
            let names = Declarations.current.objectNames(of: event.objectKind, for: actor)
        else { return event.objectName }
        return try names.read([object], actor.language, in: tx)[object] ?? ""
    }

    private static func page(
        _ event: AuditEvent, _ object: String, _ references: ReferredNames, _ route: Route, _ request: WebRequest,
        reason: String, wasSubmitted: Bool,
        by actor: Actor,
        _ services: Services
    ) -> RequestApprovalPage {
        let error = wasSubmitted ? Reason.fault(reason.trimmingSpaces) : nil
        let words = AuditWords(kind: event.objectKind.id, language: actor.language, references: references)
        return RequestApprovalPage(
            frame: actor.frame(LocalText(Strings.approvals_ask_title), services),
            intent: LocalText(event.action.intent),
            object: object, changes: event.changes.map { words.change($0) }, action: route.link(request),
            cancel: route.pageAbove(request, services),
            hidden: request.form.items.filter { !Approval.StoredRequest.own.contains($0.name) }.map {
                HiddenValue($0.name, $0.value)
            },
            reason: Field(
                field, label: LocalText(Strings.approvals_why), value: reason,
                hint: LocalText(Strings.approvals_why_hint),
                error: error, isRequired: true, hasFocus: true))
    }
}
