import Assets
import Core
import HTML
import Logging
import Postgres
import Templates
import Web

/// The console put together: features, services, routes.
struct ConsoleApplication: Sendable {
    let console: Console
    let services: Services

    static func features(files: StaticFiles) -> [any Feature] {
        let features: [any Feature] =
            [
                SignInFeature(), OperationsFeature(files: files), TenantsFeature(), AccountFeature(), PasskeysFeature(),
                ApprovalsFeature(),
                CatalogueFeature(), HomeFeature(), UsersFeature(), SegmentsFeature(), AnswersFeature(),
                SubscriptionsFeature(), ProvidersFeature(), FinanceFeature(), ReportsFeature(), ReportMailsFeature(),
                BulkActionsFeature(), ExportsFeature(),
                AdminsFeature(), RolesFeature(), AccessReviewFeature(), NoticesFeature(), AuditFeature(), FindFeature(),
                APIKeysFeature(),
                TenantSettingsFeature(), JobsFeature(), ImagesFeature(),
            ] + Kinds.all.flatMap(\.features)
        return features + [ServiceFeature(describing: features.flatMap(\.routes))]
    }

    static var files: StaticFiles { StaticFiles(Assets.files.map { ("\($0.name)", "\($0.text)") }) }

    init(installation: Installation, database: Database, logger: Logger) {
        let files = Self.files
        let features = Self.features(files: files)
        services = Services(
            database: database, keyring: installation.keyring, keys: installation.keys,
            assets: AssetLinks(
                css: files.link("roost.css"), script: files.link("roost.js"), icons: files.link("icons.svg"),
                favicon: files.link("favicon.svg")),
            address: installation.address, kinds: Kinds.all, features: features,
            mail: installation.settings.mail, imageStore: installation.settings.imageStore,
            providers: installation.settings.providers, metrics: Metrics(), logger: logger)
        console = Console(services: services, routes: features.flatMap(\.routes))
    }
}
