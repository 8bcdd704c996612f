import Console
import HTML
import Postgres
import Templates
import Web

/// The access review: access that was not used for so long that it can be removed.
enum AccessReview {
    static let days = 90
    /// The review shows at most this many rows of a kind: after some are removed, the next ones appear.
    static let most = 200
    /// At most this many uses of an action are counted; whoever used a permission more often uses it.
    static let mostUses = 1000

    static func cutoff(_ now: Timestamp) -> Timestamp { now.adding(seconds: -Int64(days) * 86400) }

    /// A form on the review's page returns to the review.
    static let hidden = HiddenValue("from", "review")

    static func isOrigin(_ request: WebRequest) -> Bool { request.form["from"] == "review" }

    static func link(_ actor: Actor) -> Link {
        actor.tenant.isInstallation ? "/access-review" : actor.link("access-review")
    }
}

extension Permission {
    /// The permissions whose use is recorded.
    static var recorded: Set<Permission> { Set(all.filter { !$0.actions.isEmpty }) }

    static var recordedActions: [String] { all.flatMap(\.actions).map(\.id) }

    /// The actions that show its use. Of what permissions only show, the trail records users' pages and lists.
    var traces: [AuditAction] { self == .seeUsers ? [.userViewed] + AuditAction.ofReading : actions }
}

extension Set<Permission> {
    /// Returns the permissions whose use the audit trail records, and for which `actions` contains no trace of use.
    /// Whoever decides on a request uses the permission that the request needs: `decided` has its id.
    func unused(_ actions: [String], decided: [String] = []) -> [Permission] {
        let (seen, used) = (Set<String>(actions), Set<String>(decided))
        return Permission.all.filter { (one: Permission) in
            contains(one) && !one.actions.isEmpty && !used.contains(one.id)
                && !one.actions.contains { seen.contains($0.id) }
        }
    }
}
