import Assets
import Console
import Core
import HTML
import Logging
import Postgres
import Templates
import Web

/// The assembled console: features, services, routes.
struct ConsoleApplication: Sendable {
    let console: Console
    let services: Services

    /// All declarations of the features. The service API's own part comes last: its document describes all the others.
    static let declarations: Declarations = {
        let features: [any Feature] =
            [
                SignInFeature(), OperationsFeature(files: files), TenantsFeature(), AccountFeature(), PasskeysFeature(),
                ListsFeature(), ApprovalsFeature(), CatalogueFeature(), HomeFeature(), UsersFeature(),
                SegmentsFeature(),
                AnswersFeature(), MessagesFeature(), UserFilesFeature(), SubscriptionsFeature(), ProvidersFeature(),
                FinanceFeature(), RefundsFeature(),
                UserReportsFeature(),
                ReportsFeature(), ReportMailsFeature(), BulkActionsFeature(), ImportsFeature(), ExportsFeature(),
                AdminsFeature(), RolesFeature(), AccessReviewFeature(), NoticesFeature(), AuditFeature(), FindFeature(),
                APIKeysFeature(), AccountsFeature(), TenantSettingsFeature(), JobsFeature(), ImagesFeature(),
                PrivacyFeature(), PrivacyRequestsFeature(),
                GuideFeature(), TourFeature(),
            ] + Kinds.all.flatMap(\.features)
        // Endpoints read declarations to describe themselves: the catalogues, the scopes.
        let others = Declarations(features)
        Declarations.install(others)
        let all = Declarations(features + [ServiceFeature(describing: others.routes)])
        Declarations.install(all)
        return all
    }()

    static var files: StaticFiles { StaticFiles(Assets.files.map { ("\($0.name)", "\($0.text)") }) }

    init(installation: Installation, database: Database, logger: Logger) {
        let files = Self.files
        let declarations = Self.declarations
        services = Services(
            database: database, keyring: installation.keyring, keys: installation.keys,
            assets: AssetLinks(
                css: files.link("roost.css"), script: files.link("roost.js"), icons: files.link("icons.svg"),
                favicon: files.link("favicon.svg"), files: files.links),
            address: installation.address, kinds: Kinds.all, declarations: declarations,
            mail: installation.settings.mail, imageStore: installation.settings.imageStore,
            settings: [
                installation.settings.providers, installation.settings.identities, installation.settings.erased,
            ]
                + (installation.settings.edge.metricsToken.map { [MetricsAccess(token: $0)] } ?? []),
            metrics: Metrics(), logger: logger)
        console = Console(services: services, routes: declarations.routes)
    }
}
