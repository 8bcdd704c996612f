import Console
import HTML
import Postgres
import Templates
import Web

/// Shows the changes of the draft and whom they affect, the form that publishes it, and earlier versions.
struct ShowPublication: Viewing {
    private let term: ID

    init(_ request: WebRequest) throws { term = try request.id("term") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        guard let found = try Term.find(term, in: tx) else { throw Refusal.notFound }
        return try PublicationForm(term: found).page(in: tx, by: actor, services)
    }
}

struct PublicationForm {
    let term: Term
    var reason = ""
    var error: LocalText?
    /// A notice at the top, if the draft is not what was seen any more.
    var notice: StringKey?

    func page(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> PublicationPage {
        let changes = try DraftChanges(term, in: tx)
        let lines = try DraftChanges.lines(term, in: tx, by: actor)
        let here = Self.link(term.id, actor)
        let versions = try tx.rows(PublicationQueries.versions(term.id)).enumerated().map { index, row in
            try version(row, isLast: index == 0, here, actor)
        }
        var frame = actor.frame(
            LocalText(Strings.timetable_publication), services, current: "timetable",
            crumb: (LocalText(Strings.timetable_title), actor.link("timetable")))
        if let notice { frame.flash = Flash(warning: LocalText(notice)) }
        var page = PublicationPage(
            frame: frame, term: term.name, summary: changes.summary, changes: lines,
            more: changes.lessons > lines.count ? Strings.timetable_more(count: changes.lessons - lines.count) : nil,
            action: here,
            clashes: changes.clashes > 0 ? Strings.timetable_clash_count(count: changes.clashes) : nil,
            clashLink: actor.link(to: ClashList.list).with(query: [("term", term.id.description)]),
            reason: Field(
                "reason", label: LocalText(Strings.timetable_reason), value: reason,
                hint: LocalText(Strings.timetable_reason_hint), error: error, isRequired: changes.clashes > 0),
            versions: versions, back: actor.link("timetable"))
        let seatless = try tx.first(PublicationQueries.withoutSeats(term.id))?.int("n") ?? 0
        page.seats = seatless > 0 ? Strings.timetable_seats_unknown(count: seatless) : nil
        page.seatsLink = actor.link(to: RoomData.list)
        page.seen = HiddenValue("seen", changes.mark)
        return page
    }

    static func link(_ term: ID, _ actor: Actor) -> Link { "\(actor.link(to: TermData.list))/\(term)/publication" }

    private func version(_ row: Row, isLast: Bool, _ here: Link, _ actor: Actor) throws -> PublicationPage.Version {
        let version = try PublishedVersion(row)
        return PublicationPage.Version(
            number: NumberStyle(actor.language).integer(version.number), page: version.link(actor),
            by: version.by(actor.language), summary: version.summary, reason: version.reason,
            link: isLast ? nil : "\(here)/return", hidden: [HiddenValue("version", String(version.number))],
            field: Field("reason", label: LocalText(Strings.timetable_reason), isRequired: true)
                .prefixed("v\(version.number)-"))
    }
}
