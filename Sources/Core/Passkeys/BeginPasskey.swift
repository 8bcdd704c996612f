import Console
import HTML
import Postgres
import Secrets
import Templates
import Web

/// Takes a name and a code of the second step; then shows the page whose script asks the browser for the new passkey.
/// From here on the session stores the challenge, so no passkey is added to an account without a code.
struct BeginPasskey: Changing {
    static let most = 10

    let name: String
    let code: String

    init(_ request: WebRequest) {
        name = request.form.trimmed("passkey_name") ?? ""
        code = request.form.trimmed("passkey_code") ?? ""
    }

    /// Returns what is wrong with a passkey's name.
    static func error(_ name: String) -> LocalText? { LineText.fault(name, most: 60) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let admin = actor.id, let session = actor.session else { throw Refusal.notAllowed }
        var form = AccountPageMaker(passkeyName: name)
        let stored = try tx.rows(PasskeyQueriesAcrossTenants.all(of: admin))
        form.errors["passkey_name"] =
            stored.count < Self.most ? Self.error(name) : Strings.passkeys_too_many(max: Self.most)
        guard let party = RelyingParty.of(session, services), form.errors.isEmpty else {
            throw Refusal.form(try form.page(in: tx, by: actor, services))
        }
        _ = try VerifiedCode.require(code, field: "passkey_code", form: form, in: tx, by: actor, services)
        let challenge = Passkey.challenge()
        try tx.execute(
            PasskeyQueriesAcrossTenants.setChallenge(
                challenge, of: session.id, until: actor.now.adding(seconds: Int64(PasskeyOptions.seconds))))
        let options = PasskeyOptions(
            party: party, challenge: challenge,
            credentials: try stored.filter { try $0.text("party") == party.id }.map {
                try PasskeyOptions.Credential($0)
            })
        let page = NewPasskeyPage(
            frame: actor.frame(
                LocalText(Strings.passkeys_add_title), services, crumb: (LocalText(Strings.menu_account), "/account")),
            name: name, action: "/account/passkeys",
            options: options.creation(for: admin, email: actor.email, name: actor.name), cancel: "/account")
        return Change(AuditEvent(.adminPasskeyStarted, on: .admin, admin, name: actor.name), next: .page(page))
    }
}

extension RelyingParty {
    static func of(_ session: Actor.Session, _ services: Services) -> RelyingParty? {
        of(host: session.host, isSecure: session.isSecure, services)
    }
}
