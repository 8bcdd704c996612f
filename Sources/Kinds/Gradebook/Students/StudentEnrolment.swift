import Console
import Postgres

/// Puts students into a class, with an event for each.
enum StudentEnrolment {
    /// - Parameter known: of the school's register already.
    static func add(
        _ new: [(id: ID, name: String, number: String)], known: [ID], to schoolClass: SchoolClass,
        in tx: borrowing TenantTransaction, by actor: Actor
    ) throws -> [AuditEvent] {
        let enrolled = new.map(\.id) + known
        guard !enrolled.isEmpty else { return [] }
        if !new.isEmpty { try tx.execute(StudentQueries.add(new, tenant: tx.tenant, now: actor.now)) }
        try tx.execute(StudentQueries.enrol(enrolled, in: schoolClass.id, tenant: tx.tenant))
        return new.map { student in
            AuditEvent(
                .studentAdded, on: .student, student.id, subject: student.id,
                changes: [
                    .init("name", new: student.name, isPersonal: true),
                    .init("number", new: student.number, isPersonal: true),
                ])
        }
            + enrolled.map { student in
                AuditEvent(
                    .studentEnrolled, on: .student, student, subject: student,
                    changes: [.init("class", new: schoolClass.name)])
            }
    }
}
