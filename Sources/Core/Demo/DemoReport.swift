import Console

/// What a load of demo data did.
package struct DemoReport: Sendable, CustomStringConvertible {
    package struct TenantLine: Sendable {
        package enum Outcome: Sendable, Equatable {
            case loaded, alreadyFull, holdsNobody
            /// The slug belongs to a tenant of another kind, which is left alone.
            case taken(byKind: String)
        }

        package var slug: String
        package var isNew: Bool
        /// Users added by this load.
        package var users: Int
        package var outcome: Outcome
    }

    package var tenants: [TenantLine] = []
    /// Whose accounts this load has made.
    package var admins: [DemoColleague] = []
    package var seconds = 0.0

    package var users: Int { tenants.reduce(0) { $0 + $1.users } }
    package var made: Int { tenants.count(where: \.isNew) }

    package var description: String {
        let lines = tenants.map { tenant in
            let what =
                switch tenant.outcome {
                case .loaded: "\(tenant.users) users"
                case .alreadyFull: "has users already, nothing added"
                case .holdsNobody: "holds nobody's data"
                case .taken(let kind): "belongs to a tenant of the kind \(kind), left alone"
                }
            return "\(tenant.slug): \(tenant.isNew ? "made, " : "")\(what)"
        }
        let tenths = Int((seconds * 10).rounded())
        return (lines + ["\(made) tenants and \(users) users in \(tenths / 10).\(tenths % 10) s"]).joined(
            separator: "\n")
    }
}
