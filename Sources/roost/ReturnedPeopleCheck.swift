import Console
import Core
import Logging
import Postgres

/// Looks for people who were erased and came back with an older copy of the database.
enum ReturnedPeopleCheck {
    static func run(_ replay: ReplayErasuresAcrossTenants, _ connection: Connection, _ path: String)
        -> DoctorChecks.Check
    {
        var check = DoctorChecks.Check(what: "nobody who was erased is back", remedy: nil)
        do {
            let returned = try replay.returned(on: connection)
            let (back, held) = (returned.lines.count - returned.held.count, returned.held.count)
            if held > 0 {
                check.what +=
                    ", but for \(Terminal.counted(held, "user")) whom a legal hold keeps that came back as well"
            }
            var faults: [String] = []
            if back > 0 {
                faults.append(
                    "\(Terminal.counted(back, "user")) of the \(returned.known) in \(path) came back with an older copy of the database; run `roost privacy replay`, or start `roost serve` again, which does it first"
                )
            }
            if !returned.strange.isEmpty { faults.append(damaged(returned.strange, path)) }
            if !faults.isEmpty { check.remedy = faults.joined(separator: "; ") }
        } catch {
            check.remedy =
                "\(error), so nobody knows; let this user read the list, or set ROOST_ERASED to where it is"
        }
        return check
    }

    /// A line that was cut off as the disk was full belongs to an erasure that was tried again, under a line of its own. Nothing
    /// tells it from a line that was damaged later, so an operator has to look.
    private static func damaged(_ lines: [Int], _ path: String) -> String {
        let shown = lines.prefix(20).map { "\($0)" }.joined(separator: ", ") + (lines.count > 20 ? ", …" : "")
        return
            "\(Terminal.counted(lines.count, "line")) of \(path) can't be read (\(shown)): whoever stood there is not erased again after a restore; compare it with a backup of the list, and remove what was only cut off"
    }

    /// Erases them again before the first request is answered. A server that can't know whom to erase doesn't start.
    static func mend(
        _ replay: ReplayErasuresAcrossTenants, _ connection: Connection, _ path: String, _ logger: Logger
    ) throws {
        do {
            let done = try replay.run(on: connection)
            if !done.strange.isEmpty {
                logger.error(
                    "the list of erased people is damaged", metadata: ["cause": "\(damaged(done.strange, path))"])
            }
            for user in done.held {
                logger.warning(
                    "an erased user came back, and a legal hold that came back as well keeps them",
                    metadata: ["user": "\(user)"])
            }
            if !done.erased.isEmpty {
                logger.warning(
                    "erased users came back with an older copy of the database and were erased again",
                    metadata: ["users": "\(done.erased.count)"])
            }
        } catch {
            throw Failure(
                "those who were erased may be back, and can't be erased again: \(error); mend that, or set ROOST_ERASED to where the list is"
            )
        }
    }
}
