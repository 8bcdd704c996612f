import Console
import HTML
import Postgres
import Templates

/// The user's signed-in devices. Admins who keep legal holds see those as well that were removed under one.
struct UserDevicesCard: UserCard {
    static let needs = Permission.seeUsers
    static let section = UserSection.devices
    static let samples: [any Page] = [DevicesCard.sample, DevicesCard([])]

    private let shown: ShownUser
    let statements: [SQL]

    init(_ shown: ShownUser, for actor: Actor, _ services: Services) {
        self.shown = shown
        statements = [
            UserQueries.devices(shown.id, withRemoved: actor.may(.handlePrivacy), zone: actor.tenant.zone)
        ]
    }

    func card(_ rows: [Rows], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> (any Page)?
    {
        let dates = DateStyle(actor.language)
        let mayRemove = actor.may(.suspendUsers)
        return DevicesCard(
            try rows[0].map {
                let isRemoved = try $0.bool("is_removed")
                return UserDevice(
                    model: try $0.text("model"), platform: UserWords.platform(try $0.text("platform"), actor.language),
                    appVersion: try $0.text("app_version"),
                    seen: dates.dateTime(LocalTime(microseconds: Int(try $0.localTime("seen")))),
                    removal: try mayRemove && !isRemoved
                        ? actor.link("users/\(shown.id)/devices/\(try $0.id("id"))/deletion") : nil,
                    kept: isRemoved ? StatusBadge(LocalText(Strings.user_device_kept), tone: .off) : nil)
            }, csrf: actor.session?.csrf ?? "")
    }
}
