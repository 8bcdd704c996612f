/// On whose behalf a connection is in use. Nobody may hold all connections of a lane, however many calls they have under
/// way and however long those take: what is over a holder's share waits, and the connections that are left serve the
/// others.
package enum Holder: Hashable, Sendable {
    /// Programs choose the ids of users, so users of two tenants may have the same.
    case user(ID, of: ID)
    /// An API key, by its hash: it is known before the key has been looked up.
    case key([UInt8])
    /// A session of an admin, for the same reason by its hash.
    case session([UInt8])
    case admin(ID)
    case tenant(ID)
    /// Whoever has no account yet.
    case network(String)

    /// Quarters of what there is.
    private var quarters: Int {
        switch self {
        case .user: 1
        case .key: 2
        case .session, .admin, .tenant, .network: 3
        }
    }

    /// The most connections at a time, of so many. Two at least, because apps load two things at once; never all.
    func most(of connections: Int) -> Int { max(1, min(connections - 1, max(2, connections * quarters / 4))) }

    /// The most jobs that may wait at a time, of so many. A refusal here costs a page. So a share is for those who call
    /// through the API, whose other calls wait anyway; of all others the server refuses what is too much before it reads it.
    func mostWaiting(of places: Int) -> Int {
        switch self {
        case .user, .key: max(1, places * quarters / 4)
        case .session, .admin, .tenant, .network: places
        }
    }
}
