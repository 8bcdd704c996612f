import Console
import Postgres
import Web

/// Undoes the changes of an import to students that are still as the import wrote them. A student is not removed if
/// they have a grade, an attendance mark or a link for parents in a class to which the file added them.
struct StudentUndo {
    private struct Step {
        let student: RegisteredStudent
        /// The file added the student, so the undo removes them.
        let goes: Bool
        let values: StudentValues
        let classes: [ImportedClasses.Named]
    }

    private var steps: [Step] = []

    init(_ rows: [ImportUndo], in tx: borrowing TenantTransaction) throws {
        let classes = try ImportedClasses(in: tx)
        let named = rows.map { row -> [ImportedClasses.Named]? in
            guard let cell = row.changes.first(where: { $0.field == "classes" })?.new else { return [] }
            return try? classes.find(cell)
        }
        let ids = rows.map(\.object)
        _ = try tx.rows(StudentImportQueries.lockClasses(Set(named.flatMap { $0 ?? [] }.map(\.id)).sorted()))
        let stored = try RegisteredStudent.read(ids.sorted(), isPreview: false, in: tx)
        var used: [ID: Set<ID>] = [:]
        for row in try tx.rows(StudentImportQueries.used(ids)) {
            used[try row.id("student_id"), default: []].insert(try row.id("class_id"))
        }
        let left = Set(try tx.rows(StudentImportQueries.left(ids)).map { try $0.id("student_id") })
        var numbers: [String: ID] = [:]
        let old = rows.flatMap(\.changes).filter { $0.field == "number" }.compactMap(\.old)
        for row in try tx.rows(StudentQueries.byNumber(old)) { numbers[try row.text("number")] = try row.id("id") }
        for (row, named) in zip(rows, named) {
            guard let named, let student = stored[row.object], student.version == row.version else { continue }
            let (joined, used) = (Set(named.map(\.id)), used[student.id] ?? [])
            guard joined.isSubset(of: student.classes), used.isDisjoint(with: joined) else { continue }
            var values = student.values
            if row.wasAdded {
                guard student.classes == joined, used.isEmpty, !left.contains(student.id) else { continue }
            } else {
                for change in row.changes {
                    if change.field == "name" { values.name = change.old ?? values.name }
                    if change.field == "number" { values.number = change.old ?? "" }
                }
                if let holder = numbers[values.number], holder != student.id { continue }
            }
            steps.append(Step(student: student, goes: row.wasAdded, values: values, classes: named))
        }
    }

    /// The versions that the undone students have afterwards.
    var versions: [ID: Int] {
        Dictionary(
            uniqueKeysWithValues: steps.map { step in
                (step.student.id, step.student.version + (step.student.values == step.values ? 0 : 1))
            })
    }

    func store(in tx: borrowing TenantTransaction, by actor: Actor) throws -> [AuditEvent] {
        var events: [AuditEvent] = []
        for step in steps where !step.goes {
            for one in step.classes {
                try tx.execute(StudentQueries.leave(step.student.id, one.id, at: actor.now))
                events.append(StudentEnrolment.left(step.student.id, class: one.name))
            }
            if step.student.values != step.values {
                events.append(EditStudent.event(step.student.id, from: step.student.values, to: step.values))
            }
        }
        let saved = steps.filter { !$0.goes && $0.student.values != $0.values }.map {
            (id: $0.student.id, values: $0.values)
        }
        if !saved.isEmpty { try tx.execute(StudentImportQueries.save(saved)) }
        let gone = steps.filter(\.goes).map(\.student)
        if !gone.isEmpty {
            try tx.execute(StudentImportQueries.removeEnrolments(gone.map(\.id)))
            try tx.execute(StudentImportQueries.remove(gone.map(\.id)))
        }
        return events
            + gone.map { student in
                AuditEvent(
                    .studentRemoved, on: .student, student.id, subject: student.id,
                    changes: [
                        .init("name", old: student.values.name, isPersonal: true),
                        .init("number", old: student.values.number, isPersonal: true),
                    ])
            }
    }
}
