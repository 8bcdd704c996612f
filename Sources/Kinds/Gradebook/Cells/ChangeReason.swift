import Console
import HTML
import Templates
import Web

/// Why grades or marks are changed, as a form sends it. It may be empty.
struct ChangeReason: Sendable {
    static let most = 300

    var text = ""
    var error: LocalText?

    init() {}

    init(_ form: Query) {
        text = form.trimmed("why") ?? ""
        error = LineText.fault(text, most: Self.most, isRequired: false)
    }

    var field: Field {
        Field(
            "why", label: LocalText(Strings.gradebook_why), value: text, hint: LocalText(Strings.gradebook_why_hint),
            error: error)
    }
}
