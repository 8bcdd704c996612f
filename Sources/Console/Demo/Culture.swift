/// Names and places that belong together, so that a demo's people are believable and every script occurs.
struct Culture: Sendable {
    /// The order of the parts of a full name; `joined` is the family name first without a space.
    enum Order: String, Sendable { case givenFirst, familyFirst, joined }

    struct Name: Sendable {
        var written: String
        /// The name in Latin letters, for e-mail addresses.
        var handle: String
    }

    /// A country and time zone, repeated according to its weight.
    struct Place: Sendable {
        var country: String
        var zone: String
    }

    /// The id in the weights of `DemoTenant.cultures`.
    var id: String
    var language: String
    var order: Order
    /// How many of a thousand people have a second family name.
    var secondFamily: Int
    var places: [Place]
    var women: [Name]
    var men: [Name]
    /// In some languages, family names have a form for women.
    var familiesOfWomen: [Name]
    var familiesOfMen: [Name]

    /// Names are written `Анна/anna`, separated by commas; an ASCII name needs no handle. A place is `RU
    /// Europe/Moscow 10` with its weight.
    init(
        _ id: String, language: String, order: Order = .givenFirst, secondFamily: Int = 0, places: String,
        women: String, men: String, families: String, familiesOfWomen: String? = nil
    ) {
        self.id = id
        self.language = language
        self.order = order
        self.secondFamily = secondFamily
        self.places = Self.places(places)
        self.women = Self.names(women)
        self.men = Self.names(men)
        familiesOfMen = Self.names(families)
        self.familiesOfWomen = Self.names(familiesOfWomen ?? families)
    }

    static let all = WesternCultures.all + SlavicCultures.all + MiddleEasternCultures.all + AsianCultures.all

    private static func names(_ list: String) -> [Name] {
        list.split(separator: ",").map { entry in
            let parts = String(entry).trimmingSpaces.split(separator: "/")
            let written = String(parts.first ?? "")
            return Name(
                written: written,
                handle: parts.count > 1 ? String(parts[1]) : written.lowercased().filter { ("a"..."z").contains($0) })
        }
    }

    private static func places(_ list: String) -> [Place] {
        list.split(separator: ",").flatMap { entry -> [Place] in
            let parts = entry.split(separator: " ").map(String.init)
            return Array(repeating: Place(country: parts[0], zone: parts[1]), count: Int(parts[2]) ?? 1)
        }
    }
}
