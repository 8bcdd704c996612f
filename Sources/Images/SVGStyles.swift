/// Converts styles as drawing programs write them, `fill: red` in an element's own style and `.cls-1, .cls-2 { fill:
/// red }` in a style sheet, to attributes; no style is ever written. Other selectors and `@` rules are dropped.
///
/// A style sheet with 43,000 selectors for 18,000 declarations has 255 KB and means 800 million styles. So the
/// product of selectors and declarations is checked before anything is built, and so is the number of declarations
/// that elements get from their classes.
struct SVGStyles {
    /// The limit for declarations; each counts once per selector.
    private static let most = 20_000
    /// The limit for declarations that all elements together get from their classes.
    private static let mostTaken = 200_000
    private static let mostClasses = 20

    private var rules: [[(name: String, value: String)]] = []
    /// The rules of each class, in the order of the style sheet.
    private var classes: [String: [Int]] = [:]
    private var taken = 0

    init(_ root: SVGNode) throws(ImageRefusal) {
        var sheet: [UInt8] = []
        Self.gather(root, &sheet)
        var work = 0
        for rule in Self.withoutComments(sheet).split(separator: UInt8(ascii: "}")) {
            let parts = rule.split(separator: UInt8(ascii: "{"), omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            let declarations = Self.declarations(String(decoding: parts[1], as: UTF8.self))
            let selectors = parts[0].split(separator: UInt8(ascii: ","))
            work += selectors.count * max(1, declarations.count)
            guard work <= Self.most else { throw .tooIntricate }
            for selector in selectors {
                let text = String(decoding: selector, as: UTF8.self)
                guard let name = text.wholeMatch(of: /\s*\.([A-Za-z_][A-Za-z0-9_-]*)\s*/) else { continue }
                classes[String(name.output.1), default: []].append(rules.count)
            }
            rules.append(declarations)
        }
    }

    private static func gather(_ node: SVGNode, _ sheet: inout [UInt8]) {
        if node.name == "style" {
            for child in node.children {
                sheet += child.text.utf8
                sheet.append(0x0A)
            }
        }
        for child in node.children { gather(child, &sheet) }
    }

    /// Works in one pass: otherwise each `/*` without an end would cost a search to the end of the style sheet.
    private static func withoutComments(_ sheet: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(sheet.count)
        var (at, isComment) = (0, false)
        while at < sheet.count {
            let next = at + 1 < sheet.count ? sheet[at + 1] : 0
            if isComment ? (sheet[at], next) == (0x2A, 0x2F) : (sheet[at], next) == (0x2F, 0x2A) {
                if isComment { out.append(0x20) }
                isComment.toggle()
                at += 2
            } else {
                if !isComment { out.append(sheet[at]) }
                at += 1
            }
        }
        return out
    }

    /// Returns the declarations that an element gets from its classes.
    mutating func ofClasses(_ node: SVGNode) throws(ImageRefusal) -> [(name: String, value: String)] {
        guard !classes.isEmpty else { return [] }
        var all: [(name: String, value: String)] = []
        for name in (node.value("class") ?? "").split(whereSeparator: \.isWhitespace).prefix(Self.mostClasses) {
            for rule in classes[String(name)] ?? [] {
                // A rule without declarations costs time as well.
                taken += max(1, rules[rule].count)
                guard taken <= Self.mostTaken else { throw .tooIntricate }
                all += rules[rule]
            }
        }
        return all
    }

    /// Parses `name: value; …`, and returns the allowed declarations.
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
