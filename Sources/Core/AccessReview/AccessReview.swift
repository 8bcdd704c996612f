import Console
import HTML
import Postgres
import Templates
import Web

/// What nobody has used for so long that it can be taken away.
enum AccessReview {
    static let days = 90
    /// More rows than this of a kind are not shown at once: after some were taken away, the next come up.
    static let most = 200

    static func cutoff(_ now: Timestamp) -> Timestamp { now.adding(seconds: -Int64(days) * 86400) }

    /// A form that stands on the review comes back to it.
    static let hidden = HiddenValue("from", "review")

    static func isOrigin(_ request: WebRequest) -> Bool { request.form["from"] == "review" }

    static func link(_ actor: Actor) -> Link {
        actor.tenant.isInstallation ? "/access-review" : actor.link("access-review")
    }
}

extension Permission {
    /// Those whose use is recorded.
    static var recorded: Set<Permission> { Set(all.filter { !$0.actions.isEmpty }) }

    static var recordedActions: [String] { all.flatMap(\.actions).map(\.id) }
}

extension Set<Permission> {
    /// Those of them that leave something in the trail, and of which none of `actions` is a trace.
    func unused(_ actions: [String]) -> [Permission] {
        let seen = Set<String>(actions)
        return Permission.all.filter { (one: Permission) in
            contains(one) && !one.actions.isEmpty && !one.actions.contains { seen.contains($0.id) }
        }
    }
}
