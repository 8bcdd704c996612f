import Console
import HTTPTypes
import Postgres
import Secrets
import Templates
import Web

/// Serves the metrics at the console's address to callers with the token; without a token nobody can read them there.
package struct MetricsAccess: FeatureSettings {
    let token: String

    package init(token: String) { self.token = token }
}

/// Endpoints for operators' tools: is the process alive, is it ready for requests, its metrics; and the static files.
package struct OperationsFeature: Feature {
    package var guide: GuideTopic? { .operations }
    package var place: Place { .installation }
    package var auditActions: [AuditAction] { AuditAction.ofOperation }
    package var objectKinds: [ObjectKind] { [.demo, .installation] }
    package var auditFields: [AuditField] {
        [
            AuditField("users", Strings.menu_users),
            AuditField("entries", Strings.menu_content),
            AuditField("key", Strings.audit_field_master_key),
            AuditField("data_key", Strings.audit_field_data_key),
        ]
    }

    package var timers: [HouseTimer] {
        [
            HouseTimer("values under earlier keys", every: 60) { services, _ in
                try await ResealingAcrossTenants(services: services).run()
            }
        ]
    }

    private let files: StaticFiles

    package init(files: StaticFiles) { self.files = files }

    package var routes: [Route] {
        [
            .open(.get, "/healthz") { _, _ in .text("ok\n") },
            .open(.get, "/readyz", Self.ready),
            .open(.get, "/metrics") { request, services in
                guard let access = services.setting(MetricsAccess.self), Self.sent(request, access.token) else {
                    return Console.problem(request, .notFound, services)
                }
                return await Self.metrics(request, services)
            },
            .open(.get, "/assets/:file") { [files] request, services in
                files.response(request.parameters["file"] ?? "", accepting: request.headers[.acceptEncoding])
                    ?? Console.problem(request, .notFound, services)
            },
        ]
    }

    /// Routes for an address that only the operator's tools can reach.
    package static func toolRoutes(_ services: Services) -> [WebServer.Route] {
        [
            .init(.get, "/metrics") { request in await metrics(request, services) },
            .init(.get, "/healthz") { _ in .text("ok\n") },
            .init(.get, "/readyz") { request in await ready(request, services) },
        ]
    }

    private static func sent(_ request: WebRequest, _ token: String) -> Bool {
        guard let header = request.headers[.authorization], header.prefix(7).lowercased() == "bearer " else {
            return false
        }
        return constantTimeEqual(Array(header.dropFirst(7).utf8), Array(token.utf8))
    }

    /// Ready if the database responds and accepts writes.
    @Sendable static func ready(_ request: WebRequest, _ services: Services) async -> WebResponse {
        guard let fault = await services.readiness.fault(now: .now) else { return .text("ready\n") }
        services.logger.warning("not ready", metadata: ["cause": "\(fault)"])
        // The response names the causes that have words of ours; the text of any other error is only in the log.
        let isKnown = fault.hasPrefix("the database refuses")
        return .text("not ready: \(isKnown ? "the database refuses to write" : fault)\n", status: .serviceUnavailable)
    }

    @Sendable static func metrics(_ request: WebRequest, _ services: Services) async -> WebResponse {
        let load = services.database.load
        let checkpoints = services.checkpoints
        return .text(
            services.metrics.text(gauges: [
                ("roost_database_waiting", "Requests waiting for a database connection.", Double(load.waiting)),
                ("roost_database_working", "Database connections at work.", Double(load.working)),
                (
                    "roost_password_hashes_waiting", "Password hashes waiting for a core.",
                    Double(services.hashGate.waiting)
                ),
                (
                    "roost_audit_checkpoint_age_seconds", "Seconds since audit checkpoints last left.",
                    Double(checkpoints.age(at: request.now))
                ),
                (
                    "roost_audit_checkpoint_overdue", "1 when sensitive changes are refused for want of checkpoints.",
                    checkpoints.isOverdue(at: request.now) ? 1 : 0
                ),
                (
                    "roost_audit_receded", "Audit logs that were seen to end before an event that they had.",
                    Double(checkpoints.receded)
                ),
                ("process_resident_memory_bytes", "Resident memory.", Double(ProcessMemory.residentBytes)),
            ]), type: "text/plain; version=0.0.4; charset=utf-8")
    }
}
