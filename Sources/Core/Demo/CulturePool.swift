import Console

/// The cultures as flat lists for the server to draw from: lists of names, and per culture where its part begins and
/// how long it is. All positions count from 1, as in SQL.
struct CulturePool: Sendable {
    /// A part of one of the lists. For names there are two per culture: women's, then men's.
    struct Parts: Sendable {
        var starts: [Int64] = []
        var sizes: [Int64] = []
    }

    var bounds: [Int64] = []
    var languages: [String] = []
    var orders: [String] = []
    var secondFamily: [Int64] = []
    var given = Parts()
    var givenNames: [String] = []
    var givenHandles: [String] = []
    var family = Parts()
    var familyNames: [String] = []
    var familyHandles: [String] = []
    var place = Parts()
    var countries: [String] = []
    var zones: [String] = []

    /// `weights` by the culture's id, in thousandths; what they leave of a thousand is shared by all others.
    init(_ cultures: [Culture] = Culture.all, weights: [String: Int]) {
        let unnamed = cultures.count { weights[$0.id] == nil }
        let rest = max(0, 1000 - weights.values.reduce(0, +))
        let each = unnamed == 0 ? 0 : max(1, rest / unnamed)
        bounds = Draw.bounds(cultures.map { weights[$0.id] ?? each })
        for culture in cultures {
            languages.append(culture.language)
            orders.append(culture.order.rawValue)
            secondFamily.append(Int64(culture.secondFamily))
            for names in [culture.women, culture.men] {
                Self.add(names, to: &givenNames, &givenHandles, &given)
            }
            for names in [culture.familiesOfWomen, culture.familiesOfMen] {
                Self.add(names, to: &familyNames, &familyHandles, &family)
            }
            place.starts.append(Int64(countries.count + 1))
            place.sizes.append(Int64(culture.places.count))
            countries += culture.places.map(\.country)
            zones += culture.places.map(\.zone)
        }
    }

    private static func add(
        _ names: [Culture.Name], to written: inout [String], _ handles: inout [String], _ parts: inout Parts
    ) {
        parts.starts.append(Int64(written.count + 1))
        parts.sizes.append(Int64(names.count))
        written += names.map(\.written)
        handles += names.map(\.handle)
    }
}
