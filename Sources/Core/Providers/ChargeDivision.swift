import Console

/// Divides what has gone of a charge, or come back, among the parts of the charge.
struct ChargeDivision {
    /// One part. All sums are in minor units.
    struct Part {
        var payment: Payment
        /// What has gone of it, or come back, as far as that is booked.
        var booked: Int
        /// What can go or come back yet.
        var room: Int
        /// What admins asked the provider to refund of this part, beside what is booked.
        var asked = 0
    }

    private let parts: [Part]

    init(_ parts: [Part]) { self.parts = parts }

    /// What each part gets, so that with what is booked all of them come to `total` and never to more. What was asked for one part
    /// is that part's: the provider's event names only the charge. Of the rest each gets its proportion.
    func next(of total: Int) -> [Int] {
        var left = max(0, total - sum(parts.map(\.booked)))
        func take(_ most: Int) -> Int {
            let taken = min(max(0, most), left)
            left -= taken
            return taken
        }
        let asked = parts.map { take(min($0.asked, $0.room)) }
        let given = sum(asked)
        let even = zip(parts, asked).map { part, asked in
            min(max(0, part.payment.part(of: total - given) - part.booked), part.room - asked)
        }
        // A part that is not booked yet gets its proportion when it comes.
        guard sum(parts.map(\.payment.amount.minor)) == parts.first?.payment.whole.minor else {
            return zip(asked, even).map { $0 + take($1) }
        }
        if given == 0, sum(even) == left { return even }
        // Parts have been refunded unevenly: what is left of each decides.
        let room = zip(parts, asked).map { $0.room - $1 }
        let (all, rest) = (sum(room), min(left, sum(room)))
        var until = 0
        return zip(asked, room).map { asked, room in
            let start = share(rest, until, of: all)
            until += room
            return asked + share(rest, until, of: all) - start
        }
    }

    private func sum(_ sums: [Int]) -> Int { sums.reduce(0, +) }

    private func share(_ rest: Int, _ until: Int, of all: Int) -> Int {
        guard all > 0, let currency = parts.first?.payment.amount.currency else { return 0 }
        return Money(rest, currency).share(until, of: all).minor
    }
}
