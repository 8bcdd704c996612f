// modules: JSON
@testable import JSON

/// JSON. What is read and written again is read as the same.
enum JSONFile: Fuzzed {
    static let name = "json"
    static let longest = 4_096

    static func read(_ bytes: [UInt8]) throws {
        guard let value = try? JSONReader.read(bytes) else { return }
        try Broken.unless((try? JSONReader.read(value.bytes)) == value, "what was written is read back equal")
    }
}
