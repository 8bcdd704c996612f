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
        let percent = Percent(form.percent, text.marks)
        if !form.percent.isEmpty, percent.map({ $0.tenths > 9_999_990 }) ?? true {
            form.errors["percent"] = text.doubt(form.percent) ?? LocalText(Strings.gradebook_error_percent)
        }
        if !form.percent.isEmpty, form.reason.isEmpty { form.errors["reason"] = LocalText(Strings.error_required) }
        // The reason of the total that is taken back stands in the form still.
        if form.percent.isEmpty, !form.reason.isEmpty, stored.override == nil || form.reason != stored.overrideReason {
            form.errors["percent"] = LocalText(Strings.gradebook_error_reason_alone)
        }
        if form.reason.columnLength > 300 { form.errors["reason"] = Strings.error_too_long(max: 300) }
        let reason = percent == nil ? "" : form.reason
        if form.version != stored.version, (percent, reason) != (stored.override, stored.overrideReason) {
            form.version = stored.version
            form.errors["percent"] = Self.conflict(stored, typed, text)
        }
        let maker = GradeFormPageMaker(book: book, actor: actor)
        let here = GradeForm.Line.student(student)
        guard form.errors.isEmpty else {
            guard let cells = GradeForm(here, of: book, text),
                let page = try maker.page(cells, in: tx, services, override: form)
            else { throw Refusal.notFound }
            throw Refusal.form(page)
        }
        let id = stored.overrideID ?? .make(at: actor.now)
        try tx.execute(
            GradeQueries.override(
                student, in: schoolClass, id: id, percent: percent?.plain, reason: reason, by: actor))
        var changes: [AuditEvent.Change] = [
            .init("class", new: book.schoolClass.name),
            .init("percent", old: stored.override?.plain, new: percent?.plain, isPersonal: true),
        ]
        // The reason speaks of the student, so it is sealed and goes with them, as a cell's does.
        if !reason.isEmpty { changes.append(.init("why", new: reason, isPersonal: true)) }
        return Change(
            AuditEvent(.totalOverridden, on: .total, id, subject: student, changes: changes),
            next: .to(maker.link(here), flash: Strings.gradebook_total_was_saved))
    }

    /// Somebody else has set the total meanwhile: both values, and who has set it where that is known.
    private static func conflict(_ stored: Book.Student, _ typed: OverrideForm, _ text: GradeText) -> LocalText {
        let theirs =
            stored.override == nil
            ? text.orEmpty("") : [text.percent(stored.override), stored.overrideReason].joined(in: text.language)
        guard let overridden = stored.overridden else { return Strings.gradebook_changed_meanwhile(name: theirs) }
        return Strings.gradebook_total_conflict(
            name: overridden.by, theirs: theirs, time: Formatted.dateTime(overridden.at),
            yours: text.orEmpty([typed.percent, typed.reason].filter { !$0.isEmpty }.joined(in: text.language)))
    }
}
