import Glibc
import HTML
import NIOCore

/// Reads `multipart/form-data` (RFC 7578) piece by piece as it arrives. The memory it uses is limited: fields by
/// `fieldLimit`, each file by `fileLimit`. When a piece makes a file too long, the reader drops the file's content
/// and stores no more of it.
struct MultipartReader {
    private enum State { case preamble, boundary, headers, content, end }

    /// The limit for all fields together in bytes, including names and heads of parts.
    static let fieldLimit = 1_048_576
    private static let headLimit = 8_192
    private static let partLimit = 1_000

    /// CR LF and the boundary with its dashes: the separator between two parts.
    private let delimiter: [UInt8]
    private let fileLimit: Int
    private var state = State.preamble
    /// Bytes that arrived and are not parsed yet. The first delimiter may be at the very start, so a line end is put
    /// before it.
    private var rest: [UInt8] = [13, 10]
    private var head = PartHead()
    private var content: [UInt8] = []
    private var isCut = false
    private var parts = 0
    private var fieldBytes = 0
    private var items: [(name: String, value: String)] = []
    private var files: [String: UploadedFile] = [:]

    /// nil if the type is not multipart/form-data, or names no boundary.
    init?(contentType: String?, fileLimit: Int) {
        guard let contentType, let parameters = HeaderParameters(contentType),
            parameters.value == "multipart/form-data",
            let boundary = parameters["boundary"], (1...70).contains(boundary.utf8.count),
            boundary.allSatisfy({ $0.isASCII && $0 != "\r\n" })
        else { return nil }
        delimiter = Array("\r\n--\(boundary)".utf8)
        self.fileLimit = fileLimit
    }

    mutating func read(_ chunk: ByteBuffer) throws(MultipartProblem) {
        rest += chunk.readableBytesView
        while try step() {}
    }

    /// Call it after the last piece.
    consuming func finish() throws(MultipartProblem) -> MultipartForm {
        guard state == .end else { throw .malformed }
        return MultipartForm(fields: Query(items), files: files)
    }

    /// Returns false if more bytes are needed.
    private mutating func step() throws(MultipartProblem) -> Bool {
        switch state {
        case .end:
            rest.removeAll()
            return false
        case .preamble:
            guard let found = rest.first(delimiter) else {
                guard rest.count <= Self.headLimit else { throw .malformed }
                return false
            }
            rest.removeFirst(found + delimiter.count)
            state = .boundary
        case .boundary:
            // Two dashes end the form; otherwise spaces may precede the line end.
            let line = rest.drop { $0 == 0x20 || $0 == 0x09 }
            guard line.count >= 2 else {
                guard rest.count <= Self.headLimit else { throw .malformed }
                return false
            }
            if rest.starts(with: [0x2D, 0x2D]) {
                state = .end
                return true
            }
            guard line.starts(with: [13, 10]) else { throw .malformed }
            parts += 1
            guard parts <= Self.partLimit else { throw .malformed }
            rest.removeFirst(rest.count - line.count)
            // The line end stays in `rest`: a part without headers has two in a row.
            state = .headers
        case .headers:
            guard let found = rest.first([13, 10, 13, 10]) else {
                guard rest.count <= Self.headLimit else { throw .malformed }
                return false
            }
            guard found <= Self.headLimit, let head = PartHead(rest[..<found]) else { throw .malformed }
            self.head = head
            try count(found)
            rest.removeFirst(found + 4)
            (content, isCut) = ([], false)
            state = .content
        case .content:
            guard let found = rest.first(delimiter) else {
                // The last bytes may be the start of a delimiter.
                let whole = rest.count - delimiter.count + 1
                if whole > 0 {
                    try keep(rest[..<whole])
                    rest.removeFirst(whole)
                }
                return false
            }
            try keep(rest[..<found])
            rest.removeFirst(found + delimiter.count)
            close()
            state = .boundary
        }
        return true
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) throws(MultipartProblem) {
        if head.fileName == nil {
            try count(bytes.count)
            content += bytes
        } else if !isCut {
            isCut = content.count + bytes.count > fileLimit
            if isCut { content = [] } else { content += bytes }
        }
    }

    private mutating func count(_ bytes: Int) throws(MultipartProblem) {
        fieldBytes += bytes
        guard fieldBytes <= Self.fieldLimit else { throw .tooLong }
    }

    private mutating func close() {
        if let name = head.fileName {
            // If the user chose no file, the browser sends a part without a file name and without content.
            if files[head.name] == nil, !(name.isEmpty && content.isEmpty && !isCut) {
                files[head.name] = UploadedFile(name: name, bytes: content, isCut: isCut)
            }
        } else {
            content.removeAll { $0 == 0 }
            items.append((head.name, String(decoding: content, as: UTF8.self)))
        }
        content = []
    }
}

extension [UInt8] {
    /// Returns the first position of `wanted`, which begins with CR.
    fileprivate func first(_ wanted: [UInt8]) -> Int? {
        withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return nil }
            var at = 0
            while at + wanted.count <= bytes.count {
                guard let found = memchr(start + at, 13, bytes.count - wanted.count - at + 1) else { return nil }
                at = UnsafeRawPointer(found) - start
                if memcmp(start + at, wanted, wanted.count) == 0 { return at }
                at += 1
            }
            return nil
        }
    }
}
