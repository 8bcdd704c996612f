import HTML

/// Ten recovery codes, shown this once.
package struct RecoveryCodesPage: Sendable {
    package var frame: SignInFrame
    package var codes: [String]
    package var next: Link

    /// `again`: where the same codes are posted to be shown in another language.
    package init(frame: SignInFrame, codes: [String], next: Link, again: Link = "/sign-in/recovery-codes") {
        self.frame = frame
        self.frame.again = SignInFrame.Again(
            action: again, hidden: codes.map { HiddenValue("code", $0) } + [HiddenValue("next", next.description)])
        self.codes = codes
        self.next = next
    }

    package static let sample = RecoveryCodesPage(
        frame: .sample(Strings.sign_in_recovery_title, here: "/enrol/codes"),
        codes: (0..<10).map { "k7mq-\(2 + $0)w4x-9tzr-h3f\($0)" }, next: "/tenants")
}
