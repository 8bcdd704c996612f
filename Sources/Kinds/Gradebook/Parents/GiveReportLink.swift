import Console
import HTML
import Postgres
import Secrets
import Templates
import Web

/// Creates a link for a student's parents and shows it once: only its hash is stored.
struct GiveReportLink: Changing {
    let schoolClass: ID
    let typed: ReportLinkForm

    init(_ request: WebRequest) throws {
        schoolClass = try request.id("class")
        var form = ReportLinkForm(
            student: try request.id("student"), language: request.form["language"].flatMap { Language(code: $0) } ?? .en
        )
        form.recipient = request.form.trimmed("recipient") ?? ""
        form.days =
            request.form["days"].flatMap { Int($0) }.flatMap { ReportLinkForm.spans.contains($0) ? $0 : nil } ?? 30
        typed = form
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        _ = try SchoolClass.lock(schoolClass, in: tx)
        let book = try Book.read(schoolClass, in: tx)
        guard book.line(typed.student) != nil, try tx.first(ReportLinkQueries.isAllowed)?.bool("allowed") == true else {
            throw Refusal.notFound
        }
        var form = typed
        form.error = LineText.fault(form.recipient, most: 80)
        guard form.error == nil else { throw Refusal.form(try form.page(book, in: tx, by: actor, services)) }
        let (id, token) = (ID.make(at: actor.now), Token.random())
        try tx.execute(
            ReportLinkQueries.add(
                id, token.hash, of: typed.student, in: schoolClass, tenant: tx.tenant, recipient: form.recipient,
                language: form.language.rawValue, days: form.days, by: actor))
        let until =
            try tx.first(
                "select \(actor.now.adding(seconds: Int64(form.days) * 86_400)) at time zone \(actor.tenant.zone) as until"
            )?
            .localTime("until") ?? 0
        let base: Link = "\(book.schoolClass.link(actor))/students/\(typed.student)/links"
        return Change(
            AuditEvent(
                .reportLinkGiven, on: .student, typed.student, subject: typed.student,
                changes: [
                    .init("class", new: book.schoolClass.name),
                    .init("recipient", new: form.recipient, isPersonal: true),
                    .init("days", new: String(form.days)),
                ]),
            next: .page(
                ReportLinkGivenPage(
                    frame: actor.frame(
                        LocalText(Strings.gradebook_link_given_title), services, current: "classes",
                        crumb: (LocalText(Strings.gradebook_report_links), base)),
                    link: "\(services.address)/public/\(actor.tenant.slug)/report/\(token.text)",
                    advice: Strings.gradebook_link_advice(
                        name: form.recipient, time: Formatted.date(LocalTime(microseconds: Int(until)))), done: base)))
    }
}

/// Ends a link before it expires.
struct EndReportLink: Changing {
    let (schoolClass, student, link): (ID, ID, ID)
    let place: ReportLinkPlace

    init(_ request: WebRequest) throws {
        (schoolClass, student) = (try request.id("class"), try request.id("student"))
        link = try request.id("reportlink")
        place = request.query["from"].flatMap { ReportLinkPlace(rawValue: $0) } ?? .links
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        // Works in an archived class too: it must always be possible to end a link.
        let schoolClass = try SchoolClass.read(schoolClass, in: tx)
        guard
            let row = try tx.first(
                ReportLinkQueries.end(link, of: student, in: schoolClass.id, at: actor.now))
        else { throw Refusal.notFound }
        return Change(
            AuditEvent(
                .reportLinkEnded, on: .student, student, subject: student,
                changes: [
                    .init("class", new: schoolClass.name),
                    .init("recipient", old: try row.text("recipient"), new: nil, isPersonal: true),
                ]),
            next: .to(back(schoolClass, actor), flash: Strings.gradebook_link_was_ended))
    }

    private func back(_ schoolClass: SchoolClass, _ actor: Actor) -> Link {
        let base = schoolClass.link(actor)
        return switch place {
        // The list of all is for who manages the workspace.
        case .all: actor.may(.manageTenant) ? actor.link("report-links") : "\(base)/links"
        case .schoolClass: "\(base)/links"
        case .student: "\(base)/students/\(student)"
        case .links: "\(base)/students/\(student)/links"
        }
    }
}
