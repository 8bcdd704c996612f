import HTML

/// On a user's page: the phones they are signed in on.
package struct DevicesCard: Sendable {
    package var devices: [UserDevice]

    package init(_ devices: [UserDevice]) { self.devices = devices }

    package static var sample: DevicesCard {
        DevicesCard([
            UserDevice(model: "Pixel 9 \"Pro\"", platform: "Android", appVersion: "4.12.0", seen: "2 min ago"),
            UserDevice(
                model: "گوشی زویی", platform: "iOS", appVersion: "4.9.3-beta+build.20261120", seen: "40 days ago"),
        ])
    }
}
