import Console
import HTML
import Images
import Templates
import Web

/// The contents that an app shows and its admins write.
package struct CatalogueFeature: Feature {
    package init() {}

    package var guide: GuideTopic? {
        GuideTopic("catalogue", Strings.guide_topic_content, about: Strings.guide_about_catalogue)
    }
    package var permissions: [Permission] { Permission.ofCatalogue }
    package var scopes: [Scope] { Scope.ofCatalogue }
    package var auditActions: [AuditAction] { AuditAction.ofCatalogue }
    package var guardedActs: [GuardedAct] { [.prices, .ownContent] }
    package var objectKinds: [ObjectKind] { [.entry] }
    package var caches: [any SharedCache.Type] { [CatalogueResponses.self] }
    package var homeCards: [any HomeCard.Type] { [InReviewCard.self] }
    package var demo: (any DemoRows.Type)? { CatalogueDemo.self }
    package var catalogues: [CatalogueDeclaration] { Self.own }

    /// In the order of the menu.
    private static let own = [
        Goals.catalogue, Categories.catalogue, Recommendations.catalogue, Questionnaires.catalogue, Texts.catalogue,
        Plans.catalogue,
    ]

    package var imports: [any ImportDeclaration.Type] {
        [
            CatalogueImport<Goals>.self, CatalogueImport<Categories>.self, CatalogueImport<Recommendations>.self,
            CatalogueImport<Questionnaires>.self, CatalogueImport<Texts>.self, CatalogueImport<Plans>.self,
        ]
    }
    package var auditFields: [AuditField] {
        [AuditField(prefix: "", of: .entry, words: CatalogueWords.label, value: CatalogueWords.value)]
    }

    package var menu: [MenuEntry] {
        Self.own.map {
            MenuEntry(
                $0.path == Plans.catalogue.path ? .money : .content, $0.title, icon: $0.icon, path: $0.path,
                needs: .seeCatalogue)
        }
    }

    package var shortcuts: [Shortcut] {
        Self.own.map { Shortcut($0.add, icon: "plus", .tenant("\($0.path)/new", needs: .editCatalogue)) }
    }

    package var routes: [Route] {
        Route.catalogue(Goals.self) + Route.catalogue(Categories.self) + Route.catalogue(Recommendations.self)
            + Route.catalogue(Questionnaires.self) + Route.catalogue(Texts.self) + Route.catalogue(Plans.self) + [
                .service(.get, "catalogue", scope: .scope(.readCatalogue), ReadCatalogue.self).cached
            ]
    }
}
