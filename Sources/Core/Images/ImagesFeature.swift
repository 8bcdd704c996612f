import Web

/// The pictures that admins have uploaded, to those who may enter the tenant; to apps those that the catalogue names.
package struct ImagesFeature: Feature {
    package init() {}

    package var routes: [Route] {
        [
            .get("images/:image", needs: .seeHome, file: ShowImage.self),
            .service(.get, "images/:image", scope: .scope(.readCatalogue), ReadImage.self),
        ]
    }
}
