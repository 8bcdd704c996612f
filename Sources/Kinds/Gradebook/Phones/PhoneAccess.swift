import Console
import HTML
import JSON
import Postgres
import Templates
import Web

/// The scopes of keys that act for a teacher.
extension Scope {
    package static let readGradebook = Scope("gradebook.read", Strings.gradebook_scope_read)
    package static let writeGradebook = Scope("gradebook.write", Strings.gradebook_scope_write)

    /// All of these scopes, as the feature declares them.
    package static let ofGradebook: [Scope] = [.readGradebook, .writeGradebook]
}

/// The teacher for whom a key acts, or whom a user of an app is: the call sees only their classes, and has no permission
/// that they lack.
struct PhoneTeacher {
    let id: ID
    let name: String
    private let permissions: Set<Permission>

    init?(_ caller: ServiceCaller, in tx: borrowing TenantTransaction) throws {
        guard let row = try tx.first(PhoneQueries.teacherAndRole(of: caller)) else { return nil }
        (id, name) = (try row.id("id"), try row.text("name"))
        permissions = try Authentication.permissions(row, in: caller.actor.tenant)
    }

    var mayRead: Bool { permissions.contains(.seeClasses) }
    var mayChange: Bool { permissions.contains(.editClasses) }

    /// Returns the actor whose name is recorded with changes.
    func actor(_ caller: ServiceCaller) -> Actor {
        var actor = caller.actor
        if caller.user == nil {
            actor.name = "\(name) (\(caller.actor.name))"
        } else {
            (actor.id, actor.name) = (id, name)
        }
        return actor
    }

    /// The audit trail names users only as subjects, and the subject of a grade is the student: so the event says who
    /// taught. Of a key it names the key as well.
    var recorded: [AuditEvent.Change] { [.init("teacher", new: name)] }

    /// Returns the teacher for a call about one class: a key without a teacher gets "not found".
    static func of(_ caller: ServiceCaller, in tx: borrowing TenantTransaction, changing: Bool = false) throws
        -> PhoneTeacher
    {
        guard let teacher = try PhoneTeacher(caller, in: tx), teacher.mayRead, !changing || teacher.mayChange
        else {
            throw ServiceProblem.notFound
        }
        return teacher
    }
}
