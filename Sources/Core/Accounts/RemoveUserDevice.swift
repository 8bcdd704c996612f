import Console
import HTML
import Postgres
import Templates
import Web

/// Removes a device of a user: nothing is sent to it any more, and the user is signed out on it.
struct RemoveUserDevice: Changing {
    private let user: ID
    private let device: ID

    init(_ request: WebRequest) throws { (user, device) = (try request.id("user"), try request.id("device")) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let row = try tx.first(MeQueries.sessionOfDevice(device, of: user)) else { throw Refusal.notFound }
        if let session = try row.idOrNil("session_id") {
            try tx.execute(UserAccountQueries.end(session, of: user, now: actor.now))
        }
        try MeQueries.forgetDevice(device, of: user, now: actor.now, in: tx)
        return Change(
            AuditEvent(
                .accountDeviceRemoved, on: .user, user, subject: user,
                changes: [.init("device", old: try row.text("model"), isPersonal: true)]),
            next: .to("\(actor.link("users"))/\(user)", flash: Strings.user_device_was_removed))
    }
}
