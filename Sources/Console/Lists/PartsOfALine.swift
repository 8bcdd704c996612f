import HTML
import Templates

extension Sequence<String> {
    /// Joins the parts of a line as the language separates them. A middle dot beside a Persian digit reads like one more
    /// zero, so Persian has a comma.
    package func joined(in language: Language) -> String {
        joined(separator: LocalText(Strings.parts_between).resolve(in: language))
    }
}
