import CExpat
import Glibc

/// Receives the events of a part's XML while it is parsed. Names have no namespace.
protocol XMLHandler: AnyObject {
    func began(_ name: XMLName, _ attributes: XMLAttributes) throws(SheetProblem)
    func ended(_ name: XMLName) throws(SheetProblem)
    func text(_ utf8: UnsafeRawBufferPointer) throws(SheetProblem)
}

/// A name as expat passes it, valid for the length of one call.
struct XMLName {
    private let local: UnsafePointer<CChar>

    fileprivate init(_ name: UnsafePointer<CChar>) {
        // The local name follows the namespace and the separator `|` that XMLStream sets.
        local = strrchr(name, 0x7C).map { UnsafePointer($0 + 1) } ?? name
    }

    static func == (name: XMLName, literal: StaticString) -> Bool {
        strcmp(name.local, UnsafeRawPointer(literal.utf8Start).assumingMemoryBound(to: CChar.self)) == 0
    }
}

struct XMLAttributes {
    fileprivate let pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>?

    subscript(_ wanted: StaticString) -> String? {
        guard var at = pairs else { return nil }
        while let name = at[0] {
            if XMLName(name) == wanted { return at[1].map { String(cString: $0) } }
            at += 2
        }
        return nil
    }
}

/// Passes a part to expat, piece by piece. A document type is refused, so there are no entities except XML's own
/// five.
final class XMLStream {
    /// The most bytes that expat may buffer of a tag that has not ended.
    private static let longestTag = 1 << 20

    private let parser: XML_Parser
    private let part: ZipPart
    private let handler: any XMLHandler
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 32_768, alignment: 16)
    private var fed = 0
    private var problem: SheetProblem?
    private var isOver = false

    init(_ part: ZipPart, _ handler: any XMLHandler) throws(SheetProblem) {
        guard let parser = XML_ParserCreateNS(nil, 0x7C) else { throw SheetProblem(.damaged) }
        self.parser = parser
        self.part = part
        self.handler = handler
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { context, name, attributes in
                guard let stream = XMLStream.of(context), let name else { return }
                stream.handle { handler throws(SheetProblem) in
                    try handler.began(XMLName(name), XMLAttributes(pairs: attributes))
                }
            },
            { context, name in
                guard let stream = XMLStream.of(context), let name else { return }
                stream.handle { handler throws(SheetProblem) in try handler.ended(XMLName(name)) }
            })
        XML_SetCharacterDataHandler(parser) { context, text, count in
            guard let stream = XMLStream.of(context) else { return }
            stream.handle { handler throws(SheetProblem) in
                try handler.text(UnsafeRawBufferPointer(start: text, count: Int(count)))
            }
        }
        XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, _ in
            XMLStream.of(context)?.stop(SheetProblem(.declaresEntities))
        }
    }

    deinit {
        XML_ParserFree(parser)
        buffer.deallocate()
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> XMLStream? {
        context.map { Unmanaged<XMLStream>.fromOpaque($0).takeUnretainedValue() }
    }

    private func handle(_ body: (any XMLHandler) throws(SheetProblem) -> Void) {
        // A stopped parser still reports what it had begun.
        guard problem == nil else { return }
        do { try body(handler) } catch { stop(error) }
    }

    private func stop(_ reason: SheetProblem) {
        if problem == nil { problem = reason }
        XML_StopParser(parser, 0)
    }

    /// Parses the next piece; returns false if there is none.
    func step() throws(SheetProblem) -> Bool {
        guard !isOver else { return false }
        let count = try part.read(buffer)
        isOver = count == 0
        let status = XML_Parse(
            parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(count), isOver ? 1 : 0)
        if let problem { throw problem }
        guard status == XML_STATUS_OK else { throw SheetProblem(.damaged) }
        fed += count
        guard fed - Int(XML_GetCurrentByteIndex(parser)) <= Self.longestTag else { throw SheetProblem(.bomb) }
        return !isOver
    }

    func run() throws(SheetProblem) { while try step() {} }
}
