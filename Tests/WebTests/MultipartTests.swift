import NIOCore
import Postgres
import Support
import Testing

@testable import Web

/// `multipart/form-data` as browsers send it, and as nobody should.
@Suite struct MultipartTests {
    private static let type = "multipart/form-data; boundary=X-y"

    /// `body` with `\n` for line ends, given in pieces of that many bytes.
    private func read(
        _ body: String, type: String = Self.type, fileLimit: Int = 100, piece: Int = .max
    ) throws(MultipartProblem) -> MultipartForm {
        try read(Array(body.replacing("\n", with: "\r\n").utf8), type: type, fileLimit: fileLimit, piece: piece)
    }

    private func read(_ bytes: [UInt8], type: String = Self.type, fileLimit: Int = 100, piece: Int = .max)
        throws(MultipartProblem) -> MultipartForm
    {
        guard var reader = MultipartReader(contentType: type, fileLimit: fileLimit) else { throw .malformed }
        var at = 0
        while at < bytes.count {
            let end = piece > bytes.count - at ? bytes.count : at + piece
            try reader.read(ByteBuffer(bytes: bytes[at..<end]))
            at = end
        }
        return try reader.finish()
    }

    private func problem(_ body: String, fileLimit: Int = 100) -> MultipartProblem? {
        do {
            _ = try read(body, fileLimit: fileLimit)
            return nil
        } catch {
            return error
        }
    }

    private let good = """
        --X-y
        Content-Disposition: form-data; name="csrf"

        abc
        --X-y
        content-disposition: form-data; name="a b"

        two
        lines --X-y ж
        --X-y
        Content-Disposition: form-data; name="icon"; filename="p.png"
        Content-Type: image/png

        \u{1}--X\n\n\n--X-
        --X-y
        Content-Disposition: form-data; name="empty"; filename=""
        Content-Type: application/octet-stream


        --X-y--

        """

    @Test(arguments: [1, 2, 3, 7, 64, .max])
    func `fields and files are read, however the pieces fall`(piece: Int) throws {
        let form = try read(good, piece: piece)
        #expect(form.fields == Query([(name: "csrf", value: "abc"), (name: "a b", value: "two\r\nlines --X-y ж")]))
        #expect(form.files == ["icon": UploadedFile(name: "p.png", bytes: Array("\u{1}--X\r\n\r\n\r\n--X-".utf8))])
    }

    @Test
    func `boundaries in quotes, other cases, text before the first and after the last part are as RFC 2046 has them`()
        throws
    {
        let body =
            "preamble\n--a b \n".replacing("a b ", with: "a b")
            + "Content-Disposition: FORM-DATA; Name=x\n\n1\n--a b  \nContent-Disposition: form-data; name=y\n\n\n--a b-- \nepilogue\n--a b\n"
        let form = try read(body, type: "Multipart/Form-Data; charset=utf-8; Boundary=\"a b\"")
        #expect(form.fields == Query([(name: "x", value: "1"), (name: "y", value: "")]))
    }

    @Test(arguments: [
        ("photo.png", "photo.png"), ("C:\\Users\\me\\new.png", "new.png"), ("../../etc/passwd", "passwd"), ("/", ""),
        ("a%22b%0D%0A.png", "a\"b\r\n.png"), ("100%.png", "100%.png"),
        ("a\\\"b.png", "a\"b.png"), ("снимок—ж.png", "снимок—ж.png"), ("a\0b", "ab"), ("x; name=evil", "x; name=evil"),
    ])
    func `a file's name is only its last part, with the browsers' ways of quoting undone`(sent: String, shown: String)
        throws
    {
        let form = try read("--X-y\nContent-Disposition: form-data; name=\"f\"; filename=\"\(sent)\"\n\n1\n--X-y--\n")
        #expect(form.files == ["f": UploadedFile(name: shown, bytes: [0x31])])
        #expect(form.fields == Query())
    }

    @Test func `of a file over the limit nothing is kept, and the fields around it are still read`() throws {
        for piece in [5, 64, 1 << 16] {
            let body =
                "--X-y\nContent-Disposition: form-data; name=f; filename=x\n\n\(String(repeating: "z", count: 101))\n--X-y\nContent-Disposition: form-data; name=csrf\n\nabc\n--X-y--"
            let form = try read(body, piece: piece)
            #expect(form.files == ["f": UploadedFile(name: "x", bytes: [], isCut: true)])
            #expect(form.fields["csrf"] == "abc")
        }
        let whole = try read(
            "--X-y\nContent-Disposition: form-data; name=f; filename=x\n\n\(String(repeating: "z", count: 100))\n--X-y--"
        )
        #expect(whole.files["f"]?.bytes.count == 100 && whole.files["f"]?.isCut == false)
    }

