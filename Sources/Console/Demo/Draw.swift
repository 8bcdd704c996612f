import Postgres

/// Replaces chance: twenty bits of a hash of the user's number, 0 ..< 1,048,576. The same number and seed give the
/// same draw on every run, so two runs of a demo can be compared.
package enum Draw {
    package static let range: Int64 = 1 << 20

    /// Returns the first draw of each choice, for SQL's `width_bucket`.
    package static func bounds(_ weights: [Int]) -> [Int64] {
        let whole = max(1, weights.reduce(0, +))
        var sum = 0
        return weights.map { weight in
            defer { sum += weight }
            return Int64(sum) * range / Int64(whole)
        }
    }

    /// Each choice is `ratio` times as frequent as the next.
    package static func falling(_ count: Int, ratio: Double) -> [Int64] {
        var weight = 1_000_000.0
        return bounds(
            (0..<count).map { _ in
                defer { weight /= ratio }
                return max(1, Int(weight))
            })
    }

    /// Returns one of the texts, all equally likely. `draw` is SQL for a draw.
    package static func one(of texts: [String], by draw: SQL) -> SQL {
        "(\(texts))[1 + \(draw) * \(texts.count) / 1048576]"
    }

    package static func one(of texts: [String], bounds: [Int64], by draw: SQL) -> SQL {
        "(\(texts))[width_bucket(\(draw), \(bounds))]"
    }

    /// Returns a UUIDv7 of that time, with its 74 random bits from two hashes.
    package static func id(at time: SQL, _ one: SQL, _ two: SQL) -> SQL {
        """
        (lpad(to_hex((extract(epoch from \(time)) * 1000)::bigint), 12, '0') || to_hex(28672 | (\(one) & 4095))
            || to_hex((\(two) & 4611686018427387903) | (-9223372036854775808)))::uuid
        """
    }
}
