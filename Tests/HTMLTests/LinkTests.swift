import Testing

@testable import HTML

struct LinkTests {
    @Test func `what is interpolated can't add a segment, a query or a scheme`() {
        let id = "a/../b?c#d\r\nSet-Cookie: x"
        #expect(Link("/t/\(id)/users").description == "/t/a%2F..%2Fb%3Fc%23d%0D%0ASet-Cookie%3A%20x/users")
        #expect(Link("\("javascript:run()")").description == "javascript%3Arun%28%29")
        #expect(Link("/t/\(7)").description == "/t/7")
    }

    @Test func `an empty or climbing segment becomes one that does not exist`() {
        #expect(Link("/\("")/users").description == "/%EF%BF%BD/users")
        #expect(Link("/t/\("..")/users").description == "/t/%EF%BF%BD/users")
        #expect(Link("/t/users?q=\("..")").description == "/t/users?q=..")
        #expect(Link("/t/v\("")").description == "/t/v")
    }

    @Test func `a link is a base where it begins and a value further on`() {
        let base: Link = "/t/acme"
        #expect(Link("\(base)/users").description == "/t/acme/users")
        #expect(Link("/sign-in?next=\(base)").description == "/sign-in?next=%2Ft%2Facme")
    }

    @Test func `a query goes before the fragment and joins what is there`() {
        let link: Link = "/users?status=active#top"
        #expect(
            link.with(query: [("q", "a b&c"), ("é", "")]).description
                == "/users?status=active&q=a%20b%26c&%C3%A9=#top")
        #expect(Link("/users").with(query: []).description == "/users")
        #expect(Link("/users").with(query: [("q", "1")]).with(fragment: "x y").description == "/users?q=1#x%20y")
    }

    @Test func `another host must be named as one`() {
        #expect(
            Link(https: "id.example.com:8443", path: ["a b", "c"], query: [("s", "/")])?.description
                == "https://id.example.com:8443/a%20b/c?s=%2F")
        #expect(Link(https: "example.com/evil") == nil)
        #expect(Link(https: "user@example.com") == nil)
        #expect(Link(https: "example.com:99999") == nil)
        #expect(Link(https: "") == nil)
        #expect(
            Link(externalHTTPS: "https://example.com").map { "\($0)\(".evil")" as Link }?.description
                == "https://example.com/.evil")
        let login = Link(externalHTTPS: "https://id.example.com/login?tenant=1")
        #expect(login?.with(query: [("state", "x")]).description == "https://id.example.com/login?tenant=1&state=x")
        #expect(Link("\(login ?? "#")&a=\("b c")").description == "https://id.example.com/login?tenant=1&a=b%20c")
    }

    @Test(arguments: [
        "http://example.com/", "javascript:alert(1)", "https:/x", "https://", "https://a@b/", "https://a\\b",
        "https://a/\r\nX: y", "https://a/\"b", "//example.com",
    ])
    func `a foreign address that is not plain https is refused`(_ url: String) {
        #expect(Link(externalHTTPS: url) == nil)
    }

    @Test func `an authenticator's address`() {
        let link = Link(otpauthTOTP: "Roost:ada@example.com", query: [("secret", "ABC"), ("issuer", "Roost")])
        #expect(link.description == "otpauth://totp/Roost%3Aada%40example.com?secret=ABC&issuer=Roost")
    }

    @Test func `a literal that leaves the host stops a debug build`() async {
        await #expect(processExitsWith: .failure) { _ = Link("//example.com/\("x")") }
        await #expect(processExitsWith: .failure) { _ = Link("javascript:alert(1)") }
        await #expect(processExitsWith: .failure) { _ = Link("/a b") }
    }
}
