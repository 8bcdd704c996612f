import Console
import Postgres

/// Adds students to the register and to classes, with an event for each.
enum StudentEnrolment {
    /// - Parameter known: students who are already in the school's register.
    static func add(
        _ new: [(id: ID, name: String, number: String)], known: [ID], to schoolClass: SchoolClass,
        in tx: borrowing TenantTransaction, by actor: Actor
    ) throws -> [AuditEvent] {
        try register(new, in: tx, by: actor)
            + enrol(new.map(\.id) + known, in: (schoolClass.id, schoolClass.name), tx)
    }

    /// The same; nil if somebody else gave one of the numbers in the same moment.
    static func addUnlessTaken(
        _ new: [(id: ID, name: String, number: String)], known: [ID], to schoolClass: SchoolClass,
        in tx: borrowing TenantTransaction, by actor: Actor
    ) throws -> [AuditEvent]? {
        try unlessTaken(in: tx) { tx in try add(new, known: known, to: schoolClass, in: tx, by: actor) }
    }

    /// Returns false if somebody else gave the number in the same moment.
    static func saveUnlessTaken(_ id: ID, name: String, number: String, in tx: borrowing TenantTransaction) throws
        -> Bool
    {
        try unlessTaken(in: tx) { tx in try tx.execute(StudentQueries.save(id, name: name, number: number)) } != nil
    }

    /// Takes back what `write` did, and returns nil, if it gives a number that somebody else gave in the same moment.
    private static func unlessTaken<T>(
        in tx: borrowing TenantTransaction, _ write: (borrowing TenantTransaction) throws -> T
    ) throws -> T? {
        do {
            return try tx.undoing(write)
        } catch let error as DatabaseError where error.violates(unique: StudentQueries.numberIndex) {
            return nil
        }
    }

    static func register(
        _ new: [(id: ID, name: String, number: String)], in tx: borrowing TenantTransaction, by actor: Actor
    ) throws -> [AuditEvent] {
        guard !new.isEmpty else { return [] }
        try tx.execute(StudentQueries.add(new, tenant: tx.tenant, now: actor.now))
        return new.map { student in
            AuditEvent(
                .studentAdded, on: .student, student.id, subject: student.id,
                changes: [
                    .init("name", new: student.name, isPersonal: true),
                    .init("number", new: student.number, isPersonal: true),
                ])
        }
    }

    /// The class must be locked.
    static func enrol(_ students: [ID], in schoolClass: (id: ID, name: String), _ tx: borrowing TenantTransaction)
        throws
        -> [AuditEvent]
    {
        guard !students.isEmpty else { return [] }
        try tx.execute(StudentQueries.enrol(students, in: schoolClass.id, tenant: tx.tenant))
        return students.map { came($0, class: schoolClass.name) }
    }

    static func came(_ student: ID, class name: String) -> AuditEvent {
        AuditEvent(.studentEnrolled, on: .student, student, subject: student, changes: [.init("class", new: name)])
    }

    static func left(_ student: ID, class name: String) -> AuditEvent {
        AuditEvent(.studentLeft, on: .student, student, subject: student, changes: [.init("class", new: name)])
    }
}
