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
            if back > 0 {
                check.remedy =
                    "\(Terminal.counted(back, "user")) of the \(returned.known) in \(path) came back with an older copy of the database; run `roost privacy replay`, or start `roost serve` again, which does it first"
            }
        } catch {
            check.remedy =
                "\(error), so nobody knows; let this user read the list, or set ROOST_ERASED to where it is"
        }
        return check
    }

    /// Erases them again before the first request is answered. A server that can't know whom to erase doesn't start.
    static func mend(_ replay: ReplayErasuresAcrossTenants, _ connection: Connection, _ logger: Logger) throws {
        do {
            let done = try replay.run(on: connection)
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
