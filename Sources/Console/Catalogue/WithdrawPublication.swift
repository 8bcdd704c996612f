import HTML
import Postgres
import Templates
import Web

/// Undoes a publication of the last hour: apps get the earlier version again, or nothing if there was none; the
/// content becomes a draft again. No version is changed, since apps have shown it and answers refer to it: the
/// earlier content is published as a new version.
package struct WithdrawPublication<C: Catalogued>: Changing {
    package let act: EntryAct<C>

    package init(_ request: WebRequest) throws { act = try EntryAct(request) }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let (catalogue, languages) = (C.catalogue, actor.tenant.languages)
        let entry = try act.locked(in: tx, by: actor)
        guard let undone = entry.undoable(at: actor.now) else {
            throw try act.conflict(LocalText(Strings.catalogue_too_late), in: tx, by: actor, services)
        }
        func add(_ content: Content, _ number: Int) throws {
            try tx.execute(
                CatalogueQueries.addDraft(
                    act.id, tenant: tx.tenant, number: number, content, name: catalogue.entryName(content, languages),
                    languages: catalogue.complete(content, languages), by: actor))
        }
        var number = entry.nextNumber
        let before = entry.versions.first { $0.state == .published && $0.number < undone.number }
        if let before {
            if let lost = try catalogue.lost(before.content, in: tx).values.first {
                throw try act.conflict(lost, in: tx, by: actor, services)
            }
            if let obstacle = try catalogue.obstacle(tx, actor) {
                throw try act.conflict(obstacle, in: tx, by: actor, services)
            }
            try add(before.content, number)
            try tx.execute(CatalogueQueries.publish(act.id, from: nil, by: actor))
            number += 1
        } else {
            try tx.execute(CatalogueQueries.setRetired(act.id, at: actor.now))
        }
        try add(undone.content, number)
        return try act.done(
            .entryWithdrawn, catalogue.entryName(undone.content, languages),
            [.init("version", old: String(undone.number), new: before.map { String($0.number) })],
            flash: before == nil ? Strings.catalogue_was_withdrawn_first : Strings.catalogue_was_withdrawn,
            isSeen: true, was: undone, in: tx, by: actor, services)
    }
}
