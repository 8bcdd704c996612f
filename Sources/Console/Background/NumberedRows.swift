import HTML
import Postgres
import Templates
import Web

/// A page of rows that have numbers: fifty, behind one or before one.
package struct NumberedRows: Sendable {
    private static let size = 50

    private let after: Int?
    private let before: Int?

    package init(_ query: Query) {
        after = query["after"].flatMap { Int($0) }
        before = query["before"].flatMap { Int($0) }
    }

    /// What is asked for: up to `limit` rows behind `mark`; or before it, the nearest first.
    package struct Wanted {
        package var isBackwards: Bool
        package var mark: Int
        package var limit: Int
    }

    package struct Found {
        package var shown: [Row]
        package var hasPrevious: Bool
        package var hasNext: Bool

        package func pager(_ words: LocalText, _ link: ([(String, String)]) -> Link) throws -> Pager {
            Pager(
                shown: words,
                previous: hasPrevious ? try shown.first.map { link([("before", String(try $0.int("number")))]) } : nil,
                next: hasNext ? try shown.last.map { link([("after", String(try $0.int("number")))]) } : nil, exact: nil
            )
        }
    }

    package func rows(in tx: borrowing TenantTransaction, _ select: (Wanted) -> SQL) throws -> Found {
        let rows = Array(
            try tx.rows(select(Wanted(isBackwards: before != nil, mark: before ?? after ?? 0, limit: Self.size + 1))))
        let shown = Array(rows.prefix(Self.size))
        let hasMore = rows.count > Self.size
        return before == nil
            ? Found(shown: shown, hasPrevious: after != nil, hasNext: hasMore)
            : Found(shown: shown.reversed(), hasPrevious: hasMore, hasNext: true)
    }
}
