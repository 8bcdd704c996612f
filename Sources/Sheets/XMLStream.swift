/// Feeds a part to an XML parser, piece by piece. A document type is refused, so there are no entities but XML's own five.
final class XMLStream {
    private let feed: XMLFeed
    private let part: ZipPart
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 32_768, alignment: 16)
    private var isOver = false

    init(_ part: ZipPart, _ handler: any XMLHandler) throws(SheetProblem) {
        feed = try XMLFeed(handler)
        self.part = part
    }

    deinit { buffer.deallocate() }

    /// Parses the next piece; returns false if there is none.
    func step() throws(SheetProblem) -> Bool {
        guard !isOver else { return false }
        let count = try part.read(buffer)
        isOver = count == 0
        try feed.feed(UnsafeRawBufferPointer(rebasing: buffer[..<count]), isLast: isOver)
        return !isOver
    }

    func run() throws(SheetProblem) { while try step() {} }
}
