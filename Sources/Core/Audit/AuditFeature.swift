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
            .get(operators: "/audit", ListAudit.self),
        ]
    }
}
