import Console
import HTML
import Postgres
import Templates
import Web

/// The files that can be exported from a class and imported into it.
struct ShowClassFiles: Viewing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("class") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        Self.page(try SchoolClass.read(id, in: tx), by: actor, services)
    }

    static func page(
        _ schoolClass: SchoolClass, pasted: String = "", error: LocalText? = nil,
        reason: (typed: String, error: LocalText)? = nil, by actor: Actor, _ services: Services
    ) -> ClassFilesPage {
        let base = schoolClass.link(actor)
        var page = ClassFilesPage(
            frame: actor.frame(
                LocalText(Strings.gradebook_files), services, current: "classes",
                crumb: (Strings.gradebook_person(name: schoolClass.name), base)),
            workbook: actor.may(.editClasses) ? "\(base)/workbook.xlsx" : nil, grades: "\(base)/grades/export",
            attendance: "\(base)/attendance/export",
            mayChange: actor.may(.editClasses) && !schoolClass.isArchived, action: "\(base)/files",
            file: FileField(
                "file", label: LocalText(Strings.gradebook_file), accept: ".xlsx,.csv,.tsv,.txt",
                hint: LocalText(Strings.gradebook_file_hint), error: error),
            pasted: pasted, back: base)
        if let reason { (page.reason.value, page.reason.error) = (reason.typed, reason.error) }
        return page
    }
}
