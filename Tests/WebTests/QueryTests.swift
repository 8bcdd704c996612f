import HTTPTypes
import Postgres
import Support
import Testing

@testable import Web

@Suite struct QueryTests {
    private func read(_ text: String) -> [[String]] { Query(urlEncoded: text.utf8).items.map { [$0.name, $0.value] } }

    @Test func `names and values come in their order, decoded`() {
        #expect(
            read("a=1&b=two+words&c=%D0%96%20x&d&=e&a=2") == [
                ["a", "1"], ["b", "two words"], ["c", "Ж x"], ["d", ""], ["", "e"], ["a", "2"],
            ])
        #expect(read("") == [])
        #expect(read("&&&") == [])
        #expect(read("a=b=c") == [["a", "b=c"]])
        #expect(Query(urlEncoded: "a=1&a=2".utf8)["a"] == "1")
    }

    @Test func `broken escapes stay as they are, broken UTF-8 becomes a mark, NUL goes`() {
        #expect(read("a=%") == [["a", "%"]])
        #expect(read("a=%4") == [["a", "%4"]])
        #expect(read("a=%zz%41") == [["a", "%zzA"]])
        #expect(read("a=%FF") == [["a", "\u{FFFD}"]])
        #expect(read("a=x%00y") == [["a", "xy"]])
    }

    @Test func `what was encoded reads back, 5,000 times`() {
        var random = SeededRandom(1)
        for _ in 0..<5000 {
            let items = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                (random.text(of: "a&=+%#? ж", upTo: 8) + "n", random.text(of: "&=+%2F;жع", upTo: 12))
            }
            #expect(read(TestBrowser.encoded(items)) == items.map { [$0.0, $0.1] })
        }
    }

    @Test func `50,000 random bodies never crash, and no value holds a NUL`() {
        var random = SeededRandom(2)
        for _ in 0..<50_000 {
            let query = Query(urlEncoded: random.bytes(Int.random(in: 0...40, using: &random)))
            #expect(!query.items.contains { $0.value.utf8.contains(0) || $0.name.utf8.contains(0) })
        }
    }

    @Test func `at most a thousand pairs are read`() {
        #expect(read(String(repeating: "a=1&", count: 50_000)).count == Query.most)
    }

    @Test func `white space at the ends goes, of any kind, and what is left empty is nothing`() {
        let query = Query([("a", " \u{00A0}\u{2003}x y\n\t"), ("b", " \u{3000} "), ("c", "")])
        #expect(query.trimmed("a") == "x y")
        #expect(query.trimmed("b") == nil)
        #expect(query.trimmed("c") == nil)
        #expect(query.trimmed("d") == nil)
    }
}

@Suite struct WebRequestTests {
    private func request(_ headers: HTTPFields) -> WebRequest {
        WebRequest(
            method: .post, path: "/", query: Query(), headers: headers, parameters: [:], body: Array("a=1".utf8),
            address: "", isSecure: false, id: "", now: .now)
    }

    @Test func `a cookie is found by its whole name`() {
        let found = request([.cookie: "xroost=1; roost-door=2; roost=3; roost=4"])
        #expect(found.cookie("roost") == "3")
        #expect(found.cookie("roost-door") == "2")
        #expect(found.cookie("oost") == nil)
        #expect(request([:]).cookie("roost") == nil)
        #expect(request([.cookie: "roost=a=b"]).cookie("roost") == "a=b")
    }

    @Test(
        arguments: [
            ("same-origin", nil, nil, false), ("none", nil, nil, false), ("cross-site", nil, nil, true),
            ("same-site", nil, nil, true), ("", nil, nil, true),
            ("same-origin", "https://evil.example", "roost.example", false), (nil, nil, "roost.example", false),
            (nil, "https://roost.example", "roost.example", false),
            (nil, "http://127.0.0.1:8080", "127.0.0.1:8080", false),
            (nil, "https://evil.example", "roost.example", true), (nil, "null", "roost.example", true),
            (nil, "https://roost.example", nil, true),
            (nil, "https://roost.example.evil", "roost.example", true),
            (nil, "https://roost.example:444", "roost.example", true),
        ] as [(String?, String?, String?, Bool)])
    func `the browser's own word on the site comes first, then the origin`(
        site: String?, origin: String?, host: String?, isCrossSite: Bool
    ) {
        var headers = HTTPFields()
        headers[.secFetchSite] = site
        headers[.origin] = origin
        headers[.host] = host
        #expect(request(headers).isCrossSite == isCrossSite)
    }

    @Test func `only url-encoded bodies are forms`() {
        #expect(request([.contentType: "application/x-www-form-urlencoded; charset=utf-8"]).form["a"] == "1")
        for type in ["text/plain", "application/json", "multipart/form-data"] {
            #expect(request([.contentType: type]).form["a"] == nil)
        }
        #expect(request([:]).form["a"] == nil)
    }
}

@Suite struct WebResponseTests {
    @Test func `a download's name can't leave its quotes, nor add a header`() {
        let response = WebResponse.download(ChunkPipe(), name: "a\"; x=\r\nSet-Cookie: y=ж.csv", type: "text/csv")
        let header = response.headers[.contentDisposition] ?? ""
        #expect(header.filter { $0 == "\"" }.count == 2)
        #expect(header.contains("\r") == false && header.contains("\n") == false && header.contains("ж") == false)
        #expect(header.hasSuffix(".csv\""))
    }

    @Test func `static files are named by their content, and packed when asked for`() {
        let files = StaticFiles([("a.css", String(repeating: "body { } ", count: 500)), ("b.js", "x")])
        let again = StaticFiles([("a.css", "other"), ("b.js", "x")])
        #expect(files.link("a.css") != again.link("a.css"))
        #expect(files.link("b.js") == again.link("b.js"))
        let name = String(files.link("a.css").description.split(separator: "/").last ?? "")
        #expect(files.response(name, accepting: "gzip, br")?.headers[.contentEncoding] == "gzip")
        #expect(files.response(name, accepting: "")?.headers[.contentEncoding] == nil)
        #expect(files.response(name, accepting: "")?.headers[.cacheControl]?.contains("immutable") == true)
        for missing in ["a.css", "../a.css", "", "a.000000000000.css"] {
            #expect(files.response(missing, accepting: "") == nil)
        }
    }
}
