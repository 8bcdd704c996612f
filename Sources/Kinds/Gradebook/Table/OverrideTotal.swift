import Console
import HTML
import Postgres
import Templates
import Web

/// The typed percentage that a teacher sets instead of the computed one.
struct OverrideForm {
    var percent: String
    var reason: String
    var version: Int
    var errors: [String: LocalText] = [:]
}

/// Sets a student's percentage by hand, for a reason; an empty one restores the computed total.
struct OverrideTotal: Changing {
    let (schoolClass, student): (ID, ID)
    let typed: OverrideForm

    init(_ request: WebRequest) throws {
        (schoolClass, student) = (try request.id("class"), try request.id("student"))
        typed = OverrideForm(
            percent: request.form.trimmed("percent") ?? "", reason: request.form.trimmed("reason") ?? "",
            version: request.form["version"].flatMap { Int($0) } ?? 0)
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        _ = try SchoolClass.lock(schoolClass, in: tx)
        let book = try Book.read(schoolClass, in: tx)
        guard let line = book.line(student) else { throw Refusal.notFound }
        let stored = book.students[line]
        var form = typed
        let text = GradeText(actor.language)
        let percent = Percent(form.percent)
        if !form.percent.isEmpty, percent.map({ $0.tenths > 9_999_990 }) ?? true {
            form.errors["percent"] = LocalText(Strings.gradebook_error_percent)
        }
        if !form.percent.isEmpty, form.reason.isEmpty { form.errors["reason"] = LocalText(Strings.error_required) }
        if form.reason.columnLength > 300 { form.errors["reason"] = Strings.error_too_long(max: 300) }
        let reason = percent == nil ? "" : form.reason
        if form.version != stored.version, (percent, reason) != (stored.override, stored.overrideReason) {
            form.version = stored.version
            form.errors["percent"] = Strings.gradebook_changed_meanwhile(
                name: stored.override == nil
                    ? text.orEmpty("")
                    : [text.percent(stored.override), stored.overrideReason].joined(in: actor.language))
        }
        let maker = GradeFormPageMaker(book: book, actor: actor)
        let here = GradeForm.Line.student(student)
        guard form.errors.isEmpty else {
            guard let cells = GradeForm(here, of: book, text),
                let page = try maker.page(cells, in: tx, services, override: form)
            else { throw Refusal.notFound }
            throw Refusal.form(page)
        }
        try tx.execute(GradeQueries.override(student, in: schoolClass, percent: percent?.plain, reason: reason))
        var changes: [AuditEvent.Change] = [
            .init("class", new: book.schoolClass.name),
            .init("percent", old: stored.override?.plain, new: percent?.plain, isPersonal: true),
        ]
        // The reason speaks of the student, so it is sealed and goes with them, as a cell's does.
        if !reason.isEmpty { changes.append(.init("why", new: reason, isPersonal: true)) }
        return Change(
            AuditEvent(.totalOverridden, on: .student, student, subject: student, changes: changes),
            next: .to(maker.link(here), flash: Strings.gradebook_total_was_saved))
    }
}
