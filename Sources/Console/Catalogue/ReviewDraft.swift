import HTML
import Postgres
import Templates
import Web

/// Marks a draft as ready for review. Saving it again removes the mark.
package struct SendToReview<C: Catalogued>: Changing {
    package let act: EntryAct<C>

    package init(_ request: WebRequest) throws { act = try EntryAct(request) }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        try act.move(
            .draft, to: .review, .entrySentToReview, flash: Strings.catalogue_was_sent, in: tx, by: actor, services)
    }
}

/// Returns a draft from review to its writer.
package struct EndReview<C: Catalogued>: Changing {
    package let act: EntryAct<C>

    package init(_ request: WebRequest) throws { act = try EntryAct(request) }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        try act.move(
            .review, to: .draft, .entryReviewEnded, flash: Strings.catalogue_was_taken_back, in: tx, by: actor, services
        )
    }
}

extension EntryAct {
    /// Changes the draft's state.
    fileprivate func move(
        _ from: ContentVersion.State, to: ContentVersion.State, _ action: AuditAction, flash: StringKey,
        in tx: borrowing TenantTransaction,
        by actor: Actor, _ services: Services
    ) throws -> Change {
        guard let draft = try locked(in: tx, by: actor).draft, draft.state == from else {
            throw try conflict(in: tx, by: actor, services)
        }
        try tx.execute(CatalogueQueries.setState(id, to))
        return try done(
            action, C.catalogue.entryName(draft.content, actor.tenant.languages),
            [.init("version", new: String(draft.number))],
            flash: flash, in: tx, by: actor, services)
    }
}

/// Discards the draft. An entry that was never published is deleted with it.
package struct DiscardDraft<C: Catalogued>: Changing {
    package let act: EntryAct<C>

    package init(_ request: WebRequest) throws { act = try EntryAct(request) }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let entry = try act.locked(in: tx, by: actor)
        guard let draft = entry.draft else { throw try act.conflict(in: tx, by: actor, services) }
        try tx.execute(CatalogueQueries.deleteDraft(act.id))
        let name = C.catalogue.entryName(draft.content, actor.tenant.languages)
        let changes = Content().changes(from: draft.content)
        guard entry.versions.count > 1 else {
            try tx.execute(CatalogueQueries.delete(act.id))
            return Change(
                AuditEvent(
                    .entryDeleted, on: .entry, act.id, name: name, changes: [.init("key", old: entry.key)] + changes),
                next: .to(actor.link(C.catalogue.path), flash: Strings.catalogue_was_deleted))
        }
        return try act.done(
            .entryDraftDiscarded, name, changes, flash: Strings.catalogue_was_discarded, in: tx, by: actor, services)
    }
}
