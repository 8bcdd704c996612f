import Postgres

/// A filter as conditions, its search resolved.
enum UserSearch {
    struct Narrowed {
        var conditions: [SQL]
    }

    /// Rare words go through the trigram index first: their ids become the condition. Common ones are left to the walk
    /// along the sorted index, which meets a match every few rows. One or two characters have no trigram and are common.
    static func conditions(_ filter: UserFilter, now: Timestamp, in tx: borrowing TenantTransaction) throws -> Narrowed {
        var all = filter.conditions(now: now)
        guard !filter.search.isEmpty else { return Narrowed(conditions: all) }
        if let id = filter.searchedID {
            all.append("users.id = \(id)")
            return Narrowed(conditions: all)
        }
        if filter.search.count >= 3 {
            let ids = try tx.first(UserQueries.candidates(filter.pattern))?.ids("ids") ?? []
            if ids.count <= UserQueries.mostCandidates {
                all.append("users.id = any(\(ids))")
                return Narrowed(conditions: all)
            }
        }
        all.append("users.search_text like \(filter.pattern)")
        return Narrowed(conditions: all)
    }
}
