import Console
import HTML
import Postgres
import Templates
import Web

struct ShowNewAssignment: Viewing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("class") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let book = try Book.read(id, in: tx)
        guard !book.schoolClass.isArchived else { throw Refusal.notFound }
        let today = try tx.first(GradeQueries.today)?.text("day") ?? ""
        let last = book.assignments.last
        return AssignmentForm(
            values: AssignmentValues(
                category: last?.category ?? book.rules.categories.first?.id, day: today,
                possible: last?.possible.plain ?? "")
        ).page(book, by: actor, services)
    }
}

struct AddAssignment: Changing {
    let id: ID
    let typed: AssignmentForm

    init(_ request: WebRequest) throws {
        id = try request.id("class")
        typed = AssignmentForm(request.form)
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        _ = try SchoolClass.lock(id, in: tx)
        let book = try Book.read(id, in: tx)
        var form = typed
        form.read(actor.language)
        form.check(book)
        if book.assignments.count >= Book.mostAssignments {
            form.errors["name"] = Strings.gradebook_error_assignments(max: Book.mostAssignments)
        }
        guard form.errors.isEmpty else { throw Refusal.form(form.page(book, by: actor, services)) }
        let assignment = ID.make(at: actor.now)
        try tx.execute(
            AssignmentQueries.add(
                assignment, to: id, tenant: tx.tenant, form.values, position: book.assignments.count))
        return Change(
            AuditEvent(
                .assignmentAdded, on: .assignment, assignment, name: form.values.name,
                changes: [.init("class", new: book.schoolClass.name)]
                    + form.changes(from: AssignmentValues(isExtra: !form.values.isExtra), book)),
            next: .to(
                book.schoolClass.link(actor).with(fragment: GradeTablePage.anchor(of: assignment.description)),
                flash: Strings.gradebook_assignment_was_added))
    }
}

struct ShowAssignmentEdit: Viewing {
    let (schoolClass, assignment): (ID, ID)

    init(_ request: WebRequest) throws {
        (schoolClass, assignment) = (try request.id("class"), try request.id("assignment"))
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let book = try Book.read(schoolClass, in: tx)
        guard let column = book.column(assignment), !book.schoolClass.isArchived else { throw Refusal.notFound }
        return AssignmentForm(stored: book.assignments[column]).page(book, by: actor, services)
    }
}

struct EditAssignment: Changing {
    let (schoolClass, assignment): (ID, ID)
    let typed: AssignmentForm
    let version: Int?

    init(_ request: WebRequest) throws {
        (schoolClass, assignment) = (try request.id("class"), try request.id("assignment"))
        typed = AssignmentForm(request.form)
        version = request.form["version"].flatMap { Int($0) }
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        _ = try SchoolClass.lock(schoolClass, in: tx)
        let book = try Book.read(schoolClass, in: tx)
        guard let column = book.column(assignment) else { throw Refusal.notFound }
        let stored = AssignmentForm(stored: book.assignments[column])
        var form = typed
        form.read(actor.language)
        (form.opened, form.was) = (stored.opened, stored.values)
        if version != book.assignments[column].version, typed.was != stored.values {
            let merge = AssignmentForm.merge(
                form.values, was: typed.was, stored: stored.values, book, actor.language)
            form.values = merge.values
            form.conflict = Conflict(
                title: LocalText(Strings.gradebook_assignment_changed),
                saved: try AuditReader.lastSaved(.assignmentChanged, of: assignment, in: tx, by: actor),
                notes: merge.notes)
            throw Refusal.changed(form.page(book, by: actor, services))
        }
        form.check(book)
        guard form.errors.isEmpty else { throw Refusal.form(form.page(book, by: actor, services)) }
        try tx.execute(AssignmentQueries.save(assignment, form.values))
        return Change(
            AuditEvent(
                .assignmentChanged, on: .assignment, assignment, name: form.values.name,
                changes: form.changes(from: stored.values, book)),
            next: .to(
                book.schoolClass.link(actor).with(fragment: GradeTablePage.anchor(of: assignment.description)),
                flash: Strings.gradebook_assignment_was_saved))
    }
}

/// Removes an assignment from the table. Its grades stay stored.
struct RemoveAssignment: Changing {
    let (schoolClass, assignment): (ID, ID)

    init(_ request: WebRequest) throws {
        (schoolClass, assignment) = (try request.id("class"), try request.id("assignment"))
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        _ = try SchoolClass.lock(schoolClass, in: tx)
        let book = try Book.read(schoolClass, in: tx)
        guard let column = book.column(assignment) else { throw Refusal.notFound }
        try tx.execute(AssignmentQueries.remove(assignment, at: actor.now))
        return Change(
            AuditEvent(
                .assignmentRemoved, on: .assignment, assignment, name: book.assignments[column].name,
                changes: [.init("class", new: book.schoolClass.name)]),
            next: .to(
                book.schoolClass.link(actor), flash: Strings.gradebook_assignment_was_removed,
                undo: "\(book.schoolClass.link(actor))/assignments/\(assignment)/removal/end"))
    }
}

/// Brings a removed assignment back into the table, with its grades.
struct RestoreAssignment: Changing {
    let (schoolClass, assignment): (ID, ID)

    init(_ request: WebRequest) throws {
        (schoolClass, assignment) = (try request.id("class"), try request.id("assignment"))
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let schoolClass = try SchoolClass.lock(schoolClass, in: tx)
        guard try tx.rows(ClassQueries.assignments(of: schoolClass.id)).count < Book.mostAssignments else {
            throw try ClassForm.refusal(
                Strings.gradebook_error_assignments(max: Book.mostAssignments), of: schoolClass, in: tx, by: actor,
                services)
        }
        guard let row = try tx.first(AssignmentQueries.restore(assignment, in: schoolClass.id)) else {
            throw Refusal.notFound
        }
        return Change(
            AuditEvent(
                .assignmentRestored, on: .assignment, assignment, name: try row.text("name"),
                changes: [.init("class", new: schoolClass.name)]),
            next: .to(
                schoolClass.link(actor).with(fragment: GradeTablePage.anchor(of: assignment.description)),
                flash: Strings.gradebook_assignment_was_restored))
    }
}
