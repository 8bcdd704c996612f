import HTML
import Images
import Templates
import Web

extension Route {
    /// The routes of a catalogue: its list, its entries' pages, and all actions on them.
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
        let pages: [Route] = [
            .get("\(path)/new", needs: .editCatalogue, ShowNewEntry<C>.self),
            .post(path, needs: .editCatalogue, AddEntry<C>.self),
            .post("\(path)/form", needs: .editCatalogue, showing: ShapeNewEntry<C>.self),
            .get("\(path)/:entry", needs: .seeCatalogue, ShowEntry<C>.self),
            .get("\(path)/:entry/edit", needs: .editCatalogue, ShowDraft<C>.self),
            .post("\(path)/:entry", needs: .editCatalogue, SaveDraft<C>.self),
            .post("\(path)/:entry/form", needs: .editCatalogue, showing: ShapeDraft<C>.self),
            .post("\(path)/:entry/review", needs: .editCatalogue, SendToReview<C>.self),
            .post("\(path)/:entry/review/end", needs: .editCatalogue, EndReview<C>.self),
            .post("\(path)/:entry/draft/deletion", needs: .editCatalogue, DiscardDraft<C>.self),
            .get("\(path)/:entry/publication", needs: .publishCatalogue, ShowPublication<C>.self),
            .post("\(path)/:entry/publication/withdrawal", needs: .publishCatalogue, WithdrawPublication<C>.self),
            .post("\(path)/:entry/publication", needs: .publishCatalogue, PublishDraft<C>.self),
            .post("\(path)/:entry/publication/end", needs: .publishCatalogue, Unschedule<C>.self),
            .post("\(path)/:entry/versions/:version/return", needs: .publishCatalogue, ReturnToVersion<C>.self),
            .post("\(path)/:entry/retirement", needs: .publishCatalogue, RetireEntry<C>.self),
            .post("\(path)/:entry/retirement/end", needs: .publishCatalogue, RestoreEntry<C>.self),
        ]
        return Route.list(C.self, needs: .seeCatalogue) + order + Route.importing(CatalogueImport<C>.self) + picture
            + pages
    }
}
