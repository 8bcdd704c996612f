import CExpat

/// Parses XML into a tree, with expat: nothing outside is ever loaded, and declarations of a DTD end the parsing at
/// once, before an entity could expand.
enum SVGParser {
    static let mostElements = 5_000
    static let mostDepth = 64
    private static let svg = "http://www.w3.org/2000/svg"
    private static let xlink = "http://www.w3.org/1999/xlink"

    /// The state that expat's callbacks fill; they get it as a pointer.
    private final class Reading {
        var open: [SVGNode] = []
        var root: SVGNode?
        var refusal: ImageRefusal?
        var elements = 0
        let parser: XML_Parser

        init(_ parser: XML_Parser) { self.parser = parser }

        func stop(_ refusal: ImageRefusal) {
            if self.refusal == nil { self.refusal = refusal }
            XML_StopParser(parser, XML_Bool(XML_FALSE))
        }

        static func of(_ pointer: UnsafeMutableRawPointer?) -> Reading? {
            pointer.map { Unmanaged<Reading>.fromOpaque($0).takeUnretainedValue() }
        }
    }

    static func parse(_ bytes: [UInt8]) throws(ImageRefusal) -> SVGNode {
        // Names have the form "namespace name".
        guard let parser = XML_ParserCreateNS(nil, XML_Char(UInt8(ascii: " "))) else { throw .damaged }
        defer { XML_ParserFree(parser) }
        let reading = Reading(parser)
        XML_SetUserData(parser, Unmanaged.passUnretained(reading).toOpaque())
        XML_SetElementHandler(
            parser,
            { pointer, name, attributes in
                guard let reading = Reading.of(pointer), let name, let attributes else { return }
                SVGParser.begin(String(cString: name), SVGParser.read(attributes), reading)
            },
            { pointer, _ in
                guard let reading = Reading.of(pointer), let node = reading.open.popLast() else { return }
                if reading.open.isEmpty {
                    reading.root = node
                } else {
                    reading.open[reading.open.count - 1].children.append(node)
                }
            })
        XML_SetCharacterDataHandler(parser) { pointer, text, count in
            guard let reading = Reading.of(pointer), let text, !reading.open.isEmpty else { return }
            let part = text.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
                String(decoding: UnsafeBufferPointer(start: $0, count: Int(count)), as: UTF8.self)
            }
            SVGParser.add(part, to: &reading.open[reading.open.count - 1])
        }
        // `<!DOCTYPE svg PUBLIC …>`, which drawing programs write, is harmless alone: the address that it names is
        // not loaded.
        XML_SetStartDoctypeDeclHandler(parser) { pointer, _, _, _, hasSubset in
            if hasSubset != 0 { Reading.of(pointer)?.stop(.declaresEntities) }
        }
        XML_SetEntityDeclHandler(parser) { pointer, _, _, _, _, _, _, _, _ in
            Reading.of(pointer)?.stop(.declaresEntities)
        }
        XML_SetSkippedEntityHandler(parser) { pointer, _, _ in Reading.of(pointer)?.stop(.declaresEntities) }

        let status = bytes.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { XML_Parse(parser, $0.baseAddress, Int32($0.count), 1) }
        }
        if let refusal = reading.refusal { throw refusal }
        // If the file did not even begin as SVG does, it is another kind of file.
        guard status == XML_STATUS_OK, let root = reading.root else {
            throw reading.elements > 0 ? .damaged : .notAnImage
        }
        return root
    }

    private static func begin(_ name: String, _ attributes: [(String, String)], _ reading: Reading) {
        reading.elements += 1
        guard reading.elements <= mostElements, reading.open.count < mostDepth else {
            return reading.stop(.tooIntricate)
        }
        // An element of another namespace gets a name that no list contains.
        let name = split(name)
        let isSVG = name.space == svg || name.space.isEmpty
        if reading.open.isEmpty, !(isSVG && name.local == "svg") { return reading.stop(.notAnImage) }
        var node = SVGNode(name: isSVG ? name.local : "other")
        for (full, value) in attributes {
            let attribute = split(full)
            switch attribute.space {
            case "": node.attributes.append((attribute.local, value))
            case xlink: node.attributes.append(("xlink:" + attribute.local, value))
            default: break
            }
        }
        reading.open.append(node)
    }

    private static func add(_ text: String, to node: inout SVGNode) {
        if let last = node.children.indices.last, node.children[last].name.isEmpty {
            node.children[last].text += text
        } else {
            node.children.append(SVGNode(text: text))
        }
    }

    private static func split(_ name: String) -> (space: String, local: String) {
        guard let at = name.lastIndex(of: " ") else { return ("", name) }
        return (String(name[..<at]), String(name[name.index(after: at)...]))
    }

    /// Reads names and values in turn, up to the first null.
    private static func read(_ list: UnsafeMutablePointer<UnsafePointer<XML_Char>?>) -> [(String, String)] {
        var all: [(String, String)] = []
        var at = 0
        while let name = list[at], let value = list[at + 1] {
            all.append((String(cString: name), String(cString: value)))
            at += 2
        }
        return all
    }
}
