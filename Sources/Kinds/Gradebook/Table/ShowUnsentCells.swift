import Console
import HTML
import Postgres
import Templates
import Web

/// Shows the cells that the browser keeps since they could not be saved, also those of classes that are gone.
struct ShowUnsentCells: Viewing {
    init(_ request: WebRequest) {}

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        UnsentCellsPage(
            frame: actor.frame(
                LocalText(Strings.gradebook_lost_title), services, current: "classes",
                crumb: (LocalText(Strings.gradebook_classes), actor.link("classes"))),
            here: actor.link("classes/unsent"), classes: actor.link("classes"),
            script: services.assets.file("grades.js"), store: "\(actor.id?.description ?? "")/")
    }
}
