import Postgres
import Web

extension Console {
    /// Long bodies and files are read only for requests that may use the route: others could fill the memory with
    /// bodies that are then refused.
    package func mayUpload(_ route: Route, _ request: WebRequest) async -> Bool {
        switch route.access {
        case .open, .everybody, .hosted: return true
        case .service:
            guard let key = Self.key(of: request) else { return false }
            let hash = key.hash(key: services.keys.apiKeys)
            return ((try? await services.keyGate.entry(hash, now: request.now)) ?? nil) != nil
        case .user: return ((try? await accessToken(of: request)) ?? nil) != nil
        case .tenant, .signedIn, .operators: break
        }
        guard let token = Authentication.token(of: request) else { return false }
        let slug = request.parameters["tenant"] ?? ""
        let may = try? await services.database.perform(for: services.holders(request, session: token)) {
            connection in
            try connection.begin(.readOnly)
            let found = try Authentication.authenticate(
                connection, token: token, request: request, slug: slug, keys: services.keys)
            try connection.commitWithoutWaiting()
            guard let found, found.stage == "full" else { return false }
            return switch route.access {
            case .tenant(let permission): !found.actor.tenant.isInstallation && found.actor.may(permission)
            case .operators: found.actor.isOperator
            default: true
            }
        }
        return may == true
    }
}
