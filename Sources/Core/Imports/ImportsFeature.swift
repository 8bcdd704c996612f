import Console
import HTML
import Templates

/// The shared parts of every import, whichever list it fills: its audit events and its job.
package struct ImportsFeature: Feature {
    package init() {}

    package var guide: GuideTopic? {
        GuideTopic("imports", Strings.guide_topic_imports, about: Strings.guide_about_imports)
    }
    package var demo: (any DemoRows.Type)? { ImportDemo.self }
    package var auditActions: [AuditAction] { AuditAction.ofImport }
    package var objectKinds: [ObjectKind] { [.import] }
    package var jobs: [any Job.Type] { [ImportWork.self] }
    package var personalData: [PersonalTable] {
        [
            // The row's values are sealed; `object_id` is a user in imports of users.
            PersonalTable(
                "import_rows", Strings.import_rows, user: "object_id", columns: ["number", "state"], erased: .deleted,
                kept: .asLongAsWork)
        ]
    }
    /// A file that was not run yet is deleted as a whole, and can be uploaded again without the person. A file that was
    /// run can still be undone from its rows; the file itself, rows without a user and the samples of its first lines
    /// are deleted.
    package var personalRemains: [PersonalRemains] {
        [
            PersonalRemains("import_chunks", Strings.import_file, where: "true", erased: .deleted),
            PersonalRemains(
                "import_rows", Strings.import_rows,
                where: """
                    import_rows.object_id is null and exists (select from imports
                        where imports.id = import_rows.import_id and imports.state not in ('running', 'undoing'))
                    """, erased: .deleted),
            PersonalRemains(
                "imports", Strings.import_past,
                where: "imports.state in ('matching', 'checking', 'checked', 'unreadable')", erased: .deleted),
            PersonalRemains(
                "imports", Strings.import_past,
                where: "imports.state not in ('matching', 'checking', 'checked', 'unreadable')",
                erased: .rewritten { tx, keys in try Import.forgetSamples(in: tx, keys) }),
        ]
    }
    package var timers: [HouseTimer] { [HouseTimer.forgetting("imports", ImportQueries.deleteOld)] }

    package var auditFields: [AuditField] {
        [
            AuditField("import", Strings.import_one), AuditField("columns", Strings.import_columns),
            AuditField("encoding", Strings.import_encoding),
            AuditField("rows_added", Strings.import_rows_added),
            AuditField("rows_updated", Strings.import_rows_updated),
            AuditField("rows_failed", Strings.import_rows_failed), AuditField("rows_wrong", Strings.import_rows_wrong),
            AuditField("rows_undone", Strings.import_rows_undone), AuditField("rows_kept", Strings.import_rows_kept),
        ]
    }
}
