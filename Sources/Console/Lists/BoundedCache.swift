import HTML
import Postgres
import Synchronization

/// The approximate memory that a value uses: its texts and numbers, and a little for itself.
package protocol Weighed {
    var weight: Int { get }
}

/// A cache of values by key, limited in bytes. It has two halves: a value that is read moves to the younger one. When
/// that is full, the older half is dropped, with the values that nobody has read since.
package final class BoundedCache<Key: Hashable & Sendable & Weighed, Value: Sendable & Weighed>: Sendable {
    private struct Half {
        var values: [Key: Value] = [:]
        var bytes = 0

        mutating func add(_ key: Key, _ value: Value) {
            remove(key)
            values[key] = value
            bytes += key.weight + value.weight
        }

        @discardableResult
        mutating func remove(_ key: Key) -> Value? {
            guard let value = values.removeValue(forKey: key) else { return nil }
            bytes -= key.weight + value.weight
            return value
        }
    }

    private struct State {
        var young = Half()
        var old = Half()
    }

    /// In bytes.
    package let most: Int
    private let state = Mutex(State())

    package init(most: Int) { self.most = most }

    package var bytes: Int { state.withLock { $0.young.bytes + $0.old.bytes } }

    package subscript(key: Key) -> Value? {
        state.withLock { state in
            if let value = state.young.values[key] { return value }
            guard let value = state.old.remove(key) else { return nil }
            add(key, value, to: &state)
            return value
        }
    }

    /// A value larger than half of the limit is not cached.
    package func keep(_ value: Value, under key: Key) {
        state.withLock { state in
            state.old.remove(key)
            add(key, value, to: &state)
        }
    }

    package func forget(_ key: Key) {
        state.withLock { state in
            state.young.remove(key)
            state.old.remove(key)
        }
    }

    package func forgetAll() { state.withLock { $0 = State() } }

    private func add(_ key: Key, _ value: Value, to state: inout State) {
        state.young.remove(key)
        let weight = key.weight + value.weight
        guard weight <= most / 2 else { return }
        if state.young.bytes + weight > most / 2 {
            state.old = state.young
            state.young = Half()
        }
        state.young.add(key, value)
    }
}

extension Int: Weighed { package var weight: Int { 16 } }
extension ID: Weighed { package var weight: Int { 32 } }
extension Bool: Weighed { package var weight: Int { 1 } }
extension String: Weighed { package var weight: Int { 32 + utf8.count } }
extension RawHTML: Weighed { package var weight: Int { 32 + count } }
extension Array: Weighed where Element: Weighed {
    package var weight: Int { reduce(32) { $0 + $1.weight } }
}
extension Dictionary: Weighed where Key: Weighed, Value: Weighed {
    package var weight: Int { reduce(64) { $0 + $1.key.weight + $1.value.weight } }
}
extension Optional: Weighed where Wrapped: Weighed {
    package var weight: Int { map(\.weight) ?? 8 }
}