    @Test func `a second file of the same name does not replace the first, nor does a file stand in for a field`()
        throws
    {
        let file = "Content-Disposition: form-data; name=f; filename=x\n\n"
        let form = try read(
            "--X-y\n\(file)1\n--X-y\n\(file)2\n--X-y\nContent-Disposition: form-data; name=csrf; filename=y\n\nabc\n--X-y--"
        )
        #expect(form.files["f"]?.bytes == [0x31])
        #expect(form.fields["csrf"] == nil)
    }

    @Test func `what is cut short or no form is refused`() {
        let lines = good.replacing("\n", with: "\r\n")
        for count in stride(from: 0, to: lines.utf8.count - 6, by: 5) {
            #expect(throws: MultipartProblem.malformed) { try read(Array(lines.utf8.prefix(count))) }
        }
        for body in [
            "", "--X-y--x", "--X-y\n\n1\n--X-y--", "--X-y\nContent-Disposition: form-data\n\n1\n--X-y--",
            "--X-y\nContent-Disposition: attachment; name=x\n\n1\n--X-y--",
            "--X-y\nContent-Disposition: form-data; name=\"x\n\n1\n--X-y--",
            "--X-yz\nContent-Disposition: form-data; name=x\n\n1\n--X-yz--", "csrf=abc",
        ] {
            let refused = problem(body)
            // Two dashes and anything behind them end the form.
            #expect(refused == (body == "--X-y--x" ? nil : .malformed), "\(body)")
        }
        for type in [
            "multipart/form-data", "multipart/form-data; boundary=", "multipart/mixed; boundary=x",
            "multipart/form-data; boundary=\"", "text/plain; boundary=x",
            "multipart/form-data; boundary=\(String(repeating: "x", count: 71))", "multipart/form-data; boundary=ж",
        ] {
            #expect(MultipartReader(contentType: type, fileLimit: 1) == nil, "\(type)")
        }
    }

    @Test func `floods are refused: long fields, long heads, many parts, a preamble without an end`() {
        let field = "--X-y\nContent-Disposition: form-data; name=x\n\n"
        #expect(problem(field + String(repeating: "z", count: MultipartReader.fieldLimit) + "\n--X-y--") == .tooLong)
        #expect(
            problem(String(repeating: field + String(repeating: "z", count: 20_000) + "\n", count: 60) + "--X-y--")
                == .tooLong)
        #expect(
            problem(
                "--X-y\nX: " + String(repeating: "z", count: 9_000)
                    + "\nContent-Disposition: form-data; name=x\n\n1\n--X-y--") == .malformed)
        #expect(
            problem(String(repeating: "--X-y\nContent-Disposition: form-data; name=x\n\n\n", count: 1_001) + "--X-y--")
                == .malformed)
        #expect(problem(String(repeating: "z", count: 9_000) + "\n" + field) == .malformed)
        #expect(problem("--X-y" + String(repeating: " ", count: 9_000)) == .malformed)
    }

    @Test func `broken bodies never crash, and keep no more than may be`() {
        let lines = Array(good.replacing("\n", with: "\r\n").utf8)
        for seed in 0..<(isFullRun ? 200_000 : 3_000) {
            var random = SeededRandom(UInt64(seed))
            var bytes = lines
            for _ in 0...Int.random(in: 0...3, using: &random) {
                let at = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 1...30, using: &random)))
                case 2: bytes.insert(contentsOf: Array("\r\n--X-y\r\n".utf8), at: at)
                default: bytes.insert(contentsOf: bytes[..<at], at: at)
                }
                if bytes.isEmpty { bytes = [0] }
            }
            guard let form = try? read(bytes, fileLimit: 8, piece: Int.random(in: 1...80, using: &random)) else {
                continue
            }
            #expect(form.files.values.allSatisfy { $0.bytes.count <= 8 }, "seed \(seed)")
            #expect(
                !form.fields.items.contains { $0.value.utf8.contains(0) || $0.name.utf8.contains(0) }, "seed \(seed)")
        }
    }
}
