import HTML
import Templates
import Web

/// The trail of a tenant, and for operators that of the installation.
package struct AuditFeature: Feature {
    package init() {}

    package var menu: [MenuEntry] {
        [MenuEntry(.safety, Strings.menu_audit, icon: "trail", path: "audit", needs: .seeAudit)]
    }

    package var routes: [Route] {
        [
            .get("audit", needs: .seeAudit, ListAudit.self),
            .get("audit/export", needs: .seeAudit, ShowAuditExport.self),
            Route.background(ExportAudit.self, needs: .seeAudit).stepUp,
            .download("audit.csv", needs: .seeAudit, ExportAudit.self).stepUp,
            .download("audit.xlsx", needs: .seeAudit, ExportAudit.self).stepUp,
            .download("audit.jsonl", needs: .seeAudit, ExportAudit.self).stepUp,
            .get(operators: "/audit", ListAudit.self),
            .get(operators: "/audit/export", ShowAuditExport.self),
            .download(operators: "/audit.csv", ExportAudit.self).stepUp,
            .download(operators: "/audit.xlsx", ExportAudit.self).stepUp,
            .download(operators: "/audit.jsonl", ExportAudit.self).stepUp,
        ]
    }
}
