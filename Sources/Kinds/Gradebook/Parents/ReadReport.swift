import Console
import HTML
import HTTPTypes
import Postgres
import Secrets
import Templates
import Web

/// The page of a parent's link: the report of one student in one class, in the language chosen for the link. If
/// anything is wrong with the link, the response is always the same 404.
struct ReadReport: PublicReading {
    static let isCached = false
    private let token: Token
    private let now: Timestamp

    init?(_ request: WebRequest) {
        guard let token = request.parameters["token"].flatMap({ Token($0) }) else { return nil }
        (self.token, now) = (token, request.now)
    }

    /// The response is not cached, so it needs no cache key.
    var key: String { "" }

    func answered(_ tenant: ID, _ status: HTTPResponse.Status, _ services: Services) {
        services[ReportOpenings.self].note(token.hash, of: tenant, at: now)
    }

    func run(in tx: borrowing TenantTransaction, _ services: Services) throws -> PublicAnswer? {
        guard let row = try tx.first(ReportLinkQueries.opened(by: token.hash)),
            let language = Language(code: try row.text("language"))
        else { return nil }
        let student = try row.id("student_id")
        let book = try Book.read(try row.id("class_id"), in: tx)
        guard let line = book.line(student) else { return nil }
        let report = try StudentReportMaker(book: book, line: line, language: language).report(in: tx)
        return .page(
            PublicReportPage(
                assets: services.assets, school: try row.text("school"), report: report,
                given: Strings.gradebook_link_given(
                    name: try row.text("made_by"),
                    time: Formatted.date(LocalTime(microseconds: Int(try row.localTime("expires")))))), in: language)
    }
}
