import Console
import HTML
import Postgres
import Templates

/// The labels of a key's fields in the audit trail.
enum KeyWords {
    static let fields: [(name: String, label: StringKey)] = [
        ("lookup_id", Strings.key_lookup), ("scopes", Strings.key_scopes_short), ("expires", Strings.key_expires),
        ("requests_per_minute", Strings.key_rate), ("addresses", Strings.key_addresses),
        ("earlier_until", Strings.key_earlier),
    ]
}

/// The state of a key at a moment.
enum KeyState: String, CaseIterable {
    case active, ending, expired, disabled

    /// The days before its end from which a key counts as ending soon.
    private static let warning: Int64 = 14

    init(_ row: Row, now: Timestamp) throws {
        let expires = try row.time("expires_at")
        if expires <= now {
            self = .expired
        } else if try row.bool("is_disabled") {
            self = .disabled
        } else {
            self = expires <= now.adding(seconds: Self.warning * 86400) ? .ending : .active
        }
    }

    /// The same as an SQL condition.
    func condition(now: Timestamp) -> SQL {
        let soon = now.adding(seconds: Self.warning * 86400)
        return switch self {
        case .active: "api_keys.disabled_at is null and api_keys.expires_at > \(soon)"
        case .ending: "api_keys.disabled_at is null and api_keys.expires_at > \(now) and api_keys.expires_at <= \(soon)"
        case .expired: "api_keys.expires_at <= \(now)"
        case .disabled: "api_keys.disabled_at is not null and api_keys.expires_at > \(now)"
        }
    }

    var badge: StatusBadge {
        switch self {
        case .active: StatusBadge(LocalText(Strings.key_state_active), tone: .good)
        case .ending: StatusBadge(LocalText(Strings.key_state_ending), tone: .warn)
        case .expired: StatusBadge(LocalText(Strings.key_state_expired), tone: .bad)
        case .disabled: StatusBadge(LocalText(Strings.key_state_disabled), tone: .off)
        }
    }
}
