import Console
import HTML
import Postgres
import Templates
import Web

/// Imports the register of students from a file, with each student's classes. A row matches a student by id, else by
/// number, else by a name that only one student has; a row without a match adds a student.
enum StudentImport: ImportDeclaration {
    static let list = StudentList.list.path
    static let title = Strings.gradebook_students_import
    static let menu = Strings.gradebook_students
    static let permission = Permission.importStudents
    static let object = ObjectKind.student
    static let isPersonal = true
    static let staysWhenUndone = false
    static let entryColumn: String? = nil

    static func columns(of tenant: Tenant, _ services: Services) -> [ImportColumn] {
        [
            ImportColumn(
                name: "name", label: Strings.gradebook_student_name,
                alsoCalled: ["student", "pupil", "full name", "nombre", "alumno", "имя", "фио", "ученик", "نام"],
                isRequired: true, examples: ["Adams, Ruth", "Baranov, Ilya"], hint: Strings.gradebook_import_name_hint),
            ImportColumn(
                name: "number", label: Strings.gradebook_number,
                alsoCalled: ["number", "student id", "no", "nr", "número", "номер", "شماره"],
                examples: ["1042", "1043"], hint: Strings.gradebook_import_number_hint),
            ImportColumn(
                name: "classes", label: Strings.gradebook_classes, alsoCalled: ["class", "clase", "класс", "کلاس"],
                examples: ["", ""], hint: Strings.gradebook_import_classes_hint),
            ImportColumn(
                name: "id", label: Strings.list_column_id, examples: ["", ""], hint: Strings.gradebook_import_id_hint),
        ]
    }

    static func preview(
        _ rows: [ImportItem], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> [ImportVerdict] {
        try StudentBatch(rows, isPreview: true, in: tx, by: actor).verdicts
    }

    static func write(
        _ rows: [ImportItem], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> ([ImportVerdict], [AuditEvent]) {
        let batch = try StudentBatch(rows, isPreview: false, in: tx, by: actor)
        return (batch.verdicts, try batch.store(in: tx, by: actor))
    }

    static func undo(
        _ rows: [ImportUndo], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> ([ID: Int], [AuditEvent]) {
        let undo = try StudentUndo(rows, in: tx)
        return (undo.versions, try undo.store(in: tx, by: actor))
    }
}
