import HTML

/// Which column of the file becomes which of the list's.
package struct ImportMatchingPage: Sendable {
    package var frame: Frame
    package var action: Link
    /// That the file's encoding was guessed.
    package var guess: LocalText?
    package var choices: [Choice]
    /// How entries of several rows are written, where there are such.
    package var advice: LocalText?
    package var cancel: Link

    package init(frame: Frame, action: Link, guess: LocalText?, choices: [Choice], advice: LocalText?, cancel: Link) {
        self.frame = frame
        self.action = action
        self.guess = guess
        self.choices = choices
        self.advice = advice
        self.cancel = cancel
    }

    package var errors: ErrorSummary? { ErrorSummary(choices.map(\.problem)) }

    package static var sample: ImportMatchingPage {
        func choice(_ number: Int, _ title: String, _ samples: String, _ chosen: String, error: LocalText? = nil)
            -> Choice
        {
            Choice(
                "column-\(number)", label: Strings.import_column(title: title),
                options: [("", "—"), ("email", "E-mail"), ("name", "Name")].map {
                    .init(value: $0.0, label: $0.1, isSelected: $0.0 == chosen)
                },
                hint: Strings.import_samples(samples: samples), error: error)
        }
        return ImportMatchingPage(
            frame: .sample("members.csv", at: "users"), action: "/t/rooster-me/users/import/1/matching",
            guess: LocalText(Strings.import_guessed),
            choices: [
                choice(1, "Correo", "zoe@example.org, omid@example.org", "email"),
                choice(
                    2, "<b>Name</b>", "Zoë \"Quill\", امید رضایی", "email",
                    error: LocalText(Strings.import_column_twice)),
                choice(3, "Shoe size", "38, 44", ""),
            ], advice: LocalText(Strings.import_parts_advice), cancel: "/t/rooster-me/users/import")
    }
}
