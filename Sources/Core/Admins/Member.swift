import Console
import HTML
import Postgres
import Templates

/// An admin as their tenant sees them. It contains nothing about other tenants.
struct Member: Sendable {
    var id: ID
    var email: String
    var name: String
    var language: Language
    var role: MemberRole
    var isEnrolled: Bool
    var isDisabled: Bool
    var hasSecondStep: Bool
    /// They have an account and have not accepted yet. Then the values above are what the inviter wrote.
    var isOffered: Bool
    /// They used a link that was mailed to this address.
    var isProven: Bool
    /// The time of their last request in this tenant.
    var usedAt: Timestamp?
    /// In the tenant's zone.
    var since: LocalTime
    /// The end of this tenant's last unused link: in its zone, and as a moment.
    var linkUntil: LocalTime?
    var linkExpires: Timestamp?

    init(_ row: Row, in tenant: Tenant) throws {
        id = try row.id("id")
        email = try row.text("email")
        name = try row.text("name")
        language = Language(code: try row.text("language")) ?? .en
        role = try MemberRole(row, in: tenant)
        isEnrolled = try row.bool("is_enrolled")
        isDisabled = try row.bool("is_disabled")
        hasSecondStep = try row.bool("has_second_step")
        isOffered = try row.bool("is_offered")
        isProven = try row.bool("is_proven")
        usedAt = try row.timeOrNil("used_at")
        since = LocalTime(microseconds: Int(try row.localTime("since")))
        linkUntil = try row.localTimeOrNil("link_until").map { LocalTime(microseconds: Int($0)) }
        linkExpires = try row.timeOrNil("link_expires")
    }

    var state: StatusBadge { Self.state(isDisabled: isDisabled, isEnrolled: isEnrolled) }

    static func state(isDisabled: Bool, isEnrolled: Bool) -> StatusBadge {
        if isDisabled { return StatusBadge(LocalText(Strings.admins_disabled), tone: .off) }
        return isEnrolled
            ? StatusBadge(LocalText(Strings.admins_active), tone: .good)
            : StatusBadge(LocalText(Strings.admins_invited), tone: .warn)
    }

    static func lastUsed(_ time: Timestamp?, _ actor: Actor) -> String {
        guard let time else { return LocalText(Strings.admins_never).resolve(in: actor.language) }
        return DurationStyle(actor.language).ago(seconds: Int(max(0, actor.now.seconds - time.seconds)))
    }

    /// The last visit of that admin: the reader's is now, even if it is not written yet.
    static func lastUsed(_ time: Timestamp?, by admin: ID, _ actor: Actor) -> String {
        lastUsed(admin == actor.id ? actor.now : time, actor)
    }

    static func secondStep(_ isSet: Bool) -> LocalText {
        LocalText(isSet ? Strings.admins_step_set : Strings.admins_step_missing)
    }
}
