import Console
import HTML
import Postgres
import Templates
import Web

/// The links to one student's report in a class.
struct ShowReportLinks: Viewing {
    let (schoolClass, student): (ID, ID)

    init(_ request: WebRequest) throws {
        (schoolClass, student) = (try request.id("class"), try request.id("student"))
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let book = try Book.read(schoolClass, in: tx)
        services.readings.note(actor, filter: [("student", student.description)], rows: 1)
        return try ReportLinkForm(student: student, language: actor.language).page(book, in: tx, by: actor, services)
    }
}

/// The typed fields of a new link, and their errors.
struct ReportLinkForm {
    static let spans = [7, 30, 90, 365]

    let student: ID
    var recipient = ""
    var days = 30
    var language: Language
    var error: LocalText?

    func page(_ book: Book, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> ReportLinksPage
    {
        guard let line = book.line(student) else { throw Refusal.notFound }
        let base = book.schoolClass.link(actor)
        let rows = try tx.send(ReportLinkQueries.links(of: student, in: book.schoolClass.id))
        let isAllowed = try tx.first(ReportLinkQueries.isAllowed)?.bool("allowed") ?? false
        return ReportLinksPage(
            frame: actor.frame(
                LocalText(Strings.gradebook_report_links), services, current: "classes",
                crumb: (Strings.gradebook_person(name: book.schoolClass.name), base)),
            name: book.students[line].name, action: "\(base)/students/\(student)/links",
            back: "\(base)/students/\(student)/report",
            mayChange: actor.may(.editClasses) && !book.schoolClass.isArchived, isAllowed: isAllowed,
            links: try rows.rows().map { try ReportLinkRow($0, actor, on: .links) },
            recipient: Field(
                "recipient", label: LocalText(Strings.gradebook_link_recipient), value: recipient,
                hint: LocalText(Strings.gradebook_link_recipient_hint), error: error, isRequired: true),
            days: Choice(
                "days", label: LocalText(Strings.gradebook_link_days),
                options: Self.spans.map {
                    .init(
                        value: String($0), label: Strings.fact_days(count: $0).resolve(in: actor.language),
                        isSelected: $0 == days)
                }),
            language: Choice(
                "language", label: LocalText(Strings.gradebook_link_language),
                options: Language.allCases.map {
                    .init(value: $0.rawValue, label: $0.nameInItself, isSelected: $0 == language)
                }))
    }
}

/// The page on which a link is listed, and where one stays who ends it there.
enum ReportLinkPlace: String {
    /// All links of the school.
    case all
    case schoolClass = "class"
    /// A student's page in a class.
    case student
    /// The links of one student.
    case links
}

extension ReportLinkRow {
    init(_ row: Row, _ actor: Actor, on place: ReportLinkPlace) throws {
        let (schoolClass, student) = (try row.id("class_id"), try row.id("student_id"))
        let base: Link = "\(actor.link("classes"))/\(schoolClass)/students/\(student)/links"
        let (isEnded, isOver) = (try row.bool("is_ended"), try row.bool("is_over"))
        let end: Link = "\(base)/\(try row.id("id"))/end"
        let name = try row.text("student")
        self.init(
            recipient: try row.text("recipient"),
            student: place == .all ? [name, try row.text("class")].joined(in: actor.language) : name,
            link: place == .links ? nil : base,
            given: Strings.gradebook_link_given(
                name: try row.text("made_by"),
                time: Formatted.date(LocalTime(microseconds: Int(try row.localTime("expires"))))),
            opened: try row.localTimeOrNil("opened").map {
                Strings.gradebook_link_opened(time: Formatted.dateTime(LocalTime(microseconds: Int($0))))
            } ?? LocalText(Strings.gradebook_link_unopened),
            language: Language(code: try row.text("language"))?.nameInItself ?? "",
            state: LocalText(
                isEnded
                    ? Strings.gradebook_link_ended
                    : isOver ? Strings.gradebook_link_expired : Strings.gradebook_link_open),
            end: isEnded || isOver || !actor.may(.editClasses) ? nil : end.with(query: [("from", place.rawValue)]),
            csrf: actor.session?.csrf ?? "")
    }
}

/// Shows whether the school allows links, and all valid ones.
struct ShowAllReportLinks: Viewing {
    init(_ request: WebRequest) {}

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        try Self.page(in: tx, by: actor, services)
    }

    static func page(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> AllReportLinksPage
    {
        let open = try tx.send(ReportLinkQueries.open)
        let isAllowed = try tx.first(ReportLinkQueries.isAllowed)?.bool("allowed") ?? false
        let links = try open.rows().map { try ReportLinkRow($0, actor, on: .all) }
        return AllReportLinksPage(
            frame: actor.frame(LocalText(Strings.gradebook_report_links), services, current: "report-links"),
            allowed: SwitchCard(
                "allowed", title: LocalText(Strings.gradebook_links_title),
                advice: LocalText(Strings.gradebook_links_setting),
                switches: [
                    Switch(
                        label: LocalText(Strings.gradebook_report_links), what: LocalText(Strings.gradebook_links_what),
                        isOn: isAllowed, action: "\(actor.link("report-links"))/allowed")
                ], csrf: actor.session?.csrf ?? ""), links: Array(links.prefix(ReportLinkQueries.mostOpen)),
            more: links.count > ReportLinkQueries.mostOpen
                ? Strings.gradebook_links_more(count: ReportLinkQueries.mostOpen) : nil)
    }
}

/// Allows links to reports in this school, or forbids them: then existing links stop working with the next request.
struct AllowReportLinks: Changing {
    let isOn: Bool

    init(_ request: WebRequest) throws { isOn = try request.wantsOn() }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard try tx.execute(ReportLinkQueries.allow(isOn, tenant: tx.tenant)) == 1 else {
            throw Refusal.changed(try ShowAllReportLinks.page(in: tx, by: actor, services))
        }
        return Change(
            AuditEvent(
                isOn ? .reportLinksAllowed : .reportLinksForbidden, on: .tenant, tx.tenant, name: actor.tenant.name),
            next: .to(
                actor.link("report-links"),
                flash: isOn ? Strings.gradebook_links_turned_on : Strings.gradebook_links_turned_off))
    }
}
