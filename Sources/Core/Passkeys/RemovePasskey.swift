import Console
import HTML
import Postgres
import Templates
import Web

/// Removes a passkey from the admin's account. It requires a code of the second step, which stays set up. The device
/// keeps its part of the passkey: only its owner can delete that.
struct RemovePasskey: Changing {
    private let request: WebRequest
    let id: ID
    let code: String

    init(_ request: WebRequest) throws {
        self.request = request
        id = try request.id("passkey")
        code = request.form.trimmed("code") ?? ""
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let admin = actor.id,
            let name = try tx.first(PasskeyQueriesAcrossTenants.name(id, of: admin))?.text("name")
        else { throw Refusal.notFound }
        _ = try VerifiedCode.require(code, field: Self.field(id), form: AccountPageMaker(), in: tx, by: actor, services)
        try tx.execute(PasskeyQueriesAcrossTenants.remove(id, of: admin))
        try HolderNotice(actor, request).notify(.passkeyRemoved, in: tx, services)
        return Change(
            AuditEvent(
                .adminPasskeyRemoved, on: .admin, admin, name: actor.name, changes: [.init("passkey", old: name)]),
            next: .to("/account", flash: Strings.passkeys_removed))
    }

    /// The name by which the account page distinguishes the code fields of its passkeys.
    static func field(_ id: ID) -> String { "passkey-\(id)" }
}
