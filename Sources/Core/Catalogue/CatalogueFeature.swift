import HTML
import Images
import Templates
import Web

/// All catalogues, in the order of the menu.
enum Catalogues {
    static let all: [CatalogueDeclaration] = [
        Goals.catalogue, Categories.catalogue, Recommendations.catalogue, Questionnaires.catalogue, Texts.catalogue,
        Plans.catalogue,
    ]
}

/// What an app shows and its admins write.
package struct CatalogueFeature: Feature {
    package init() {}

    package var menu: [MenuEntry] {
        Catalogues.all.map { MenuEntry(.content, $0.title, icon: $0.icon, path: $0.path, needs: .seeCatalogue) }
    }

    package var shortcuts: [Shortcut] {
        Catalogues.all.map { Shortcut($0.add, icon: "plus", .tenant("\($0.path)/new", needs: .editCatalogue)) }
    }

    package var routes: [Route] {
        Route.catalogue(Goals.self) + Route.catalogue(Categories.self) + Route.catalogue(Recommendations.self)
            + Route.catalogue(Questionnaires.self) + Route.catalogue(Texts.self) + Route.catalogue(Plans.self) + [
                .service(.get, "catalogue", scope: .scope(.readCatalogue), ReadCatalogue.self)
            ]
    }
}

extension Route {
    /// A catalogue's list, its entries' pages, and everything that is done to them.
    package static func catalogue<C: Catalogued>(_ catalogue: C.Type) -> [Route] {
        let path = C.catalogue.path
        let order: [Route] =
            C.catalogue.isOrdered
            ? ["up", "down"].map { .post("\(path)/:entry/\($0)", needs: .editCatalogue, MoveEntry<C>.self) } : []
        let picture: [Route] =
            C.catalogue.hasPicture
            ? [
                .post("\(path)/:entry/picture", needs: .editCatalogue, ChangePicture<C>.self).upload(
                    ImageLimits.icon.bytes),
                .post("\(path)/:entry/picture/removal", needs: .editCatalogue, RemovePicture<C>.self),
            ] : []
        return Route.list(C.self, needs: .seeCatalogue) + order + Route.importing(CatalogueImport<C>.self) + picture + [
            .get("\(path)/new", needs: .editCatalogue, ShowNewEntry<C>.self),
            .post(path, needs: .editCatalogue, AddEntry<C>.self),
            .get("\(path)/:entry", needs: .seeCatalogue, ShowEntry<C>.self),
            .get("\(path)/:entry/edit", needs: .editCatalogue, ShowDraft<C>.self),
            .post("\(path)/:entry", needs: .editCatalogue, SaveDraft<C>.self),
            .post("\(path)/:entry/review", needs: .editCatalogue, SendToReview<C>.self),
            .post("\(path)/:entry/review/end", needs: .editCatalogue, EndReview<C>.self),
            .post("\(path)/:entry/draft/deletion", needs: .editCatalogue, DiscardDraft<C>.self),
            .post("\(path)/:entry/publication", needs: .publishCatalogue, PublishDraft<C>.self),
            .post("\(path)/:entry/publication/end", needs: .publishCatalogue, Unschedule<C>.self),
            .post("\(path)/:entry/versions/:version/return", needs: .publishCatalogue, ReturnToVersion<C>.self),
            .post("\(path)/:entry/retirement", needs: .publishCatalogue, RetireEntry<C>.self),
            .post("\(path)/:entry/retirement/end", needs: .publishCatalogue, RestoreEntry<C>.self),
        ]
    }
}
