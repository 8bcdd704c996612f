import Web

/// The pictures that admins have uploaded, to those who may enter the tenant.
package struct ImagesFeature: Feature {
    package init() {}

    package var routes: [Route] {
        [.get("images/:image", needs: .seeHome, file: ShowImage.self)]
    }
}
