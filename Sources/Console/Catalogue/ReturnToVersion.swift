import HTML
import Postgres
import Templates
import Web

/// Publishes the content of an old version again, at once. Later versions stay in the list.
package struct ReturnToVersion<C: Catalogued>: Changing {
    package let act: EntryAct<C>
    package let number: Int

    package init(_ request: WebRequest) throws {
        act = try EntryAct(request)
        guard let number = request.parameters["version"].flatMap({ Int($0) }) else { throw Refusal.notFound }
        self.number = number
    }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let (catalogue, languages) = (C.catalogue, actor.tenant.languages)
        let entry = try act.locked(in: tx, by: actor)
        guard let old = entry.versions.first(where: { $0.number == number }) else { throw Refusal.notFound }
        guard old.state == .published, old.number != entry.live?.number else {
            throw try act.conflict(in: tx, by: actor, services)
        }
        // The draft continues unchanged, so the version published here would get a lower number than it.
        guard entry.draft == nil else {
            throw try act.conflict(LocalText(Strings.catalogue_one_draft), in: tx, by: actor, services)
        }
        // The group of users that it was meant for may no longer exist.
        if let lost = try catalogue.lost(old.content, in: tx).values.first {
            throw try act.conflict(lost, in: tx, by: actor, services)
        }
        if let obstacle = try catalogue.obstacle(tx, actor) {
            throw try act.conflict(obstacle, in: tx, by: actor, services)
        }
        let name = catalogue.entryName(old.content, languages)
        try tx.execute(
            CatalogueQueries.addDraft(
                act.id, tenant: tx.tenant, number: entry.nextNumber, old.content, name: name,
                languages: catalogue.complete(old.content, languages), by: actor))
        try tx.execute(CatalogueQueries.publish(act.id, from: nil, by: actor))
        return try act.done(
            .entryReturned, name,
            [
                .init("version", old: entry.live.map { String($0.number) }, new: String(entry.nextNumber)),
                .init("like_version", new: String(number)),
            ]
                + old.content.changes(from: entry.live?.content),
            flash: Strings.catalogue_was_returned, isSeen: true, was: entry.live, in: tx, by: actor, services)
    }
}

/// Apps no longer get the entry. Users' answers to it stay, and so does everything else.
package struct RetireEntry<C: Catalogued>: Changing {
    package let act: EntryAct<C>

    package init(_ request: WebRequest) throws { act = try EntryAct(request) }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let entry = try act.locked(in: tx, by: actor)
        guard !entry.isRetired, entry.live != nil || entry.coming != nil else {
            throw try act.conflict(in: tx, by: actor, services)
        }
        try tx.execute(CatalogueQueries.setRetired(act.id, at: actor.now))
        return try act.done(
            .entryRetired, C.catalogue.entryName(entry.newest, actor.tenant.languages),
            flash: Strings.catalogue_was_retired,
            isSeen: true, was: entry.live, in: tx, by: actor,
            services)
    }
}

package struct RestoreEntry<C: Catalogued>: Changing {
    package let act: EntryAct<C>

    package init(_ request: WebRequest) throws { act = try EntryAct(request) }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let entry = try act.locked(in: tx, by: actor)
        guard entry.isRetired else { throw try act.conflict(in: tx, by: actor, services) }
        if let obstacle = try C.catalogue.obstacle(tx, actor) {
            throw try act.conflict(obstacle, in: tx, by: actor, services)
        }
        try tx.execute(CatalogueQueries.setRetired(act.id, at: nil))
        return try act.done(
            .entryRestored, C.catalogue.entryName(entry.newest, actor.tenant.languages),
            flash: Strings.catalogue_was_restored,
            isSeen: true, in: tx, by: actor,
            services)
    }
}

/// Swaps the entry with the one before it or after it.
package struct MoveEntry<C: Catalogued>: Changing {
    package let act: EntryAct<C>
    package let isUp: Bool

    package init(_ request: WebRequest) throws {
        act = try EntryAct(request)
        isUp = request.path.hasSuffix("/up")
    }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let entry = try act.locked(in: tx, by: actor)
        guard try tx.execute(CatalogueQueries.move(act.id, of: C.catalogue.path, isUp: isUp)) == 2 else {
            throw try act.conflict(
                LocalText(isUp ? Strings.catalogue_is_first : Strings.catalogue_is_last), in: tx, by: actor, services)
        }
        try tx.execute(CatalogueQueries.touch)
        return Change(
            AuditEvent(
                .entryMoved, on: .entry, act.id, name: C.catalogue.entryName(entry.newest, actor.tenant.languages),
                changes: [.init("moved", new: isUp ? "up" : "down")]),
            next: .to(actor.link(C.catalogue.path)))
    }
}
