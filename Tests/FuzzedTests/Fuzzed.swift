/// A reader of strangers' bytes. `deploy/fuzz` calls it with input made to reach new code, and the tests with what is kept in
/// `corpus/NAME`.
protocol Fuzzed: Sendable {
    static var name: String { get }
    /// Returns whatever the bytes are: it neither traps nor takes long. Throws `Broken` if a result is not as promised.
    static func read(_ bytes: [UInt8]) throws
}

/// What does not hold of a result.
struct Broken: Error {
    let what: StaticString

    /// Throws if it is false.
    static func unless(_ holds: Bool, _ what: StaticString) throws(Broken) { if !holds { throw Broken(what: what) } }
}

extension [UInt8] {
    /// The bytes between zero bytes: a target of several texts gets them as one file.
    var texts: [String] {
        split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    }
}
