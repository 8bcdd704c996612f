import HTML
import Images
import Postgres
import Templates
import Web

/// Adds or replaces the picture in an entry's draft: apps get it when the draft is published.
package struct ChangePicture<C: Catalogued>: Changing {
    private let act: EntryAct<C>
    private let file: UploadedFile?
    private var image = UploadedImage.none

    package init(_ request: WebRequest) throws {
        act = try EntryAct(request)
        file = request.multipart?.files[ContentField.picture]
    }

    package mutating func receive(_ services: Services) async throws {
        image = try await UploadedImage.read(file, .icon, services)
    }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let entry = try act.locked(in: tx, by: actor)
        let picture: CheckedImage
        switch image {
        case .sound(let image):
            guard try StoredImage.hasRoom(for: image, in: tx) else {
                throw try refused(LocalText(Strings.error_image_room), in: tx, by: actor, services)
            }
            picture = image
        case .none: throw try refused(LocalText(Strings.error_image_none), in: tx, by: actor, services)
        case .refused(let words): throw try refused(words, in: tx, by: actor, services)
        }
        return try act.draw(
            try StoredImage.keep(picture, in: tx, by: actor, services), for: entry, in: tx, by: actor, services)
    }

    private func refused(_ error: LocalText, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services)
        throws -> Refusal
    {
        .form(try EntryPageMaker<C>(id: act.id, pictureError: error).page(in: tx, by: actor, services))
    }
}

/// Removes the picture from the draft.
package struct RemovePicture<C: Catalogued>: Changing {
    private let act: EntryAct<C>

    package init(_ request: WebRequest) throws { act = try EntryAct(request) }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let entry = try act.locked(in: tx, by: actor)
        guard entry.newest.picture != nil else { throw try act.conflict(in: tx, by: actor, services) }
        return try act.draw(nil, for: entry, in: tx, by: actor, services)
    }
}

extension EntryAct {
    /// Changes the picture in the present draft, or in a new one that otherwise equals what apps get.
    fileprivate func draw(
        _ image: ID?, for entry: CatalogueEntry, in tx: borrowing TenantTransaction, by actor: Actor,
        _ services: Services
    ) throws -> Change {
        var content = entry.newest
        content[ContentField.picture] = image?.description ?? ""
        try C.catalogue.save(content, as: id, nextNumber: entry.nextNumber, in: tx, by: actor)
        let name = C.catalogue.entryName(content, actor.tenant.languages)
        return try done(
            .entryDraftSaved, name, content.changes(from: entry.newest), flash: Strings.catalogue_was_saved, in: tx,
            by: actor,
            services)
    }
}

extension Content {
    /// The id of the image that it names.
    package var picture: ID? { ID(self[ContentField.picture]) }
}
