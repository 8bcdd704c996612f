/// Values in an order, each of which is taken once, by any of its keys. However many have one key, taking one costs the same: a file
/// may hold thousands of lessons that are alike.
struct Pool<Key: Hashable> {
    /// The places that have a key, the first one last.
    private var places: [Key: [Int]] = [:]
    private var isTaken: [Bool]

    /// The keys of each value.
    init(_ keys: [[Key]]) {
        isTaken = Array(repeating: false, count: keys.count)
        for place in keys.indices.reversed() {
            for key in keys[place] { places[key, default: []].append(place) }
        }
    }

    /// Returns the place of the first value with that key that nobody has taken.
    mutating func take(_ key: Key) -> Int? {
        while let place = places[key]?.popLast() {
            guard !isTaken[place] else { continue }
            isTaken[place] = true
            return place
        }
        return nil
    }

    /// The places of the values that nobody has taken, in order.
    var left: [Int] { isTaken.indices.filter { !isTaken[$0] } }
}
