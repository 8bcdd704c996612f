import Templates

/// The choices of some kinds of fields.
extension Picks {
    /// A place is also found by its own name: `Buenos Aires`.
    package static let zones = Picks(
        TimeZones.names.map { zone in
            .init(
                value: zone, words: zone.split(separator: "/").last.map { String($0).replacing("_", with: " ") } ?? zone
            )
        })

    package static let currencies = Picks(Currency.codes.map { .init(value: $0, words: $0) }, names: "currency")

    /// Of a field that takes several codes with commas between them.
    package static let languages = Picks(
        Languages.known.map { .init(value: $0.code, words: $0.name) }, isList: true)
}
