import Testing

@testable import Secrets

@Suite struct RelyingPartyTests {
    @Test(arguments: [
        ("https://roost.example.org", "https://roost.example.org", "roost.example.org"),
        ("https://Roost.Example.org:443/", "https://roost.example.org", "roost.example.org"),
        ("https://roost.example.org:8443", "https://roost.example.org:8443", "roost.example.org"),
        ("http://localhost:8080", "http://localhost:8080", "localhost"),
        ("http://localhost:80", "http://localhost", "localhost"),
        ("http://a.localhost:1", "http://a.localhost:1", "a.localhost"),
        ("https://intranet", "https://intranet", "intranet"),
        ("https://xn--e1afmkfd.xn--p1ai", "https://xn--e1afmkfd.xn--p1ai", "xn--e1afmkfd.xn--p1ai"),
    ]) func `an address with a name has passkeys`(address: String, origin: String, id: String) {
        let party = RelyingParty(address)
        #expect(party?.origin == origin)
        #expect(party?.id == id)
    }

    @Test(arguments: [
        "http://roost.example.org", "http://127.0.0.1:8080", "https://127.0.0.1", "https://[::1]:8080", "https://10.1",
        "https://1", "https://0x7f000001",
        "https://", "https:roost", "roost.example.org", "", "ftp://roost.example.org", "https://roost..org",
        "https://-a.org", "https://a-.org",
        "https://a_b.org", "https://a.org:", "https://a.org:99999", "https://a.org:080", "https://a.org:1:2",
        "https://user@a.org", "https://a.org%2Fb",
        "http://localhost.evil.org", "http://evillocalhost", "https://пример.рф", "https://a.org.",
    ]) func `an address without a name, or open to be read, has none`(address: String) {
        #expect(RelyingParty(address) == nil)
    }
}
