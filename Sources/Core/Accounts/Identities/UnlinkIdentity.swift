import Console
import HTML
import Postgres
import Templates
import Web

/// An admin removes an identity from a user's account. The last way to sign in can't be removed.
struct UnlinkIdentity: Changing {
    let user: ID
    let identity: ID

    init(_ request: WebRequest) throws { (user, identity) = (try request.id("user"), try request.id("useridentity")) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        switch try UserIdentities.unlink(identity, of: user, in: tx) {
        case .missing: throw Refusal.notFound
        // The page offers no button for that case.
        case .last: throw Refusal.notAllowed
        case .done(let event):
            try UserIdentities.tell(user, by: actor, services, in: tx)
            return Change(
                event, next: .to("\(actor.link("users"))/\(user)", flash: Strings.identity_was_unlinked))
        }
    }
}
