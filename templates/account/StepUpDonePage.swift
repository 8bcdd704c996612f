import HTML

/// After a code for a file: the browser fetches it, and the page stays.
package struct StepUpDonePage: Sendable {
    package var frame: Frame
    package var file: Link
    package var back: Link

    package init(frame: Frame, file: Link, back: Link) {
        self.frame = frame
        self.file = file
        self.back = back
    }

    package static var sample: StepUpDonePage {
        StepUpDonePage(
            frame: .sample("Thank you", inTenant: false), file: "/t/rooster-me/users.csv?q=1", back: "/t/rooster-me")
    }
}
