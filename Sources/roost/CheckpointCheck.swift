import Console
import Core
import Glibc
import Postgres

/// Checks that the place outside the database accepts audit checkpoints, and that no chain ends before those there.
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
        guard let newest = CheckpointsAcrossTenants.files(in: directory).last else {
            return
                "none is there; `roost serve` writes the first as it starts, so if it ran, find out who removed them"
        }
        let key = installation.keys.checkpoints
        let read = try CheckpointsAcrossTenants.read([newest], signedBy: key.publicKey)
        if read.refused > 0 {
            return
                "\(Terminal.counted(read.refused, "line")) of \(newest) without this installation's signature: find out who wrote there"
        }
        return remedy(
            // Before the heads are read: a running server writes on.
            reached: CheckpointsAcrossTenants.reached(in: directory, signedBy: key.publicKey),
            heads: try CheckpointsAcrossTenants(place: .directory(directory), key: key)
                .moved(installation.connection(), now: .now, known: [:]).heads)
    }

    static func remedy(reached: [ID: Int], heads: [ID: Int]) -> String? {
        let receded = CheckpointsAcrossTenants.receded(heads, behind: reached)
        guard let first = receded.first else { return nil }
        return
            "\(Terminal.counted(receded.count, "audit log")) ending before an event that a checkpoint has (\(first.tenant): \(first.last), not \(first.reached)): the database is an older copy, or somebody removed events; run `roost audit verify`, and see “Backups” in operating.md"
    }
}
