import Console
import Core
import Postgres

/// Checks that the image store accepts, returns and lists objects, and that all images are where they can be read.
enum ImageStoreCheck {
    static func run(_ store: ImageStore?, _ connection: Connection) async throws -> [DoctorChecks.Check] {
        let count = try ImageCountAcrossTenants(on: connection)
        guard let store else {
            guard count.inStore > 0 else { return [] }
            return [
                .init(
                    what: "\(count.inStore) images lie in an image store that is not set up",
                    remedy:
                        "set ROOST_IMAGE_STORE as it was; ROOST_IMAGES_IN=database then brings them back while `roost serve` runs"
                )
            ]
        }
        let what = "images lie in \(store.objects): \(count.inStore) there, \(count.inDatabase) in the database"
        do {
            try await store.objects.probe()
        } catch {
            return [.init(what: what, remedy: "\(error); see ROOST_IMAGE_STORE")]
        }
        return [.init(what: what, remedy: nil)]
    }
}
