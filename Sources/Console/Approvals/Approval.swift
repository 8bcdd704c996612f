import HTML
import Postgres
import Secrets
import Templates
import Web

/// A requested act that waits for the approval of a second admin, or has been decided.
package struct Approval: Sendable, Weighed {
    package enum State: String, Sendable { case waiting, approved, refused, withdrawn, expired }

    package static let seconds: Int64 = 7 * 86400

    package var id: ID
    /// The pattern of the act's route.
    package var route: String
    /// The permission that the act needs, and its approval too: the permission's id.
    package var permission: String
    package var action: String
    package var objectKind: String
    package var objectID: ID?
    package var objectName: String
    /// The sequence of the audit trail at the time of the request.
    package var sequence: Int
    package var reason: String
    /// nil for an act that moves no money.
    package var sum: AuditEvent.Sum?
    package var requester: ID
    package var requesterName: String
    package var requestedAt: Timestamp
    package var expiresAt: Timestamp
    package var state = State.waiting
    package var deciderName = ""
    package var decidedAt: Timestamp?
    package var decision = ""

    package var weight: Int {
        256 + [route, action, objectKind, objectName, reason, requesterName, deciderName, decision].weight
    }

    package init(
        _ event: AuditEvent, route: Route, permission: Permission, reason: String, sequence: Int, by actor: Actor,
        requester: ID
    ) {
        id = .make(at: actor.now)
        self.route = route.pattern
        self.permission = permission.id
        action = event.action.id
        objectKind = event.objectKind.id
        objectID = event.objectID
        objectName = event.objectName
        self.sequence = sequence
        self.reason = reason
        sum = event.sum
        self.requester = requester
        requesterName = actor.name
        requestedAt = actor.now
        expiresAt = actor.now.adding(seconds: Self.seconds)
    }

    package init(_ row: Row, now: Timestamp) throws {
        id = try row.id("id")
        route = try row.text("route")
        permission = try row.text("permission")
        action = try row.text("action")
        objectKind = try row.text("object_kind")
        objectID = try row.idOrNil("object_id")
        objectName = try row.text("object_name")
        sequence = try row.int("sequence")
        reason = try row.text("reason")
        if let payment = try row.idOrNil("payment_id") {
            sum = .init(Money(try row.int("amount"), Currency(stored: try row.text("currency"))), of: payment)
        }
        requester = try row.id("requested_by")
        requesterName = try row.text("requested_name")
        requestedAt = try row.time("requested_at")
        expiresAt = try row.time("expires_at")
        let stored = State(rawValue: try row.text("state")) ?? .refused
        state = stored == .waiting && expiresAt <= now ? .expired : stored
        deciderName = try row.text("decided_name")
        decidedAt = try row.timeOrNil("decided_at")
        decision = try row.text("decision")
    }

    /// Admins with the act's permission see it, and the requester.
    package func isSeen(by actor: Actor) -> Bool { requester == actor.id || mayDo(actor) }

    package func mayDo(_ actor: Actor) -> Bool { Permission(id: permission).map { actor.may($0) } ?? false }

    /// Requesters can't decide on their own request, whatever session or role they use.
    package func isDecided(by actor: Actor) -> Bool { state == .waiting && requester != actor.id && mayDo(actor) }

    package var intent: StringKey { AuditAction(id: action)?.intent ?? Strings.audit_other }

    package var badge: StatusBadge {
        switch state {
        case .waiting: StatusBadge(LocalText(Strings.approvals_waiting), tone: .warn)
        case .approved: StatusBadge(LocalText(Strings.approvals_approved), tone: .good)
        case .refused: StatusBadge(LocalText(Strings.approvals_refused), tone: .bad)
        case .withdrawn: StatusBadge(LocalText(Strings.approvals_withdrawn), tone: .off)
        case .expired: StatusBadge(LocalText(Strings.approvals_expired), tone: .off)
        }
    }

    // MARK: The request

    /// The form's values and the changes they would make, in the stored form: sealed for this row.
    package struct StoredRequest {
        /// The parameters of the address.
        package var parameters: [String: String]
        package var form: [(name: String, value: String)]
        package var changes: [AuditEvent.Change]

        /// Form fields besides those of the act itself.
        package static let own: Set<String> = ["csrf", StepUp.field, RequestApproval.field]

        package init(_ request: WebRequest, _ event: AuditEvent) {
            parameters = request.parameters
            form = request.form.items.filter { !Self.own.contains($0.name) }
            changes = event.changes
        }

        /// One line with the form's values, then a line with the changes.
        package init?(_ bytes: [UInt8]) {
            guard let line = bytes.firstIndex(of: UInt8(ascii: "\n")),
                let changes = AuditChangesText.read(
                    String(decoding: bytes[(line + 1)...], as: UTF8.self), isPersonal: false)
            else { return nil }
            self.changes = changes
            let all = Query(urlEncoded: bytes[..<line]).items
            parameters = Dictionary(all.filter { $0.name.first == "/" }.map { (String($0.name.dropFirst()), $0.value) })
            { $1 }
            form = all.filter { $0.name.first == "." }.map { (String($0.name.dropFirst()), $0.value) }
        }

        package var bytes: [UInt8] {
            let items =
                parameters.sorted { $0.key < $1.key }.map { ("/" + $0.key, $0.value) }
                + form.map { ("." + $0.name, $0.value) }
            return Query(items.map { ($0.0, $0.1) }).urlEncoded + Array("\n".utf8)
                + Array(AuditChangesText.write(changes).utf8)
        }

        /// Returns the original request, on behalf of the approver.
        package func request(_ route: Route, by actor: Actor) -> WebRequest {
            WebRequest(
                method: .post, path: "", query: Query(), headers: [.contentType: "application/x-www-form-urlencoded"],
                parameters: parameters, body: Query(form).urlEncoded, address: actor.address,
                isSecure: actor.session?.isSecure ?? true, id: actor.requestID, now: actor.now)
        }
    }

    package static func place(_ id: ID, of tenant: ID) -> AssociatedData {
        AssociatedData(tenant: tenant.bytes, table: "approvals", column: "request", row: id.bytes)
    }

    /// Throws a `SealError` if the request can't be opened any more.
    package static func requested(_ row: Row, _ id: ID, of tenant: ID, _ services: Services) throws -> StoredRequest {
        guard
            let requested = StoredRequest(try services.keys.data.open(try row.bytes("request"), place(id, of: tenant)))
        else {
            throw SealError.tampered
        }
        return requested
    }
}
