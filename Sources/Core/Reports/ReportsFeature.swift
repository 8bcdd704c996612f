import HTML
import Templates
import Web

/// What happened in any days: users, what apps show, what programs ask. The report on money stands with the payments.
package struct ReportsFeature: Feature {
    package init() {}

    package var menu: [MenuEntry] {
        [
            MenuEntry(
                .reports, Strings.reports_users, icon: "users", path: UserReport.head.path,
                needs: UserReport.head.needs, isAboutPeople: true),
            MenuEntry(
                .reports, Strings.finance_title, icon: "report", path: "finance", needs: .seeFinance,
                isAboutPeople: true),
            MenuEntry(
                .reports, Strings.reports_catalogue, icon: "text", path: CatalogueReport.head.path,
                needs: CatalogueReport.head.needs),
            MenuEntry(
                .reports, Strings.reports_use, icon: "key", path: UseReport.head.path, needs: UseReport.head.needs),
        ]
    }

    package var routes: [Route] {
        Route.report(UserReport.self) + Route.report(CatalogueReport.self) + Route.report(UseReport.self)
    }
}
