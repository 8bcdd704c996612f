import Console
import HTML
import Logging
import Postgres
import Secrets
import Templates
import Web

/// Stores the passkey that the browser made. Its challenge is used up, whatever the result.
struct AddPasskey: Changing {
    /// The transports that browsers accept as a hint; others are dropped.
    private static let transports = ["usb", "nfc", "ble", "smart-card", "hybrid", "internal"]

    private let request: WebRequest
    let name: String
    let creation: Passkey.Creation?
    let transports: [String]

    init(_ request: WebRequest) {
        self.request = request
        let form = request.form
        name = form.trimmed("passkey_name") ?? ""
        let said = Set((form["transports"] ?? "").split(separator: " ").map(String.init))
        transports = Self.transports.filter { said.contains($0) }
        if let data = form["client_data"].flatMap({ Passkey.bytes($0) }),
            let attestation = form["attestation"].flatMap({ Passkey.bytes($0) })
        {
            creation = .init(clientData: data, attestation: attestation)
        } else {
            creation = nil
        }
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let admin = actor.id, let session = actor.session else { throw Refusal.notAllowed }
        let challenge = try tx.first(PasskeyQueriesAcrossTenants.takeChallenge(of: session.id, now: actor.now))?.bytes(
            "challenge")
        if let error = BeginPasskey.error(name) { throw try refusal(error, in: tx, by: actor, services) }
        guard let party = RelyingParty.of(session, services), let creation, let challenge else {
            throw try refusal(LocalText(Strings.passkeys_failed), in: tx, by: actor, services)
        }
        let passkey: Passkey
        switch Result(catching: { () throws(PasskeyProblem) in try Passkey(creation, challenge: challenge, for: party) }
        ) {
        case .success(let made): passkey = made
        case .failure(let problem):
            services.logger.warning(
                "passkey not added", metadata: ["request": "\(actor.requestID)", "cause": "\(problem)"])
            throw try refusal(LocalText(Strings.passkeys_failed), in: tx, by: actor, services)
        }
        let id = ID.make(at: actor.now)
        let added = try tx.execute(
            PasskeyQueriesAcrossTenants.add(
                passkey, id: id, of: admin, party: party.id, name: name, transports: transports, now: actor.now))
        guard added == 1 else { throw try refusal(LocalText(Strings.passkeys_known), in: tx, by: actor, services) }
        try HolderNotice(actor, request).notify(.passkeyAdded, in: tx, services)
        return Change(
            AuditEvent(.adminPasskeyAdded, on: .admin, admin, name: actor.name, changes: [.init("passkey", new: name)]),
            next: .to("/account", flash: Strings.passkeys_added))
    }

    private func refusal(
        _ error: LocalText, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> Refusal {
        let page = try AccountPageMaker(errors: ["passkey_name": error], passkeyName: name).page(
            in: tx, by: actor, services)
        // The refusal would roll back, but the challenge must stay used.
        try tx.connection.commit()
        return .form(page)
    }
}
