import HTML
import Postgres
import Sheets
import Templates
import Web

/// A report that an admin gets by mail at regular intervals.
package struct ReportMail: Sendable {
    package enum Frequency: String, CaseIterable, Sendable {
        case day, week, month

        package var label: StringKey {
            switch self {
            case .day: Strings.report_mail_daily
            case .week: Strings.report_mail_weekly
            case .month: Strings.report_mail_monthly
            }
        }

        /// The unit for `date_trunc`; weeks begin on Monday.
        package var unit: SQL {
            switch self {
            case .day: "'day'"
            case .week: "'week'"
            case .month: "'month'"
            }
        }

        package var step: SQL {
            switch self {
            case .day: "interval '1 day'"
            case .week: "interval '7 days'"
            case .month: "interval '1 month'"
            }
        }
    }

    /// The most reports that one admin may have in a tenant.
    package static let most = 20
    /// The hour in the tenant's zone: the mail is there when people start work.
    package static let hour = 6

    package var id: ID
    package var report: any MailedReport.Type
    package var format: SheetFormat
    package var query: Query
    package var frequency: Frequency
    package var requester: Requester
    /// In the tenant's zone.
    package var next: LocalTime
    /// When the last mail was sent; nil if none was.
    package var sent: LocalTime?

    package init(_ row: Row) throws {
        id = try row.id("id")
        let path = try row.text("report")
        guard let report = Declarations.current.report(path),
            let format = SheetFormat(rawValue: try row.text("format")),
            let frequency = Frequency(rawValue: try row.text("rhythm"))
        else {
            throw DatabaseError.decoding(
                column: "report", why: "a report, format or rhythm that this version does not know")
        }
        (self.report, self.format, self.frequency) = (report, format, frequency)
        query = Query(urlEncoded: try row.text("query").utf8)
        requester = try Requester(row)
        next = LocalTime(microseconds: Int(try row.localTime("next")))
        sent = try row.localTimeOrNil("sent").map { LocalTime(microseconds: Int($0)) }
    }

    /// Returns a report mail of the actor's own; those of others are not found.
    package static func own(_ id: ID, in tx: borrowing TenantTransaction, by actor: Actor) throws -> ReportMail {
        guard let row = try tx.first(ReportMailQueries.one(id, zone: actor.tenant.zone)) else { throw Refusal.notFound }
        let found = try ReportMail(row)
        guard found.requester.id == actor.id else { throw Refusal.notFound }
        return found
    }
}

extension ReportMail {
    /// Parameters of a page or form that don't belong to the report: the days, which differ for each mail, and the
    /// settings of the mail.
    private static let own: Set = ["from", "until", "rhythm", "format", "csrf"]

    /// Returns the report's parameters without the days. A value that is too long for the table is dropped.
    package static func requested(_ query: Query) -> Query {
        Query(query.items.filter { !own.contains($0.name) && !$0.value.isEmpty && $0.value.count <= 120 })
    }
}

extension Route {
    /// The routes that set up a report by mail.
    package static func mail<R: MailedReport>(_ report: R.Type) -> [Route] {
        let (path, permission) = ("\(R.head.path)/mail", R.head.needs)
        return [
            .get(path, needs: permission, ShowNewReportMail<R>.self),
            .post(path, needs: permission, AddReportMail<R>.self),
        ]
    }
}
