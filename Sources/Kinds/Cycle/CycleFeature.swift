import Console
import HTML
import Templates
import Web

/// The content of a cycle tracker's app: articles, disclaimers, prediction rules, releases, bundles of them, and the
/// number of their downloads. Nothing in it is personal data.
package struct CycleFeature: Feature {
    package init() {}

    package var guide: GuideTopic? { GuideTopic("cycle", Strings.guide_topic_cycle, about: Strings.guide_about_cycle) }
    package var place: Place { .kind("cycle") }
    package var permissions: [Permission] { [.publishBundles] }
    package var auditActions: [AuditAction] { [.bundlePublished] }
    package var objectKinds: [ObjectKind] { [.cycleBundle] }
    package var auditFields: [AuditField] {
        [
            AuditField("rules_version", Strings.cycle_rules, of: .cycleBundle),
            AuditField("articles", Strings.cycle_articles, of: .cycleBundle),
            AuditField("languages", Strings.catalogue_languages, of: .cycleBundle),
        ]
    }
    package var catalogues: [CatalogueDeclaration] { Self.own }
    package var imports: [any ImportDeclaration.Type] {
        [
            CatalogueImport<Articles>.self, CatalogueImport<Disclaimers>.self, CatalogueImport<RuleSets>.self,
            CatalogueImport<Releases>.self,
        ]
    }
    package var reports: [any MailedReport.Type] { [DownloadReport.self] }
    package var caches: [any SharedCache.Type] { [DownloadCounts.self] }
    package var firstSteps: [FirstStep] {
        [
            FirstStep(
                Strings.cycle_first_article, path: Articles.catalogue.path, needs: .publishCatalogue,
                actions: [.entryPublished, .entryScheduled]),
            FirstStep(
                Strings.cycle_first_bundle, path: "cycle-bundles", needs: .publishBundles, actions: [.bundlePublished]),
        ]
    }
    package var homeCards: [any HomeCard.Type] { [BundleCard.self] }
    package var demo: (any DemoRows.Type)? { CycleDemo.self }

    /// In the order of the menu.
    private static let own = [Articles.catalogue, Disclaimers.catalogue, RuleSets.catalogue, Releases.catalogue]

    package var menu: [MenuEntry] {
        Self.own.map { MenuEntry(.content, $0.title, icon: $0.icon, path: $0.path, needs: .seeCatalogue) } + [
            MenuEntry(.content, Strings.cycle_simulator, icon: "play", path: "cycle-simulator", needs: .seeCatalogue),
            MenuEntry(.content, Strings.cycle_bundles, icon: "download", path: "cycle-bundles", needs: .seeCatalogue),
            MenuEntry(
                .reports, Strings.cycle_downloads, icon: "report", path: DownloadReport.head.path, needs: .seeCatalogue),
        ]
    }

    package var shortcuts: [Shortcut] {
        Self.own.map { Shortcut($0.add, icon: "plus", .tenant("\($0.path)/new", needs: .editCatalogue)) }
    }

    package var routes: [Route] {
        Route.catalogue(Articles.self) + Route.catalogue(Disclaimers.self) + Route.catalogue(RuleSets.self)
            + Route.catalogue(Releases.self) + Route.report(DownloadReport.self) + [
                .get("cycle-simulator", needs: .seeCatalogue, ShowSimulator.self),
                .post("cycle-simulator", needs: .seeCatalogue, showing: RunSimulator.self),
                .get("cycle-bundles", needs: .seeCatalogue, ShowBundles.self),
                .post("cycle-bundles/:rules", needs: .publishBundles, PublishBundle.self),
                .publicly("bundle/:language", ReadBundle.self),
                .publicly("bundles/:number/:language", ReadBundle.self),
                .publicly("bundles", ReadBundles.self),
                .publicly("releases", ReadReleases.self),
            ]
    }
}

extension Permission {
    static let publishBundles = Permission(
        "bundles.publish", Strings.cycle_permission_publish, in: .content, roles: [.manager], needs: .seeCatalogue,
        recordedAs: [.bundlePublished])
}

extension AuditAction {
    static let bundlePublished = AuditAction("bundle.published", Strings.cycle_audit_published)
}

extension ObjectKind {
    static let cycleBundle = ObjectKind("cycle_bundle", Strings.cycle_bundle)
}
