import Console
import HTML
import Postgres
import Templates
import Web

/// The parents' links of a class: who has one, when it was last opened, and the students of whom nobody has one.
struct ShowClassLinks: Viewing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("class") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let book = try Book.read(id, students: [], assignments: [], in: tx)
        services.readings.note(actor, filter: [("class", id.description)], rows: book.students.count)
        let base = book.schoolClass.link(actor)
        let rows = try tx.rows(ReportLinkQueries.valid(in: id)).map { $0 }
        let linked = try Set(rows.map { try $0.id("student_id") })
        return ClassLinksPage(
            frame: actor.frame(
                LocalText(Strings.gradebook_report_links), services, current: "classes",
                crumb: (Strings.gradebook_person(name: book.schoolClass.name), base)),
            name: book.schoolClass.name, back: base,
            isAllowed: try tx.first(ReportLinkQueries.isAllowed)?.bool("allowed") ?? false,
            links: try rows.prefix(ReportLinkQueries.mostOpen).map { try ReportLinkRow($0, actor, on: .schoolClass) },
            more: rows.count > ReportLinkQueries.mostOpen
                ? Strings.gradebook_links_more(count: ReportLinkQueries.mostOpen) : nil,
            without: book.students.filter { !linked.contains($0.id) }.map {
                .init(name: $0.name, link: "\(base)/students/\($0.id)/links")
            })
    }
}
