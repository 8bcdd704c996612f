// modules: HTML Web
import HTTPTypes

@testable import HTML
@testable import Web

/// Queries and forms, paths, and the headers of proxies and browsers: texts with zero bytes between them.
enum Addresses: Fuzzed {
    static let name = "query"
    static let longest = 8_192

    static func read(_ bytes: [UInt8]) throws {
        let query = Query(urlEncoded: bytes)
        try Broken.unless(Query(urlEncoded: query.urlEncoded) == query, "what was written is read back equal")
        let texts = bytes.texts
        for text in texts.prefix(20) {
            _ = AcceptedCodings.takeGzip(text)
            _ = Language.best(acceptLanguage: text)
            if let day = TypedDay.iso(text) {
                try Broken.unless(TypedDay.iso(TypedDay.field(day, in: .fa)) == day, "a day is its own")
            }
            if let link = Link(externalHTTPS: text) {
                try Broken.unless(link.description.hasPrefix("https://"), "it leads there by https")
            }
            if let range = AddressRange(text) {
                try Broken.unless(AddressRange(range.description) == range, "a network is its own")
            }
        }
        var headers = HTTPFields()
        for (index, text) in texts.prefix(8).enumerated() {
            headers.append(HTTPField(name: index % 2 == 0 ? .forwarded : .xForwardedFor, value: text))
        }
        let proxies = TrustedProxies([AddressRange("10.0.0.0/8"), AddressRange("fd00::/8")].compactMap { $0 })
        let client = proxies.client(behind: "10.0.0.1", headers)
        try Broken.unless(AddressRange(client.address) != nil, "a client has an address")
    }
}
