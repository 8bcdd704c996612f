import HTML
import Postgres
import Templates

/// One version of an entry's content.
package struct ContentVersion: Sendable {
    package enum State: String, Sendable { case draft, review, published }

    package var number: Int
    package var state: State
    package var content: Content
    /// Only for a draft: how often it was saved.
    package var revision: Int
    /// In the tenant's zone.
    package var changed: LocalTime
    package var changedBy: String
    package var publishedFrom: Timestamp?
    package var holdsFrom: LocalTime?
    package var publishedBy: String
    /// The admins who saved it as a draft.
    package var authors: [ID]

    package init(_ row: Row) throws {
        number = try row.int("number")
        state = State(rawValue: try row.text("state")) ?? .draft
        content = Content(json: try row.text("content"))
        revision = try row.int("revision")
        changed = LocalTime(microseconds: Int(try row.localTime("changed")))
        changedBy = try row.text("changed_by")
        publishedFrom = try row.timeOrNil("published_from")
        holdsFrom = try row.localTimeOrNil("holds_from").map { LocalTime(microseconds: Int($0)) }
        publishedBy = try row.text("published_by")
        authors = try row.ids("authors")
    }
}

/// An entry of a catalogue with all its versions.
package struct CatalogueEntry: Sendable {
    package var id: ID
    package var key: String
    package var isRetired: Bool
    /// The newest first.
    package var versions: [ContentVersion]
    package var live: ContentVersion?
    package var coming: ContentVersion?

    /// The seconds for which the last publication can be undone.
    package static let undoSeconds: Int64 = 3600

    /// Returns the version that was published last, if its publication can still be undone and nothing else has
    /// begun.
    package func undoable(at now: Timestamp) -> ContentVersion? {
        guard let live, !isRetired, draft == nil, coming == nil, let from = live.publishedFrom,
            now < from.adding(seconds: Self.undoSeconds)
        else { return nil }
        return live
    }

    package var draft: ContentVersion? { versions.first { $0.state != .published } }
    package var nextNumber: Int { (versions.first?.number ?? 0) + 1 }

    /// The content with which the form opens: the draft, or the start of the next one.
    package var newest: Content { (draft ?? coming ?? live ?? versions.first)?.content ?? Content() }

    package static func read(
        _ id: ID, of catalogue: CatalogueDeclaration, in tx: borrowing TenantTransaction, by actor: Actor
    ) throws -> CatalogueEntry {
        let one = try tx.send(CatalogueQueries.one(id, of: catalogue.path, zone: actor.tenant.zone))
        let all = try tx.send(CatalogueQueries.versions(id, zone: actor.tenant.zone))
        guard let row = try one.rows().first else {
            _ = try all.rows()
            throw Refusal.notFound
        }
        let versions = try all.rows().map { try ContentVersion($0) }
        let (live, coming) = (try row.intOrNil("live_number"), try row.intOrNil("coming_number"))
        return CatalogueEntry(
            id: id, key: try row.text("key"), isRetired: try row.bool("is_retired"), versions: versions,
            live: versions.first { $0.number == live }, coming: versions.first { $0.number == coming })
    }

    /// The same, with a lock on the entry until the end of the transaction.
    package static func locked(
        _ id: ID, of catalogue: CatalogueDeclaration, in tx: borrowing TenantTransaction, by actor: Actor
    ) throws -> CatalogueEntry {
        try tx.send(CatalogueQueries.lock(id, of: catalogue.path))
        return try read(id, of: catalogue, in: tx, by: actor)
    }

    /// The pattern that `isKey` checks, for programs.
    package static let keyPattern = "^[a-z][a-z0-9_.-]{0,79}$"

    /// True if the text can be the key of an entry or a group of users, which apps use in requests.
    package static func isKey(_ text: String) -> Bool {
        guard let first = text.utf8.first, (97...122).contains(first), text.utf8.count <= 80 else { return false }
        return text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || [45, 46, 95].contains($0) }
    }

    /// The states of the entry, the most important one first.
    package var badges: [StatusBadge] {
        var badges: [StatusBadge] = []
        if isRetired { badges.append(EntryState.retired.badge) }
        if live != nil, !isRetired { badges.append(EntryState.published.badge) }
        if coming != nil { badges.append(EntryState.scheduled.badge) }
        if let draft { badges.append((draft.state == .review ? EntryState.review : .draft).badge) }
        return badges
    }
}

/// The state of an entry, for the list and its filter.
package enum EntryState: String, CaseIterable {
    case published, scheduled, review, draft, retired

    package var badge: StatusBadge {
        switch self {
        case .published: StatusBadge(LocalText(Strings.catalogue_published), tone: .good)
        case .scheduled: StatusBadge(LocalText(Strings.catalogue_scheduled), tone: .good)
        case .review: StatusBadge(LocalText(Strings.catalogue_review), tone: .warn)
        case .draft: StatusBadge(LocalText(Strings.catalogue_draft), tone: .off)
        case .retired: StatusBadge(LocalText(Strings.catalogue_retired), tone: .off)
        }
    }

    package var condition: SQL {
        switch self {
        case .published: "entry.retired_at is null and live.number is not null"
        case .scheduled: "coming.number is not null"
        case .review: "draft.state = 'review'"
        case .draft: "draft.state = 'draft'"
        case .retired: "entry.retired_at is not null"
        }
    }
}
