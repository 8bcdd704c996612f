import Console
import HTML
import Postgres
import Templates
import Web

/// All segments, with their filters and approximate sizes.
struct ShowSegments: Viewing {
    init(_ request: WebRequest) {}

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let base = actor.link("segments")
        let all = try services.segments.all(of: actor, in: tx)
        let rows = try all.map { segment in
            ListRow(
                name: segment.name, link: "\(base)/\(segment.id)", detail: segment.key, detailIsCode: true,
                cells: [
                    .text(segment.filter.words(actor).joined(in: actor.language)),
                    .text(
                        Strings.segment(try services.segmentSizes.size(segment.filter, now: actor.now, in: tx)).resolve(
                            in: actor.language)),
                ])
        }
        var counted = rows
        for index in counted.indices { counted[index].cells[1].isNumber = true }
        return ListPage(
            frame: actor.frame(LocalText(Strings.segments_title), services, current: "segments"), icon: "tag",
            add: actor.may(.manageSegments) ? .init(label: LocalText(Strings.segments_add), link: "\(base)/new") : nil,
            export: nil,
            tools: ListTools(
                here: base, search: "", searchHint: nil, hidden: [], filters: [],
                columns: [
                    ColumnHead(label: LocalText(Strings.segments_name)),
                    ColumnHead(label: LocalText(Strings.segments_who)),
                    ColumnHead(label: LocalText(Strings.menu_users), isNumber: true),
                ], columnMenu: nil, views: nil, clearAll: nil),
            rows: counted, acts: nil,
            pager: Pager(
                shown: Strings.list_shown(shown: rows.count, total: rows.count), previous: nil, next: nil, exact: nil),
            empty: LocalText(Strings.segments_empty), emptyAdvice: LocalText(Strings.segments_empty_advice))
    }
}
