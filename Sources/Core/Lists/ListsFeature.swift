import Console
import HTML
import Templates

/// The shared parts of every list: saved views, files, totals.
package struct ListsFeature: Feature {
    package init() {}

    package var guide: GuideTopic? { .lists }
    package var permissions: [Permission] { Permission.ofView }
    package var auditActions: [AuditAction] { AuditAction.ofView + AuditAction.ofList }
    package var objectKinds: [ObjectKind] { [.view, .list] }
    package var personalNames: [PersonalNames] {
        [PersonalNames("saved_views", Strings.views_title, column: "name", replacement: "'—'")]
    }
    package var caches: [any SharedCache.Type] { [SavedViews.self, Totals.self] }

    package var auditFields: [AuditField] {
        [
            AuditField("format", Strings.audit_field_format),
            AuditField("filter", Strings.audit_field_filter, value: FilterWords.words),
            AuditField("search", Strings.audit_field_search),
            AuditField("rows", Strings.audit_field_rows), AuditField("shared", Strings.audit_field_shared),
            AuditField("list", Strings.audit_kind_list) {
                Declarations.current.listTitle($0).map { LocalText($0) }?.resolve(in: $1) ?? $0
            },
        ]
    }
}
