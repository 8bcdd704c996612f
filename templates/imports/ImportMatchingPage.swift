import HTML

/// Which column of the file becomes which of the list's.
package struct ImportMatchingPage: Sendable {
    package var frame: Frame
    package var action: Link
    /// That the file's encoding was guessed.
    package var guess: LocalText?
    /// The encodings that it may be; nil where the file itself says it.
    package var encoding: Encoding?
    package var choices: [Choice]
    /// What goes for the whole file.
    package var options: [Choice]
    /// How entries of several rows are written, where there are such.
    package var advice: LocalText?
    package var cancel: Link

    package struct Encoding: Sendable {
        package var choice: Choice
        /// Reads the file again, and shows the same form.
        package var action: Link

        package init(choice: Choice, action: Link) {
            self.choice = choice
            self.action = action
        }
    }

    package init(
        frame: Frame, action: Link, guess: LocalText?, encoding: Encoding?, choices: [Choice],
        options: [Choice] = [], advice: LocalText?, cancel: Link
    ) {
        self.frame = frame
        self.action = action
        self.guess = guess
        self.encoding = encoding
        self.choices = choices
        self.options = options
        self.advice = advice
        self.cancel = cancel
    }

    package var errors: ErrorSummary? { ErrorSummary((choices + options).map(\.problem)) }

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
            guess: Strings.import_guessed(encoding: LocalText(Strings.import_encoding_western)),
            encoding: Encoding(
                choice: Choice(
                    "encoding", label: LocalText(Strings.import_encoding),
                    options: [.init(value: "windows1252", label: "Windows-1252", isSelected: true)]),
                action: "/t/rooster-me/users/import/1/encoding"),
            choices: [
                choice(1, "Correo", "zoe@example.org, omid@example.org", "email"),
                choice(
                    2, "<b>Name</b>", "Zoë \"Quill\", امید رضایی", "email",
                    error: LocalText(Strings.import_column_twice)),
                choice(3, "Shoe size", "38, 44", ""),
            ],
            options: [
                Choice(
                    "option-missing", label: LocalText(Strings.import_matching),
                    options: [("no", Strings.form_no), ("yes", Strings.form_yes)].map {
                        .init(value: $0.0, label: LocalText($0.1).resolve(in: .en), isSelected: $0.0 == "yes")
                    }, hint: LocalText(Strings.import_matching_advice))
            ], advice: LocalText(Strings.import_parts_advice), cancel: "/t/rooster-me/users/import")
    }
}
