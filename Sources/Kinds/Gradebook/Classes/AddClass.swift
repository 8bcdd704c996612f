import Console
import HTML
import Postgres
import Templates
import Web

/// The form of a new class. With `?copy=ID` it starts with the rules and assignments of another class, for a new
/// term.
struct ShowNewClass: Viewing {
    let copied: ID?

    init(_ request: WebRequest) { copied = request.query["copy"].flatMap { ID($0) } }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        var form = ClassForm(teachers: Set([actor.id].compactMap { $0 }))
        if let copied {
            form = try ClassForm.stored(SchoolClass.read(copied, in: tx), in: tx)
            (form.opened, form.copied, form.values.term) = (nil, copied, "")
            form.teachers = try form.possibleTeachers(in: tx)
        } else {
            form.categories = [
                CategoryValues(
                    name: LocalText(Strings.gradebook_usual_category).resolve(in: actor.language), weight: "100")
            ]
        }
        return try form.page(in: tx, by: actor, services)
    }
}

struct AddClass: Changing {
    let typed: ClassForm

    init(_ request: WebRequest) { typed = ClassForm(request.form) }

    static func isList(_ field: String) -> Bool { field == "teachers" }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        var form = typed
        // A copied category that was emptied is not wanted; one that was renamed keeps its id, and so its assignments.
        form.categories.removeAll { $0.name.isEmpty && $0.weight.isEmpty }
        form.read(actor.language)
        form.check()
        try form.findAnotherTeacher(in: tx)
        // An admin who sees only their own classes could not see a class that they don't teach.
        if !actor.may(.seeAllClasses), let own = actor.id { form.teachers.insert(own) }
        let dates = try form.copied.flatMap { try CopiedDates(of: $0, in: tx) }
        let shift = dates.map { $0.shift(to: form.start) }
        if case .failure(let fault) = shift { form.errors["start"] = fault.words }
        guard form.errors.isEmpty else { throw Refusal.form(try form.page(in: tx, by: actor, services)) }
        let days = try shift?.get() ?? 0
        let id = ID.make(at: actor.now)
        let copied = try form.copied.map { try Book.read($0, in: tx) }
        let assignments = copied?.assignments ?? []
        let copiedCategories = try form.copied.map { try ClassForm.categories(of: $0, in: tx) } ?? []
        try tx.execute(ClassQueries.add(id, tenant: tx.tenant, form.values, now: actor.now))
        form.teachers = try form.possibleTeachers(in: tx)
        try tx.execute(ClassQueries.addTeachers(Array(form.teachers), to: id, tenant: tx.tenant))
        var made: [ID: ID] = [:]
        for (position, category) in form.categories.enumerated() {
            let one = ID.make(at: actor.now)
            if let copied = category.id ?? copiedCategories.first(where: { $0.name == category.name })?.id {
                made[copied] = one
            }
            try tx.execute(
                ClassQueries.addCategory(one, to: id, tenant: tx.tenant, category, position: position))
        }
        // Assignments are not copied if their category was removed in the form.
        for (position, assignment) in assignments.enumerated() {
            guard let category = made[assignment.category] else { continue }
            try tx.execute(
                AssignmentQueries.add(
                    .make(at: actor.now), to: id, tenant: tx.tenant,
                    AssignmentValues(
                        name: assignment.name, category: category,
                        day: LocalTime(dayNumber: assignment.due.dayNumber + days).isoDay,
                        possible: assignment.possible.plain, isExtra: assignment.isExtra, above: assignment.above),
                    position: position))
        }
        return Change(
            AuditEvent(
                .classAdded, on: .schoolClass, id, name: form.values.name,
                changes: try form.changes(
                    from: ClassForm(values: ClassValues(isWeighted: !form.values.isWeighted, scale: "")),
                    ClassForm.teacherNames(form.teachers, in: tx))
                    + (copied.map { [.init("copied_from", new: $0.schoolClass.name)] } ?? [])),
            next: .to(
                "\(actor.link("classes"))/\(id)",
                flash: dates == nil ? Strings.gradebook_class_was_added : Strings.gradebook_class_was_copied))
    }
}

/// The dates of a class whose assignments are copied: they keep their distances in the new term.
struct CopiedDates {
    struct Fault: Error {
        let words: LocalText
    }

