/// The cultures as flat lists from which the server draws: lists of names, and for each culture the start and the
/// length of its part. All positions count from 1, as in SQL.
package struct CulturePool: Sendable {
    /// The parts of one of the lists. Names have two per culture: women's, then men's.
    package struct Parts: Sendable {
        package var starts: [Int64] = []
        package var sizes: [Int64] = []
    }

    package var bounds: [Int64] = []
    package var languages: [String] = []
    package var orders: [String] = []
    package var secondFamily: [Int64] = []
    package var given = Parts()
    package var givenNames: [String] = []
    package var givenHandles: [String] = []
    package var family = Parts()
    package var familyNames: [String] = []
    package var familyHandles: [String] = []
    package var place = Parts()
    package var countries: [String] = []
    package var zones: [String] = []

    /// `weights` by the culture's id; all others share the weight of `other`.
    package init(weights: [String: Int]) {
        let cultures = Culture.all
        let unnamed = cultures.count { weights[$0.id] == nil }
        let each = unnamed == 0 ? 0 : max(1, (weights["other"] ?? 0) / unnamed)
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
