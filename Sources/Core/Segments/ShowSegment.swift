import Console
import HTML
import Postgres
import Templates
import Web

/// One segment: its filter, its approximate size, and the content for it.
struct ShowSegment: Viewing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("segment") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        try SegmentPageMaker(id: id).page(in: tx, by: actor, services)
    }
}

struct SegmentPageMaker {
    var id: ID
    /// The notice at the top, if the page is the response to a request that failed.
    var notice: LocalText?

    func page(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> SegmentPage {
        let one = try tx.send(SegmentQueries.one(id))
        let trail = try ObjectTrail(of: id, kinds: [.segment], in: tx, by: actor)
        let found = try one.rows().first
        let card = try trail.card(Strings.user_trail, in: tx, by: actor, services)
        guard let found else { throw Refusal.notFound }
        let segment = try Segment(found)
        let list = actor.link("segments")
        var frame = actor.frame(
            segment.name, services, current: "segments", crumb: (LocalText(Strings.segments_title), list))
        if let notice { frame.flash = Flash(warning: notice) }
        let manages = actor.may(.manageSegments)
        let recommendations = actor.link(Recommendations.catalogue.path)
        return SegmentPage(
            frame: frame, name: segment.name, about: segment.about,
            size: Strings.segment(try services.segmentSizes.size(segment.filter, now: actor.now, in: tx)),
            key: segment.key,
            filter: segment.filter.words(actor), users: segment.users(actor),
            edit: manages ? "\(list)/\(id)/edit" : nil,
            deletion: manages ? "\(list)/\(id)/deletion" : nil,
            uses: try tx.rows(SegmentQueries.uses(of: segment.key)).map { row -> SegmentPage.Use in
                let entry = try row.id("id")
                return .init(
                    name: try row.text("name"), link: actor.may(.seeCatalogue) ? "\(recommendations)/\(entry)" : nil)
            },
            changed: Strings.merge_by(name: segment.changedBy, time: Formatted.dateTime(segment.changed)),
            trail: actor.may(.seeAudit) ? card : nil)
    }
}
