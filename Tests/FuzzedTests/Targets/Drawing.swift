// modules: Images
@testable import Images

/// SVG. What is let through is let through again, unchanged, and has none of the words that run or load something.
enum Drawing: Fuzzed {
    static let name = "svg"
    static let longest = 8_192

    static func read(_ bytes: [UInt8]) throws {
        guard let image = try? SVGFile.check(bytes, .icon) else { return }
        let again: CheckedImage
        do { again = try SVGFile.check(image.bytes, .icon) } catch {
            throw Broken(what: "what was written is read again")
        }
        try Broken.unless(again == image, "reading it again changes nothing")
        let text = String(decoding: image.bytes, as: UTF8.self).lowercased()
        for word in ["<script", "<foreignobject", "<image", "<iframe", " onload=", "<!"] {
            try Broken.unless(!text.contains(word), "nothing runs or loads")
        }
    }
}
