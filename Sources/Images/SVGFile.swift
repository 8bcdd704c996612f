/// SVG: parsed as XML, copied element by element if a list allows it, and written anew.
enum SVGFile {
    /// XML begins with `<` after white space and a byte order mark. The root element tells its type.
    static func mayBegin(_ bytes: [UInt8]) -> Bool {
        let head = bytes.prefix(512)
        if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) { return true }
        let text = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head
        return text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "<")
    }

    static func check(_ bytes: [UInt8], _ limits: ImageLimits) throws(ImageRefusal) -> CheckedImage {
        guard bytes.count <= limits.svgBytes else { throw .tooManyBytes(limit: limits.svgBytes) }
        let parsed = try SVGParser.parse(bytes)
        var styles = try SVGStyles(parsed)
        guard var root = try SVGRules.clean(parsed, &styles) else { throw .notAnImage }
        guard let box = SVGBox(root) else { throw .damaged }
        let (width, height) = box.size(within: limits.side)
        root.set("viewBox", box.text)
        root.set("width", String(width))
        root.set("height", String(height))
        guard SVGReferences(root).isBounded else { throw .tooIntricate }
        let text = root.written(isRoot: true)
        // Escaped quotes and signs are longer than plain ones; the table that stores the drawing has a limit.
        guard text.utf8.count <= 2 * limits.svgBytes else { throw .tooIntricate }
        return CheckedImage(mediaType: .svg, width: width, height: height, bytes: Array(text.utf8))
    }
}

/// An element, or a run of text, whose name is empty.
struct SVGNode {
    var name = ""
    /// In the order of the file; names have no namespace except `xlink:`.
    var attributes: [(name: String, value: String)] = []
    var children: [SVGNode] = []
    var text = ""

    func value(_ name: String) -> String? { attributes.first { $0.name == name }?.value }

    mutating func set(_ name: String, _ value: String) {
        attributes.removeAll { $0.name == name }
        attributes.append((name, value))
    }

    func written(isRoot: Bool = false) -> String {
        guard !name.isEmpty else { return Self.escaped(text) }
        var out = "<" + name
        if isRoot { out += " xmlns=\"http://www.w3.org/2000/svg\"" }
        for attribute in attributes { out += " \(attribute.name)=\"\(Self.escaped(attribute.value))\"" }
        if children.isEmpty { return out + "/>" }
        return out + ">" + children.map { $0.written() }.joined() + "</\(name)>"
    }

    private static func escaped(_ text: String) -> String {
        var out = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"": out += "&quot;"
            case "'": out += "&#39;"
            // Characters that XML can't contain were refused when the file was parsed.
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }
}

/// The part of the drawing plane that is shown.
struct SVGBox {
    private var left = 0.0
    private var top = 0.0
    private var width: Double
    private var height: Double

    /// Reads `viewBox`, else width and height; nil if neither gives a size.
    init?(_ root: SVGNode) {
        let numbers = (root.value("viewBox") ?? "").split(whereSeparator: { " ,\t\n\r".contains($0) }).compactMap {
            Double($0)
        }
        if numbers.count == 4 {
            (left, top, width, height) = (numbers[0], numbers[1], numbers[2], numbers[3])
        } else {
            guard let wide = Self.length(root.value("width")), let high = Self.length(root.value("height")) else {
                return nil
            }
            (width, height) = (wide, high)
        }
        guard [left, top, width, height].allSatisfy({ $0.isFinite && abs($0) < 1e6 }), width >= 0.01, height >= 0.01
        else { return nil }
    }

    private static func length(_ text: String?) -> Double? {
        guard let text else { return nil }
        return Double(text.hasSuffix("px") ? String(text.dropLast(2)) : text)
    }

    var text: String { [left, top, width, height].map(Self.short).joined(separator: " ") }

    /// Returns the size in whole pixels; the longer side is at most `side`.
    func size(within side: Int) -> (Int, Int) {
        let scale = min(1, Double(side) / max(width, height))
        return (max(1, Int((width * scale).rounded())), max(1, Int((height * scale).rounded())))
    }

    private static func short(_ number: Double) -> String {
        number == number.rounded() ? String(Int(number)) : String(number)
    }
}
