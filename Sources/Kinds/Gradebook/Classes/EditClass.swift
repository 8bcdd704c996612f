import Console
import HTML
import Postgres
import Templates
import Web

struct ShowClassEdit: Viewing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("class") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        var page = try ClassForm.stored(SchoolClass.open(id, in: tx), in: tx).page(in: tx, by: actor, services)
        // The audit log knows no wall between teachers: it is for whoever sees all classes.
        if actor.may(.seeAllClasses) {
            page.trail = try ObjectTrail.card(
                of: id, .schoolClass, Strings.gradebook_history, in: tx, by: actor, services)
        }
        return page
    }
}

/// Saves the form. If the stored version is newer, it merges field by field and shows the result before anything is
/// stored.
struct EditClass: Changing {
    let id: ID
    let typed: ClassForm
    let was: ClassText
    let version: Int?

    init(_ request: WebRequest) throws {
        id = try request.id("class")
        typed = ClassForm(request.form)
        was = ClassText(request.form)
        version = request.form["version"].flatMap { Int($0) }
    }

    static func isList(_ field: String) -> Bool { field == "teachers" }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let stored = try ClassForm.stored(SchoolClass.lock(id, in: tx), in: tx)
        var form = typed
        form.opened = stored.opened
        // A category may have assignments: it can be renamed but not removed.
        for (index, category) in stored.categories.enumerated()
        where !form.categories.contains(where: { $0.id == category.id }) {
            form.categories.insert(category, at: min(index, form.categories.count))
        }
        form.read(actor.language)
        if let own = actor.id, !actor.may(.seeAllClasses) { form.teachers.insert(own) }
        // A teacher who was disabled, or has left the workspace, stays one until somebody unticks them.
        form.teachers = try form.possibleTeachers(in: tx).union(form.teachers.intersection(stored.teachers))
        try form.findAnotherTeacher(in: tx)
        let names = try ClassForm.teacherNames(form.teachers.union(stored.teachers), in: tx)
        if let opened = stored.opened, version != opened.version, ClassText(stored) != was {
            let merge = ClassText.merge(
                typed: ClassText(form), was: was, stored: ClassText(stored), names: names, actor.language)
            merge.values.fill(&form)
            form.conflict = Conflict(
                title: LocalText(Strings.gradebook_class_changed),
                saved: try AuditReader.lastSaved(.classChanged, of: id, in: tx, by: actor), notes: merge.notes)
            throw Refusal.changed(try form.page(in: tx, by: actor, services))
        }
        form.check()
        guard form.errors.isEmpty else { throw Refusal.form(try form.page(in: tx, by: actor, services)) }
        try tx.execute(ClassQueries.save(id, form.values))
        let known = Set(stored.categories.compactMap(\.id))
        try tx.execute(ClassQueries.freeCategoryNames(Array(known), of: id))
        for (position, category) in form.categories.enumerated() {
            if let one = category.id, known.contains(one) {
                try tx.execute(ClassQueries.saveCategory(one, category, position: position))
            } else {
                try tx.execute(
                    ClassQueries.addCategory(
                        .make(at: actor.now), to: id, tenant: tx.tenant, category, position: position))
            }
        }
        try tx.execute(
            ClassQueries.addTeachers(Array(form.teachers.subtracting(stored.teachers)), to: id, tenant: tx.tenant))
        try tx.execute(ClassQueries.removeTeachers(Array(stored.teachers.subtracting(form.teachers)), from: id))
        return Change(
            AuditEvent(
                .classChanged, on: .schoolClass, id, name: form.values.name, changes: form.changes(from: stored, names)),
            next: .to("\(actor.link("classes"))/\(id)", flash: Strings.gradebook_class_was_saved))
    }
}

/// Archives a class: it can be read, but nothing in it can change.
struct ArchiveClass: Changing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("class") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let schoolClass = try SchoolClass.lock(id, in: tx)
        try tx.execute(ClassQueries.archive(id, at: actor.now))
        return Change(
            AuditEvent(.classArchived, on: .schoolClass, id, name: schoolClass.name),
            next: .to(
                schoolClass.link(actor), flash: Strings.gradebook_class_was_archived,
                undo: "\(schoolClass.link(actor))/archive/end"))
    }
}

struct RestoreClass: Changing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("class") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let row = try tx.first(ClassQueries.lock(id)) else { throw Refusal.notFound }
        let schoolClass = try SchoolClass(row)
        guard schoolClass.isArchived else { throw Refusal.notFound }
        try tx.execute(ClassQueries.archive(id, at: nil))
        return Change(
            AuditEvent(.classRestored, on: .schoolClass, id, name: schoolClass.name),
            next: .to(schoolClass.link(actor), flash: Strings.gradebook_class_was_restored))
    }
}
