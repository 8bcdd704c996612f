import Console
import HTML
import Templates
import Web

/// The audit trail of a tenant, and for operators that of the installation.
package struct AuditFeature: Feature {
    package init() {}

    package var guide: GuideTopic? {
        GuideTopic("audit", Strings.menu_audit, about: Strings.guide_about_audit)
    }
    package var permissions: [Permission] { Permission.ofAudit }
    package var auditActions: [AuditAction] { AuditAction.ofAudit }
    package var objectKinds: [ObjectKind] { [.trail] }
    package var personalData: [PersonalTable] {
        [
            PersonalTable(
                "audit_events", Strings.audit_title, user: "subject_id",
                columns: ["at", "actor_kind", "actor_name", "action", "object_kind", "fields", "changes", "reason"],
                erased: .kept(.trail), kept: .trail),
            // Without the key, nothing that it sealed can be read.
            PersonalTable(
                "subject_keys", Strings.personal_audit_key, user: "subject_id", columns: [], erased: .deleted,
                kept: .trail),
            // What sealed values are found by. It refers to the key, so it comes after it.
            PersonalTable(
                "audit_sealed_values", Strings.personal_audit_values, user: "subject_id", columns: [], erased: .deleted,
                kept: .trail),
        ]
    }
    package var homeCards: [any HomeCard.Type] { [LatestEventsCard.self] }
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
        Route.files(ExportAudit.self, needs: .seeAudit, inBackground: true)
            + Route.files(operators: ExportAudit.self) + [
                .get("audit", needs: .seeAudit, ListAudit.self), .get(operators: "/audit", ListAudit.self),
            ]
    }
}
