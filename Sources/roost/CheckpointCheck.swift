import Console
import Core
import Glibc
import Postgres

/// Checks that the place outside the database accepts audit checkpoints.
enum CheckpointCheck {
    static func run(_ installation: Installation) async throws -> DoctorChecks.Check {
        let place = try installation.settings.checkpointPlace()
        let what = "audit checkpoints leave for \(place)"
        do {
            switch place {
            case .directory(let directory): return .init(what: what, remedy: try remedy(directory, installation))
            case .server:
                // A real checkpoint does no harm, and shows that the next one will arrive.
                let moved = try CheckpointsAcrossTenants(place: place, key: installation.keys.checkpoints)
                    .moved(installation.connection(), now: .now, known: [:])
                try await place.keep(moved.lines, at: .now)
                return .init(what: what, remedy: nil)
            }
        } catch {
            return .init(what: what, remedy: "\(error); see ROOST_CHECKPOINTS")
        }
    }

    /// Only checks the directory: a file that this user made might not be writable for the server's user.
    private static func remedy(_ directory: String, _ installation: Installation) throws -> String? {
        guard access(directory, W_OK) == 0 else {
            return access(directory, F_OK) == 0
                ? "this user can't write there; let the server's user own the directory"
                : "the directory is not there yet; `roost serve` makes it"
        }
        guard let newest = CheckpointsAcrossTenants.files(in: directory).last else { return nil }
        let read = try CheckpointsAcrossTenants.read([newest], signedBy: installation.keys.checkpoints.publicKey)
        if read.refused > 0 {
            return "\(read.refused) lines of \(newest) are not signed by this installation: find out who wrote them"
        }
        return nil
    }
}
