/// Styles as drawing programs write them: `fill: red` in an element's own, and `.cls-1, .cls-2 { fill: red }` in a
/// sheet. They become attributes; no style is ever written out. Other selectors, and `@` rules, are left out.
struct SVGStyles {
    private var classes: [String: [(name: String, value: String)]] = [:]

    init(_ root: SVGNode) {
        var sheet = ""
        Self.gather(root, &sheet)
        for rule in Self.withoutComments(sheet).split(separator: "}") {
            let parts = rule.split(separator: "{", omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            for selector in parts[0].split(separator: ",") {
                guard let name = selector.wholeMatch(of: /\s*\.([A-Za-z_][A-Za-z0-9_-]*)\s*/) else { continue }
                classes[String(name.output.1), default: []] += Self.declarations(String(parts[1]))
            }
        }
    }

    private static func gather(_ node: SVGNode, _ sheet: inout String) {
        if node.name == "style" { for child in node.children { sheet += child.text + "\n" } }
        for child in node.children { gather(child, &sheet) }
    }

    private static func withoutComments(_ sheet: String) -> String {
        sheet.replacing(/\/\*(?s:.*?)\*\//, with: " ")
    }

    func ofClasses(_ node: SVGNode) -> [(name: String, value: String)] {
        guard !classes.isEmpty else { return [] }
        return (node.value("class") ?? "").split(whereSeparator: \.isWhitespace).prefix(20).flatMap {
            classes[String($0)] ?? []
        }
    }

    /// `name: value; …`, those that are allowed.
    static func declarations(_ text: String) -> [(name: String, value: String)] {
        text.split(separator: ";").compactMap { declaration in
            let parts = declaration.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2 else { return nil }
            let name = trimmed(parts[0]).lowercased()
            let value = trimmed(parts[1])
            guard SVGRules.presentation.contains(name), !value.isEmpty, !value.contains("!"), SVGRules.isHarmless(value)
            else { return nil }
            return (name, value)
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
