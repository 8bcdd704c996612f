import Console
import HTML
import Templates

/// The API key scopes for submissions.
extension Scope {
    package static let readAnswers = Scope("answers.read", Strings.scope_answers_read)
    package static let writeAnswers = Scope("answers.write", Strings.scope_answers_write)

    /// All of these scopes, as the feature declares them.
    package static let ofAnswer: [Scope] = [.readAnswers, .writeAnswers]
}
