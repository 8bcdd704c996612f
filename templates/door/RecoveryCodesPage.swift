import HTML

/// Ten recovery codes, shown this once.
package struct RecoveryCodesPage: Sendable {
    package var door: Door
    package var codes: [String]
    package var next: Link

    package init(door: Door, codes: [String], next: Link) {
        self.door = door
        self.codes = codes
        self.next = next
    }

    package static let sample = RecoveryCodesPage(
        door: .sample(Strings.door_recovery_title, here: "/enrol/codes"),
        codes: (0..<10).map { "k7mq-\(2 + $0)w4x-9tzr-h3f\($0)" }, next: "/tenants")
}
