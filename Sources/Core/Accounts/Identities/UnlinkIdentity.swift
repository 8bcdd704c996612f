import Console
import HTML
import Postgres
import Templates
import Web

/// An admin takes an account elsewhere away from a user's account here. The last way to sign in stays.
struct UnlinkIdentity: Changing {
    let user: ID
    let identity: ID

    init(_ request: WebRequest) throws { (user, identity) = (try request.id("user"), try request.id("useridentity")) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        switch try UserIdentities.unlink(identity, of: user, in: tx) {
        case .missing: throw Refusal.notFound
        // Its page offers no button for that.
        case .last: throw Refusal.notAllowed
        case .done(let event):
            try UserIdentities.tell(user, by: actor, services, in: tx)
            return Change(
                event, next: .to("\(actor.link("users"))/\(user)", flash: Strings.identity_was_unlinked))
        }
    }
}
