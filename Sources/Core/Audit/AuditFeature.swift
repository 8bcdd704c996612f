import Console
import HTML
import Templates
import Web

/// The trail of a tenant, and for operators that of the installation.
package struct AuditFeature: Feature {
    package init() {}

    package var permissions: [Permission] { Permission.ofAudit }
    package var auditActions: [AuditAction] { AuditAction.ofAudit }
    package var objectKinds: [ObjectKind] { [.trail] }
    package var auditFields: [AuditField] {
        [
            AuditField("first", Strings.audit_field_first),
            AuditField("last", Strings.audit_field_last),
            AuditField("digest", Strings.audit_field_digest),
        ]
    }

    package var menu: [MenuEntry] {
        [MenuEntry(.safety, Strings.menu_audit, icon: "trail", path: "audit", needs: .seeAudit)]
    }

    package var routes: [Route] {
        Route.files("audit", needs: .seeAudit, ExportAudit.self).map(\.stepUp)
            + Route.files(operators: "/audit", ExportAudit.self).map(\.stepUp) + [
                .get("audit", needs: .seeAudit, ListAudit.self),
                .get("audit/export", needs: .seeAudit, ShowAuditExport.self),
                Route.background(ExportAudit.self, needs: .seeAudit).stepUp,
                .get(operators: "/audit", ListAudit.self),
                .get(operators: "/audit/export", ShowAuditExport.self),
            ]
    }
}
