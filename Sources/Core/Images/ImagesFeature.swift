import Console
import Web

/// The pictures that admins have uploaded: for admins of the tenant; for apps only those that the catalogue names.
package struct ImagesFeature: Feature {
    package init() {}

    package var guide: GuideTopic? { .operations }
    package var jobs: [any Job.Type] { [MoveImages.self] }
    package var timers: [HouseTimer] {
        [
            HouseTimer("images that nothing names", every: 3600) { services, round in
                try await SweepImagesAcrossTenants(services: services).run(
                    now: .now, findsOrphans: round % 24 == 0)
            }
        ]
    }

    package var routes: [Route] {
        [
            .get("images/:image", needs: .seeHome, ShowImage.self),
            .service(.get, "images/:image", scope: .scope(.readCatalogue), ReadImage.self),
        ]
    }
}
