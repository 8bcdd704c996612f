import CExpat
import Glibc

/// What is told of XML, while it is parsed. Names come without their namespace.
package protocol XMLHandler: AnyObject {
    func began(_ name: XMLName, _ attributes: XMLAttributes) throws(SheetProblem)
    func ended(_ name: XMLName) throws(SheetProblem)
    func text(_ utf8: UnsafeRawBufferPointer) throws(SheetProblem)
}

/// A name as expat has it, good for the length of one call.
package struct XMLName {
    private let local: UnsafePointer<CChar>

    fileprivate init(_ name: UnsafePointer<CChar>) {
        // Behind the namespace and the bar that XMLFeed asks for.
        local = strrchr(name, 0x7C).map { UnsafePointer($0 + 1) } ?? name
    }

    package static func == (name: XMLName, literal: StaticString) -> Bool {
        strcmp(name.local, UnsafeRawPointer(literal.utf8Start).assumingMemoryBound(to: CChar.self)) == 0
    }
}

package struct XMLAttributes {
    fileprivate let pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>?

    package subscript(_ wanted: StaticString) -> String? {
        guard var at = pairs else { return nil }
        while let name = at[0] {
            if XMLName(name) == wanted { return at[1].map { String(cString: $0) } }
            at += 2
        }
        return nil
    }

    /// Of all names and values, no further than the limit.
    fileprivate func isLonger(than limit: Int) -> Bool {
        guard var at = pairs else { return false }
        var sum = 0
        while let part = at[0] {
            sum += strlen(part)
            if sum > limit { return true }
            at += 1
        }
        return false
    }
}

/// Feeds bytes to expat, piece by piece. Entities are refused, but for XML's own five; a document type as well, unless it is allowed,
/// and then it may say how elements are made and nothing that grows.
package final class XMLFeed {
    package struct Limits: Sendable {
        /// A document type is let pass, of so many bytes with all that stands before the first element; nil: none is.
        package var documentType: Int?
        package var depth = Int.max
        /// Attributes that a document type declares, of all elements: expat looks at every one of an element's each time that it comes.
        var declared = 512
        /// Bytes of one element's attributes.
        package var attributes = 1 << 20
        /// What expat may have to keep of a tag that has not ended yet.
        package var tag = 1 << 20

        package init() {}
    }

    private let parser: XML_Parser
    private let handler: any XMLHandler
    private let limits: Limits
    private var fed = 0
    private var depth = 0
    private var declared = 0
    private var hasBegun = false
    private var problem: SheetProblem?

    package init(_ handler: any XMLHandler, _ limits: Limits = Limits()) throws(SheetProblem) {
        guard let parser = XML_ParserCreateNS(nil, 0x7C) else { throw SheetProblem(.damaged) }
        self.parser = parser
        self.handler = handler
        self.limits = limits
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { context, name, attributes in
                guard let feed = XMLFeed.of(context), let name else { return }
                feed.began(XMLName(name), XMLAttributes(pairs: attributes))
            },
            { context, name in
                guard let feed = XMLFeed.of(context), let name else { return }
                feed.depth -= 1
                feed.handle { handler throws(SheetProblem) in try handler.ended(XMLName(name)) }
            })
        XML_SetCharacterDataHandler(parser) { context, text, count in
            guard let feed = XMLFeed.of(context) else { return }
            feed.handle { handler throws(SheetProblem) in
                try handler.text(UnsafeRawBufferPointer(start: text, count: Int(count)))
            }
        }
        guard limits.documentType != nil else {
            XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, _ in XMLFeed.refuse(context) }
            return
        }
        XML_SetEntityDeclHandler(parser) { context, _, _, _, _, _, _, _, _ in XMLFeed.refuse(context) }
        // An attribute that nobody wrote would stand in every element.
        XML_SetAttlistDeclHandler(parser) { context, _, _, _, value, _ in
            if value != nil { XMLFeed.refuse(context) }
            XMLFeed.of(context)?.declareAttribute()
        }
    }

    deinit { XML_ParserFree(parser) }

    private static func of(_ context: UnsafeMutableRawPointer?) -> XMLFeed? {
        context.map { Unmanaged<XMLFeed>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func refuse(_ context: UnsafeMutableRawPointer?) {
        of(context)?.stop(SheetProblem(.declaresEntities))
    }

    private func declareAttribute() {
        declared += 1
        if declared > limits.declared { stop(SheetProblem(.bomb)) }
    }

    private func began(_ name: XMLName, _ attributes: XMLAttributes) {
        hasBegun = true
        depth += 1
        handle { handler throws(SheetProblem) in
            guard depth <= limits.depth, !attributes.isLonger(than: limits.attributes) else {
                throw SheetProblem(.bomb)
            }
            try handler.began(name, attributes)
        }
    }

    private func handle(_ body: (any XMLHandler) throws(SheetProblem) -> Void) {
        // A stopped parser still tells of what it had begun.
        guard problem == nil else { return }
        do { try body(handler) } catch { stop(error) }
    }

    private func stop(_ reason: SheetProblem) {
        if problem == nil { problem = reason }
        XML_StopParser(parser, 0)
    }

    /// Parses the next bytes, 1 GB of them at most.
    package func feed(_ bytes: UnsafeRawBufferPointer, isLast: Bool) throws(SheetProblem) {
        let status = XML_Parse(
            parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), isLast ? 1 : 0)
        if let problem { throw problem }
        guard status == XML_STATUS_OK else { throw SheetProblem(.damaged) }
        fed += bytes.count
        guard fed - Int(XML_GetCurrentByteIndex(parser)) <= limits.tag else { throw SheetProblem(.bomb) }
        if let most = limits.documentType, !hasBegun, fed > most { throw SheetProblem(.bomb) }
    }
}
