import Console
import HTML
import Templates
import Web

/// Files that are made in the background. They are requested on the pages of their lists (`Route.background`).
package struct ExportsFeature: Feature {
    package init() {}

    package var guide: GuideTopic? { .lists }
    package var auditActions: [AuditAction] { AuditAction.ofExport + AuditAction.ofStoredExport }
    package var objectKinds: [ObjectKind] { [.export] }
    package var jobs: [any Job.Type] { [ExportWork.self] }
    /// An export must be opened to learn which users it contains.
    package var personalRemains: [PersonalRemains] {
        [PersonalRemains("exports", Strings.export_list, where: "true", erased: .deleted)]
    }
    package var timers: [HouseTimer] {
        [HouseTimer.forgetting("stored exports", ExportQueries.deleteOld)]
    }
    package var auditFields: [AuditField] {
        [
            AuditField("export", Strings.audit_field_export)
        ]
    }

    package var shortcuts: [Shortcut] {
        [Shortcut(Strings.export_list, icon: "download", .tenant("exports", needs: .seeHome))]
    }

    package var routes: [Route] {
        [
            // Each export belongs to its requester alone, and needs the same permission as the immediate file.
            .get("exports", needs: .seeHome, ShowExports.self),
            .get("exports/:export", needs: .seeHome, ShowExport.self),
            .download("exports/:export/file", needs: .seeHome, FetchExport.self),
            .post("exports/:export/deletion", needs: .seeHome, DeleteExport.self),
        ]
    }
}
