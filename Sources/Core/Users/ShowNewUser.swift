import Console
import HTML
import Postgres
import Web

/// The form for a new user.
struct ShowNewUser: Viewing {
    init(_ request: WebRequest) {}

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        var profile = UserProfile()
        profile.zone = actor.tenant.zone
        profile.language = actor.tenant.languages.first ?? "en"
        profile.role = services.kind(actor.tenant.kind)?.userRoles.first ?? "user"
        return UserForm(profile: profile).page(actor, services)
    }
}
