import Console
import Postgres

/// The facts of a demo's users, from the kind's declarations and samples.
struct FactRecipe {
    let facts: [FactDeclaration]
    let samples: [String: [String]]

    /// Returns SQL that makes `users.facts` for the user number `drawn.n`.
    func sql(seed: Int64) -> SQL {
        guard !facts.isEmpty else { return "'{}'::jsonb" }
        var parts: [SQL] = []
        // No streak is older than its user. A fact in days is never below one that is declared before it: the best
        // streak is at least the current one.
        var days: SQL = "0"
        for (index, fact) in facts.enumerated() {
            let draw: SQL = "(hashint8extended(drawn.n, \(seed + 100 + Int64(index))) & 1048575)"
            let value: SQL
            switch fact.form {
            case .days:
                days += " + floor(power(\(draw) / 1048576.0::float8, 4) * 120)::integer"
                value = "least((\(days)), floor(drawn.age)::integer)"
            case .number:
                // The two samples are the minimum and the maximum; the sum of two draws makes values in the middle more
                // frequent.
                let ends = (samples[fact.key] ?? []).compactMap { Int64($0) }
                let least = ends.first ?? 0
                let span = max(0, (ends.last ?? 100) - least)
                value = """
                    (\(least) + (\(draw) + (hashint8extended(drawn.n, \(seed + 200 + Int64(index))) & 1048575))
                        * \(span + 1) / 2097152)
                    """
            case .choice(let choices):
                value = Draw.one(of: choices.map(\.value), by: draw)
            case .text:
                // # is replaced by a number that no other user has.
                value = """
                    replace(\(Draw.one(of: samples[fact.key] ?? ["-"], by: draw)), '#', (100000 + drawn.n)::text)
                    """
            }
            parts.append("\(fact.key), \(value)")
        }
        return "jsonb_build_object(\(SQL.joined(parts, by: ", ")))"
    }
}
