import Postgres

/// The statements of a page's cards, queued together with the page's own.
package struct CardRound<Card> {
    private let queued: [(card: Card, statements: [Connection.Pending])]

    package init(_ cards: [Card], in tx: borrowing TenantTransaction, statements: (Card) -> [SQL]) throws {
        var queued: [(card: Card, statements: [Connection.Pending])] = []
        for card in cards { queued.append((card, try statements(card).map { sql in try tx.send(sql) })) }
        self.queued = queued
    }

    /// Returns the rows of all cards, from one round trip.
    package func rows() throws -> [(card: Card, rows: [Rows])] {
        try queued.map { one in (one.card, try one.statements.map { try $0.rows() }) }
    }
}
