import Postgres
import Web

extension Console {
    /// Files are read only for those who may use the route: anybody else could fill the
    /// memory with what is then refused.
    package func mayUpload(_ route: Route, _ request: WebRequest) async -> Bool {
        guard case .tenant(let permission) = route.access, let token = Authentication.token(of: request) else {
            return false
        }
        let slug = request.parameters["tenant"] ?? ""
        let may = try? await services.database.perform { connection in
            try connection.begin(.readOnly)
            let found = try Authentication.authenticate(
                connection, token: token, request: request, slug: slug, keys: services.keys)
            try connection.commitWithoutWaiting()
            return found.map { $0.stage == "full" && !$0.actor.tenant.isInstallation && $0.actor.may(permission) }
                ?? false
        }
        return may == true
    }
}