    let first: LocalTime
    let last: LocalTime

    /// nil for a class without assignments.
    init?(of schoolClass: ID, in tx: borrowing TenantTransaction) throws {
        let days = try tx.rows(ClassQueries.assignments(of: schoolClass)).map { try $0.int("due_day") }
        guard let first = days.min(), let last = days.max() else { return nil }
        self.first = LocalTime(dayNumber: first)
        self.last = LocalTime(dayNumber: last)
    }

    /// Returns the days by which all dates move, so that the first comes on `start`.
    func shift(to start: String) -> Result<Int, Fault> {
        guard let day = LocalTime(day: start) else {
            return .failure(Fault(words: LocalText(Strings.gradebook_error_copy_start)))
        }
        guard SchoolDay.isPossible(start) else { return .failure(Fault(words: SchoolDay.fault(start))) }
        let days = day.dayNumber - first.dayNumber
        guard SchoolDay.isPossible(LocalTime(dayNumber: last.dayNumber + days).isoDay) else {
            return .failure(Fault(words: Strings.gradebook_error_copy_range(last: Formatted.date(SchoolDay.last))))
        }
        return .success(days)
    }
}

extension ClassForm {
    /// The form with the stored values.
    static func stored(_ schoolClass: SchoolClass, in tx: borrowing TenantTransaction) throws -> ClassForm {
        let teachers = try tx.send(ClassQueries.teachers(of: schoolClass.id))
        var form = ClassForm(
            values: ClassValues(
                name: schoolClass.name, term: schoolClass.term, isWeighted: schoolClass.isWeighted,
                scale: schoolClass.scale.text), categories: try categories(of: schoolClass.id, in: tx))
        form.teachers = Set(try teachers.rows().map { try $0.id("admin_id") })
        form.opened = (schoolClass.id, schoolClass.version)
        return form
    }

    static func categories(of id: ID, in tx: borrowing TenantTransaction) throws -> [CategoryValues] {
        try tx.rows(ClassQueries.categories(of: id)).map { row in
            CategoryValues(
                id: try row.id("id"), name: try row.text("name"),
                weight: try Points(stored: try row.text("weight")).plain, drops: try row.int("drops"))
        }
    }

    /// Returns the chosen teachers who are admins of this tenant, however many it has.
    func possibleTeachers(in tx: borrowing TenantTransaction) throws -> Set<ID> {
        guard !teachers.isEmpty else { return [] }
        return Set(try tx.rows(ClassQueries.admins(Array(teachers))).map { try $0.id("id") })
    }

    /// The form lists only the first admins of a large school; everybody else is named by their e-mail address.
    mutating func findAnotherTeacher(in tx: borrowing TenantTransaction) throws {
        guard !anotherTeacher.isEmpty else { return }
        if let row = try tx.first(ClassQueries.admin(email: anotherTeacher)) {
            teachers.insert(try row.id("id"))
            anotherTeacher = ""
        } else {
            errors["another_teacher"] = LocalText(Strings.gradebook_error_teacher)
        }
    }

    /// Former teachers, who can no longer be chosen, have names here too.
    static func teacherNames(_ ids: Set<ID>, in tx: borrowing TenantTransaction) throws -> [ID: String] {
        try tx.rows(ClassQueries.names(ofAdmins: Array(ids))).reduce(into: [:]) { names, row in
            names[try row.id("id")] = try row.text("name")
        }
    }

    /// Returns the changes for the audit trail.
    func changes(from old: ClassForm, _ names: [ID: String]) -> [AuditEvent.Change] {
        func categories(_ form: ClassForm) -> String { form.categories.map(\.words).joined(separator: ", ") }
        func teachers(_ form: ClassForm) -> String {
            form.teachers.map { names[$0] ?? $0.description }.sorted().joined(separator: ", ")
        }
        return [
            ("name", old.values.name, values.name), ("term", old.values.term, values.term),
            ("is_weighted", String(old.values.isWeighted), String(values.isWeighted)),
            ("scale", old.values.scale, values.scale), ("categories", categories(old), categories(self)),
            ("teachers", teachers(old), teachers(self)),
        ]
        .filter { $0.1 != $0.2 }.map { .init($0.0, old: $0.1.isEmpty ? nil : $0.1, new: $0.2) }
    }
}
