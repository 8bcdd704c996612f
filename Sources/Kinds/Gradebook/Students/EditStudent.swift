import Console
import Core
import HTML
import Postgres
import Templates
import Web

/// A student in the register: name, number and classes. It records the reading. A student within a class is counted with the
/// pages of that class, which shows the same.
struct ShowStudent: Viewing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("student") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> (any Page, AuditEvent)
    {
        guard let row = try tx.first(StudentQueries.one(id)) else { throw Refusal.notFound }
        return (
            try StudentForm(stored: row).page(in: tx, by: actor, services),
            AuditEvent(.studentViewed, on: .student, id, subject: id)
        )
    }
}

/// A student's own fields.
struct StudentValues: Sendable, Equatable {
    var name: String
    var number: String
}

/// The typed fields of a student, and their errors.
struct StudentForm {
    let id: ID
    var values: StudentValues
    var version: Int
    var errors: [String: LocalText] = [:]
    /// The values with which the form was opened.
    let was: StudentValues
    var conflict: Conflict?
    /// Why the student is to be removed for good, as it was typed.
    var erasureReason = ""
    /// Why the file of everything is taken, as it was typed.
    var dataReason = ""

    init(stored row: Row) throws {
        (id, version) = (try row.id("id"), try row.int("version"))
        values = StudentValues(name: try row.text("name"), number: try row.text("number"))
        was = values
    }

    /// A name is changed by those who teach its student now: the wall shows the actor no other class, but also who has left
    /// theirs.
    static func mayChange(_ id: ID, in tx: borrowing TenantTransaction, by actor: Actor) throws -> Bool {
        guard actor.may(.editClasses) else { return false }
        return try actor.may(.seeAllClasses) || tx.first(StudentQueries.classes(of: id)) != nil
    }

    func page(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> StudentFormPage {
        let classes = try tx.send(StudentQueries.classes(of: id))
        let mayChange = try Self.mayChange(id, in: tx, by: actor)
        // What is done in the register is of no class. The rest of a student's history tells of classes, and a teacher sees only
        // their own.
        let trail = try ObjectTrail(
            of: id, kinds: [.student], only: actor.may(.seeAllClasses) ? nil : ObjectKind.student.openActions, in: tx,
            by: actor
        )
        var dataReason = Field(
            "reason", label: LocalText(Strings.gradebook_reason), value: self.dataReason,
            hint: LocalText(Strings.gradebook_erase_reason_hint), error: errors["data-reason"],
            isRequired: true)
        dataReason.idPrefix = "data-"
        return StudentFormPage(
            frame: actor.frame(
                was.name, services, current: "students",
                crumb: (LocalText(Strings.gradebook_students), actor.link("students"))),
            title: was.name, action: "\(actor.link("students"))/\(id)", mayChange: mayChange,
            advice: actor.may(.editClasses) && !mayChange ? LocalText(Strings.gradebook_student_of_others) : nil,
            name: Field(
                "name", label: LocalText(Strings.gradebook_student_name), value: values.name, error: errors["name"],
                isRequired: true),
            number: Field(
                "number", label: LocalText(Strings.gradebook_number), value: values.number, error: errors["number"]),
            conflict: conflict,
            hidden: [
                HiddenValue("version", String(version)), HiddenValue("was_name", was.name),
                HiddenValue("was_number", was.number),
            ],
            classes: try classes.rows().map { row in
                let link: Link = "\(actor.link("classes"))/\(try row.id("id"))/students/\(id)"
                return StudentFormPage.Place(
                    name: try row.text("name"), term: try row.text("term"), link: link,
                    reportLinks: actor.may(.editClasses) ? "\(link)/links" : nil)
            }, trail: try trail.card(Strings.gradebook_history, in: tx, by: actor, services),
            privacy: actor.may(.handlePrivacy) && actor.may(.seeAllClasses)
                ? StudentFormPage.Privacy(
                    data: "\(actor.link("students"))/\(id)/data.jsonl", dataReason: dataReason,
                    erasure: "\(actor.link("students"))/\(id)/erasure",
                    reason: Field(
                        "reason", label: LocalText(Strings.gradebook_reason),
                        value: erasureReason, hint: LocalText(Strings.gradebook_erase_reason_hint),
                        error: errors["reason"], isRequired: true)) : nil)
    }
}

struct EditStudent: Changing {
    let id: ID
    let typed: StudentValues
    let was: StudentValues
    let version: Int?

    init(_ request: WebRequest) throws {
        id = try request.id("student")
        let form = request.form
        func values(_ prefix: String) -> StudentValues {
            StudentValues(
                name: form.trimmed(prefix + "name") ?? "", number: form.trimmed(prefix + "number") ?? "")
        }
        (typed, was) = (values(""), values("was_"))
        version = request.form["version"].flatMap { Int($0) }
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let row = try tx.first(StudentQueries.lock(id)) else { throw Refusal.notFound }
        guard try StudentForm.mayChange(id, in: tx, by: actor) else { throw Refusal.notAllowed }
        let stored = try StudentForm(stored: row)
        var form = stored
        if version != stored.version, was != stored.values {
            let merge = Merge(
                typed: typed, was: was, stored: stored.values,
                fields: [(Strings.gradebook_student_name, \.name), (Strings.gradebook_number, \.number)])
            form.values = merge.values
            form.conflict = Conflict(
                title: LocalText(Strings.gradebook_student_changed),
                saved: try AuditReader.lastSaved(.studentChanged, of: id, in: tx, by: actor), notes: merge.notes)
            throw Refusal.changed(try form.page(in: tx, by: actor, services))
        }
        form.values = typed
        let (name, number) = (typed.name, typed.number)
        form.errors["name"] = LineText.fault(name, most: 120)
        form.errors["number"] = LineText.fault(number, most: 40, isRequired: false)
        if !number.isEmpty, try tx.rows(StudentQueries.byNumber([number])).contains(where: { try $0.id("id") != id }) {
            form.errors["number"] = LocalText(Strings.gradebook_error_number)
        }
        guard form.errors.isEmpty else { throw Refusal.form(try form.page(in: tx, by: actor, services)) }
        guard try StudentEnrolment.saveUnlessTaken(id, name: name, number: number, in: tx) else {
            form.errors["number"] = LocalText(Strings.gradebook_error_number)
            throw Refusal.form(try form.page(in: tx, by: actor, services))
        }
        return Change(
            Self.event(id, from: stored.values, to: typed),
            next: .to("\(actor.link("students"))/\(id)", flash: Strings.gradebook_student_was_saved))
    }

    static func event(_ id: ID, from old: StudentValues, to new: StudentValues) -> AuditEvent {
        AuditEvent(
            .studentChanged, on: .student, id, subject: id,
            changes: [("name", old.name, new.name), ("number", old.number, new.number)]
                .filter { $0.1 != $0.2 }.map { .init($0.0, old: $0.1, new: $0.2, isPersonal: true) })
    }
}
