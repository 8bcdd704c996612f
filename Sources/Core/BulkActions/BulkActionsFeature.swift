import Console
import HTML
import Templates
import Web

/// Actions on many users at once: prepared, previewed, run in the background, undone.
package struct BulkActionsFeature: Feature {
    package init() {}

    package var guide: GuideTopic? {
        GuideTopic("bulk", Strings.guide_topic_bulk, about: Strings.guide_about_bulk)
    }
    package var place: Place { .people }
    package var auditActions: [AuditAction] { AuditAction.ofBulkAction }
    package var objectKinds: [ObjectKind] { [.bulk] }
    package var jobs: [any Job.Type] { [BulkWork.self] }
    package var personalData: [PersonalTable] {
        [
            PersonalTable(
                "bulk_members", Strings.bulk_title, columns: ["state", "old", "old_reason"], erased: .deleted,
                kept: .asLongAsWork)
        ]
    }
    /// The filter may contain a person's name that was searched for. While users are gathered the filter defines them;
    /// that takes seconds.
    package var personalRemains: [PersonalRemains] {
        [
            PersonalRemains(
                "bulk_actions", Strings.bulk_title,
                where: "bulk_actions.filter is not null and bulk_actions.state <> 'gathering'",
                erased: .emptied([("filter", "null")]))
        ]
    }
    package var timers: [HouseTimer] {
        [HouseTimer.forgetting("bulk actions", BulkActionQueries.deleteOld)]
    }
    package var auditFields: [AuditField] {
        [
            AuditField("bulk", Strings.bulk_one),
            AuditField("bulk_act", Strings.bulk_act) {
                (BulkAct(rawValue: $0)?.label).map { LocalText($0) }?.resolve(in: $1) ?? $0
            },
            AuditField("users_due", Strings.bulk_users_due),
            AuditField("users_changed", Strings.bulk_users_changed),
            AuditField("users_kept", Strings.bulk_users_kept),
            AuditField("users_unfit", Strings.bulk_users_unfit),
            AuditField("users_done", Strings.bulk_users_done),
            AuditField("users_undone", Strings.bulk_users_undone),
            AuditField("users_already", Strings.bulk_users_already),
        ]
    }

    package var shortcuts: [Shortcut] {
        [Shortcut(Strings.bulk_title, icon: "users", .tenant("users/bulk", needs: .seeUsers))]
    }

    package var routes: [Route] {
        [
            .get("users/bulk", needs: .seeUsers, ShowBulkActions.self),
            .get("users/bulk/:bulk", needs: .seeUsers, ShowBulkAction.self),
            .post("users/bulk/deletion/:bulk/run", needs: .deleteUsers, RunBulk<BulkDeletion>.self).stepUp,
            .post("users/bulk/suspension/:bulk/run", needs: .suspendUsers, RunBulk<BulkSuspension>.self).stepUp,
            .post("users/bulk/reinstatement/:bulk/run", needs: .suspendUsers, RunBulk<BulkReinstatement>.self).stepUp,
            .post("users/bulk/restoration/:bulk/run", needs: .deleteUsers, RunBulk<BulkRestoration>.self).stepUp,
            .post("users/bulk/plan/:bulk/run", needs: .manageSubscriptions, RunBulk<BulkPlan>.self).stepUp,
            .post("users/bulk/role/:bulk/run", needs: .editUsers, RunBulk<BulkRole>.self).stepUp,
        ] + others(BulkDeletion.self, needs: .deleteUsers) + others(BulkSuspension.self, needs: .suspendUsers)
            + others(BulkReinstatement.self, needs: .suspendUsers) + others(BulkRestoration.self, needs: .deleteUsers)
            + others(BulkPlan.self, needs: .manageSubscriptions) + others(BulkRole.self, needs: .editUsers)
    }

    private func others<Act: BulkActRoute>(_ act: Act.Type, needs permission: Permission) -> [Route] {
        let base = "users/bulk/\(Act.act.rawValue)"
        return [
            .post(base, needs: permission, PrepareBulk<Act>.self),
            .post("\(base)/:bulk/stop", needs: permission, StopBulk<Act>.self),
            .post("\(base)/:bulk/undo", needs: permission, UndoBulk<Act>.self).stepUp,
        ]
    }
}
