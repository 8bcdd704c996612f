import HTML

/// What could not be answered, in words, with a reference that the log knows.
package struct ProblemPage: Sendable {
    package var frame: SignInFrame
    package var heading: LocalText
    package var advice: LocalText
    package var reference: String
    /// nil on a page for strangers, who have no place in the console.
    package var back: Link?
    /// nil: the same would go wrong the same way.
    package var again: TryAgain?

    var backClass: String { again == nil ? "button main" : "button" }

    package init(
        frame: SignInFrame, heading: LocalText, advice: LocalText, reference: String, back: Link?,
        again: TryAgain? = nil
    ) {
        self.frame = frame
        self.heading = heading
        self.advice = advice
        self.reference = reference
        self.back = back
        self.again = again
    }

    package static let sample = ProblemPage(
        frame: .sample(Strings.problem_failed, here: "/"), heading: LocalText(Strings.problem_failed),
        advice: LocalText(Strings.problem_failed_advice), reference: "0198f3c2-7d1e-7c55-9a3b-000000001f40", back: "/",
        again: TryAgain(action: "/tenants"))

    package static let sampleOfStrangers = ProblemPage(
        frame: .sample(Strings.problem_public_gone, here: "/public/school/timetable"),
        heading: LocalText(Strings.problem_public_gone), advice: LocalText(Strings.problem_public_gone_advice),
        reference: "0198f3c2-7d1e-7c55-9a3b-000000001f41", back: nil)
}
