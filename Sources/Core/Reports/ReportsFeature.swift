import Console
import HTML
import Templates
import Web

/// Reports on any period: the catalogue, and the use of the service API. The finance report belongs to the payments.
package struct ReportsFeature: Feature {
    package init() {}

    package var guide: GuideTopic? { .reports }
    package var reports: [any MailedReport.Type] { [CatalogueReport.self, UseReport.self] }

    package var menu: [MenuEntry] {
        [
            MenuEntry(
                .reports, Strings.reports_catalogue, icon: "text", path: CatalogueReport.head.path,
                needs: CatalogueReport.head.needs),
            MenuEntry(
                .reports, Strings.reports_use, icon: "key", path: UseReport.head.path, needs: UseReport.head.needs),
        ]
    }

    package var routes: [Route] { Route.report(CatalogueReport.self) + Route.report(UseReport.self) }
}

/// The report on users.
package struct UserReportsFeature: Feature {
    package init() {}

    package var guide: GuideTopic? { .reports }
    package var place: Place { .people }
    package var reports: [any MailedReport.Type] { [UserReport.self] }

    package var menu: [MenuEntry] {
        [
            MenuEntry(
                .reports, Strings.reports_users, icon: "users", path: UserReport.head.path,
                needs: UserReport.head.needs)
        ]
    }

    package var routes: [Route] { Route.report(UserReport.self) }
}
