import HTML
import Postgres
import Sheets
import Web

/// All SQL on reports by mail. Row-level security adds the tenant.
package enum ReportMailQueries {
    private static func columns(_ zone: String) -> SQL {
        """
        report_mails.id, report_mails.report, report_mails.format, report_mails.query, report_mails.rhythm, report_mails.asked_by,
        report_mails.asked_name, report_mails.asked_address, report_mails.asked_request,
        report_mails.next_at at time zone \(zone) as next, report_mails.sent_at at time zone \(zone) as sent
        """
    }

    package static func one(_ id: ID, zone: String) -> SQL {
        "select \(columns(zone)) from report_mails where report_mails.id = \(id)"
    }

    package static func of(_ admin: ID, zone: String) -> SQL {
        "select \(columns(zone)) from report_mails where report_mails.asked_by = \(admin) order by report_mails.asked_at desc, report_mails.id"
    }

    /// Returns the report mail if it is due and no other server works on it.
    package static func take(_ id: ID, now: Timestamp, zone: String) -> SQL {
        "select \(columns(zone)) from report_mails where report_mails.id = \(id) and report_mails.next_at <= \(now) for update skip locked"
    }

    /// The next morning: of a day, of a Monday, or of the first day of a month.
    private static func next(_ frequency: ReportMail.Frequency, after now: Timestamp, zone: String) -> SQL {
        """
        (date_trunc(\(frequency.unit), (\(now)::timestamptz at time zone \(zone)) - \(hours)) + \(frequency.step) + \(hours)) at time zone \(zone)
        """
    }

    private static let hours: SQL = "make_interval(hours => \(ReportMail.hour)::int)"

    /// Returns the first and last day of the last complete day, week or month.
    package static func days(_ frequency: ReportMail.Frequency, before now: Timestamp, zone: String) -> SQL {
        """
        select to_char(span.ends - \(frequency.step), 'YYYY-MM-DD') as first, to_char(span.ends - interval '1 day', 'YYYY-MM-DD') as last
        from date_trunc(\(frequency.unit), \(now)::timestamptz at time zone \(zone)) as span (ends)
        """
    }

    package static func add(
        _ id: ID, tenant: ID, report: String, _ format: SheetFormat, query: Query, _ frequency: ReportMail.Frequency,
        zone: String, by actor: Actor
    ) -> SQL {
        """
        insert into report_mails (tenant_id, id, report, format, query, rhythm, asked_by, asked_name, asked_address, asked_request, asked_at,
            next_at)
        values (\(tenant), \(id), \(report), \(format.rawValue), \(String(decoding: query.urlEncoded, as: UTF8.self)), \(frequency.rawValue),
            \(actor.id), \(actor.name), \(actor.address), \(actor.requestID), \(actor.now), \(next(frequency, after: actor.now, zone: zone)))
        """
    }

    package static func move(_ id: ID, _ frequency: ReportMail.Frequency, after now: Timestamp, zone: String) -> SQL {
        "update report_mails set next_at = \(next(frequency, after: now, zone: zone)) where report_mails.id = \(id)"
    }

    package static func setSent(_ id: ID, at moment: Timestamp) -> SQL {
        "update report_mails set sent_at = \(moment) where report_mails.id = \(id)"
    }
    package static func delete(_ id: ID) -> SQL { "delete from report_mails where report_mails.id = \(id)" }

    package static func count(of admin: ID) -> SQL {
        "select count(*) as n from report_mails where report_mails.asked_by = \(admin)"
    }

    /// Returns the recipient.
    package static func reader(_ admin: ID) -> SQL {
        "select admins.email, admins.name, admins.language from admins where admins.id = \(admin)"
    }
}
