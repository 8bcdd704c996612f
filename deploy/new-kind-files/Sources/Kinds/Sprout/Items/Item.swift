import Console
import HTML
import Postgres
import Templates

enum ItemState: String, CaseIterable, Sendable {
    case open, done

    var label: StringKey { self == .open ? Strings.sprout_state_open : Strings.sprout_state_done }
}

struct Item: Sendable, Equatable {
    static let longestName = 80
    static let longestNote = 500

    var name = ""
    var state = ItemState.open
    var note = ""
    /// The user whose it is.
    var owner: ID?

    init(name: String = "", state: ItemState = .open, note: String = "", owner: ID? = nil) {
        (self.name, self.state, self.note, self.owner) = (name, state, note, owner)
    }

    init(_ row: Row) throws {
        name = try row.text("name")
        state = ItemState(rawValue: try row.text("state")) ?? .open
        note = try row.text("note")
        owner = try row.idOrNil("user_id")
    }

    /// What is wrong with it, by field.
    var errors: [String: LocalText] {
        var errors: [String: LocalText] = [:]
        if name.isEmpty { errors["name"] = LocalText(Strings.error_required) }
        if name.columnLength > Self.longestName { errors["name"] = Strings.error_too_long(max: Self.longestName) }
        if note.columnLength > Self.longestNote { errors["note"] = Strings.error_too_long(max: Self.longestNote) }
        return errors
    }

    /// For the trail.
    func changes(from old: Item?) -> [AuditEvent.Change] {
        [
            ("name", old?.name, name), ("state", old?.state.rawValue, state.rawValue), ("note", old?.note, note),
        ]
        .filter { ($0.1 ?? "") != $0.2 }.map { .init($0.0, old: $0.1, new: $0.2) }
    }
}
