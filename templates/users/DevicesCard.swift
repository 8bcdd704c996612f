import HTML

/// On a user's page: the phones they are signed in on.
package struct DevicesCard: Sendable {
    package var devices: [UserDevice]
    package var csrf: String

    package init(_ devices: [UserDevice], csrf: String = "") { (self.devices, self.csrf) = (devices, csrf) }

    package static var sample: DevicesCard {
        DevicesCard(
            [
                UserDevice(
                    model: "Pixel 9 \"Pro\"", platform: "Android", appVersion: "4.12.0", seen: "2 min ago",
                    removal: "/t/rooster-me/users/1/devices/1/deletion"),
                UserDevice(
                    model: "گوشی زویی", platform: "iOS", appVersion: "4.9.3-beta+build.20261120", seen: "40 days ago",
                    removal: nil, kept: StatusBadge(LocalText(Strings.user_device_kept), tone: .off)),
            ], csrf: "sample")
    }
}
