import Console
import HTML
import Templates
import Web

/// Actions that wait for approval by a second admin: requested on their own pages (`RequestApproval`), decided here.
package struct ApprovalsFeature: Feature {
    package init() {}

    package var guide: GuideTopic? {
        GuideTopic("approvals", Strings.approvals_title, about: Strings.guide_about_approvals)
    }
    package var demo: (any DemoRows.Type)? { ApprovalDemo.self }
    package var auditActions: [AuditAction] { AuditAction.ofApproval + AuditAction.ofAsking }
    package var objectKinds: [ObjectKind] { [.approval] }
    package var caches: [any SharedCache.Type] { [WaitingApprovals.self] }
    package var personalData: [PersonalTable] {
        [
            // The request itself is sealed; `object_id` is a user in requests about users.
            PersonalTable(
                "approvals", Strings.approvals_title, user: "object_id",
                columns: [
                    "action", "reason", "currency", "amount", "requested_name", "requested_at", "state", "decision",
                    "decided_at",
                ],
                sums: PersonalSums(["amount"]), erased: .deleted, kept: .asLongAsWork)
        ]
    }
    package var timers: [HouseTimer] {
        [HouseTimer.forgetting("requests about the erased", ApprovalQueries.forget)]
    }
    package var homeCards: [any HomeCard.Type] { [WaitingApprovalsCard.self, OwnRequestsCard.self] }
    package var auditFields: [AuditField] {
        [
            AuditField("act", Strings.approvals_act) {
                AuditAction(id: $0).map { LocalText($0.intent) }?.resolve(in: $1) ?? $0
            },
            AuditField("requested_by", Strings.approvals_by), AuditField("approval", Strings.approvals_request),
        ]
    }

    package var menu: [MenuEntry] {
        [MenuEntry(.safety, Strings.approvals_title, icon: "check", path: "approvals", needs: .seeAdmins)]
    }

    package var routes: [Route] {
        [
            // Each page shows and does only what the actor may do themselves, or has requested.
            .get("approvals", needs: .seeHome, ListApprovals.self),
            .get("approvals/:approval", needs: .seeHome, ShowApproval.self),
            .post("approvals/:approval/approval", needs: .seeHome, ApproveRequest.self).stepUp,
            .post("approvals/:approval/refusal", needs: .seeHome, RefuseRequest.self),
            .post("approvals/:approval/withdrawal", needs: .seeHome, WithdrawRequest.self),
            .post("settings/four-eyes/:act", needs: .manageTenant, SwitchApprovalPolicy.self).stepUp,
        ]
    }
}
