import Console
import HTML
import Templates
import Web

/// What is done after the pages: seeing it, trying it again, taking it away.
package struct JobsFeature: Feature {
    package init() {}

    package var guide: GuideTopic? { GuideTopic("jobs", Strings.jobs_title, about: Strings.guide_about_jobs) }
    package var demo: (any DemoRows.Type)? { JobDemo.self }
    package var auditActions: [AuditAction] { AuditAction.ofJob }
    package var objectKinds: [ObjectKind] { [.job] }
    package var homeCards: [any HomeCard.Type] { [FailedJobsCard.self] }
    package var lists: [ListDeclaration] { [JobList.list] }

    package var menu: [MenuEntry] {
        [MenuEntry(.safety, Strings.jobs_title, icon: "clock", path: "jobs", needs: .manageTenant)]
    }

    package var routes: [Route] {
        Route.list(JobList.self, needs: .manageTenant) + [
            .post("jobs/:job/retry", needs: .manageTenant, RetryJob.self),
            .post("jobs/:job/discard", needs: .manageTenant, DiscardJob.self),
        ]
    }
}
