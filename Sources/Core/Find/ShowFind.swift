import Console
import HTML
import Postgres
import Templates
import Web

/// The palette as a page: it works without the script, and can be linked to.
struct ShowFind: Viewing {
    let finding: Finding

    init(_ request: WebRequest) { finding = Finding(request) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        FindPage(
            frame: actor.frame(LocalText(Strings.find_title), services), search: finding.text,
            groups: try finding.groups(in: tx, by: actor, services))
    }
}
