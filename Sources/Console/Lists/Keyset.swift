import HTML
import Postgres
import Templates
import Web

/// A page of a list of any length: the rows after the row with the mark `after` in the address, or those before
/// `before`. They are found by key, so the last page is as fast as the first.
///
/// The mark is a row's key, an id or a number; or it contains more, if the row may be deleted meanwhile.
package struct Keyset<Mark: LosslessStringConvertible & Sendable>: Sendable {
    /// The rows of a page.
    package let size: Int
    package let mark: Mark?
    package let isBackwards: Bool

    /// An invalid mark is ignored.
    package init(_ query: Query, size: Int = 50) {
        let after = query["after"].flatMap { Mark($0) }
        let before = after == nil ? query["before"].flatMap { Mark($0) } : nil
        self.size = size
        mark = after ?? before
        isBackwards = before != nil
    }

    /// Without a mark, the first page.
    package init(after mark: Mark? = nil, size: Int = 50) {
        (self.size, self.mark, isBackwards) = (size, mark, false)
    }

    /// The limit for the query: one row more than a page has, which shows whether there are more.
    package var limit: Int { size + 1 }

    /// Makes the page from up to `limit` rows, those nearest to the mark first.
    package func page<Found: Sequence, Shown>(of found: Found, _ shown: (Found.Element) throws -> Shown) rethrows
        -> KeysetPage<Shown>
    {
        var rows: [Shown] = []
        rows.reserveCapacity(min(size, found.underestimatedCount))
        var hasMore = false
        for row in found {
            if rows.count == size {
                hasMore = true
                break
            }
            rows.append(try shown(row))
        }
        if isBackwards { rows.reverse() }
        return KeysetPage(
            rows: rows, hasPrevious: mark != nil && (!isBackwards || hasMore), hasNext: isBackwards || hasMore)
    }

    package func page<Found: Sequence>(of found: Found) -> KeysetPage<Found.Element> { page(of: found) { $0 } }
}

/// A page in the list's order, and whether the list continues at either end.
package struct KeysetPage<Shown> {
    package var rows: [Shown]
    package var hasPrevious: Bool
    package var hasNext: Bool

    /// Returns the link to the previous page of the list; nil on the first page.
    package func previous(_ list: Link, mark: (Shown) throws -> some LosslessStringConvertible) rethrows -> Link? {
        guard hasPrevious, let first = rows.first else { return nil }
        return list.with(query: [("before", try mark(first).description)])
    }

    package func next(_ list: Link, mark: (Shown) throws -> some LosslessStringConvertible) rethrows -> Link? {
        guard hasNext, let last = rows.last else { return nil }
        return list.with(query: [("after", try mark(last).description)])
    }

    package func pager(
        _ words: LocalText, _ list: Link, exact: Link? = nil, mark: (Shown) throws -> some LosslessStringConvertible
    ) rethrows -> Pager {
        Pager(shown: words, previous: try previous(list, mark: mark), next: try next(list, mark: mark), exact: exact)
    }
}

/// The order of a list that is paged by key: by a value, and by the key for equal values; or by the key alone. Both
/// are expressions that are never NULL.
package struct KeysetOrder: Sendable {
    private let value: SQL?
    private let key: SQL
    /// The tables in which the mark's own value is looked up, so that it is not in the address.
    private let from: SQL
    package let isFalling: Bool

    package init(by value: SQL, _ key: SQL, from: SQL, isFalling: Bool) {
        (self.value, self.key, self.from, self.isFalling) = (value, key, from, isFalling)
    }

    package init(by key: SQL, isFalling: Bool = false) {
        (value, self.key, from, self.isFalling) = (nil, key, "", isFalling)
    }

    /// The order as it follows `order by`.
    package var sql: SQL { sql(isFalling) }

    /// The same for a page, which is read from the mark onwards.
    package func sql<Mark>(_ keyset: Keyset<Mark>) -> SQL { sql(isFalling != keyset.isBackwards) }

    private func sql(_ falls: Bool) -> SQL {
        guard let value else { return falls ? "\(key) desc" : key }
        return falls ? "\(value) desc, \(key) desc" : "\(value), \(key)"
    }

    /// Returns the condition for the rows beyond the mark; none for the first page.
    package func beyond<Mark: Bindable>(_ keyset: Keyset<Mark>) -> [SQL] {
        guard let mark = keyset.mark else { return [] }
        let falls = isFalling != keyset.isBackwards
        guard let value else { return [falls ? "\(key) < \(mark)" : "\(key) > \(mark)"] }
        let place: SQL = "((select \(value) from \(from) where \(key) = \(mark)), \(mark))"
        return [falls ? "(\(value), \(key)) < \(place)" : "(\(value), \(key)) > \(place)"]
    }
}
