import Postgres
import Web

extension Console {
    /// Long bodies and files are read only for those who may use the route: anybody else could fill the memory with what is then
    /// refused.
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
        let may = try? await services.database.perform { connection in
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
