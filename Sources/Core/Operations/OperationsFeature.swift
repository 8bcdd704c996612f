import Console
import HTTPTypes
import Postgres
import Templates
import Web

/// What operators' tools ask: is the process alive, may it get requests, how is it doing; and the static files.
package struct OperationsFeature: Feature {
    package var place: Place { .installation }
    package var auditActions: [AuditAction] { AuditAction.ofOperation }
    package var objectKinds: [ObjectKind] { [.demo, .installation] }
    package var auditFields: [AuditField] {
        [
            AuditField("users", Strings.menu_users),
            AuditField("entries", Strings.menu_content),
            AuditField("key", Strings.audit_field_master_key),
        ]
    }

    private let files: StaticFiles

    package init(files: StaticFiles) { self.files = files }

    package var routes: [Route] {
        [
            .open(.get, "/healthz") { _, _ in .text("ok\n") },
            .open(.get, "/readyz", Self.ready),
            .open(.get, "/metrics", Self.metrics),
            .open(.get, "/assets/:file") { [files] request, services in
                files.response(request.parameters["file"] ?? "", accepting: request.headers[.acceptEncoding] ?? "")
                    ?? Console.problem(request, .notFound, services)
            },
        ]
    }

    /// Ready when a connection of the pages' lane answers.
    @Sendable static func ready(_ request: WebRequest, _ services: Services) async -> WebResponse {
        do {
            try await services.database.perform { connection in
                try connection.inTenant(Tenant.installation.id, .readOnly) { tx in _ = try tx.rows("select 1 as one") }
            }
            return .text("ready\n")
        } catch {
            services.logger.warning("not ready", metadata: ["cause": "\(error)"])
            return .text("not ready: the database does not answer\n", status: .serviceUnavailable)
        }
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
                ("process_resident_memory_bytes", "Resident memory.", Double(ProcessMemory.residentBytes)),
            ]), type: "text/plain; version=0.0.4; charset=utf-8")
    }
}
