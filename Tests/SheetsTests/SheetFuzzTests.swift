import Foundation
import Testing

@testable import Sheets

/// Random cells, read back by Python's csv and json and by openpyxl, which share no code with the writers.
struct SheetFuzzTests {
    static let isFull = ProcessInfo.processInfo.environment["ROOST_FULL"] == "1"
    private static let rows = isFull ? 10_000 : 300
    private static let columns = 10

    /// SplitMix64: a seed replays a run.
    struct Random: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
    }

    private static let pieces: [[UInt8]] =
        [
            "=", "+", "-", "@", "\t", "\r", "\n", "\r\n", "'", "\"", ",", ";", " ", "\0", "\u{1}", "\u{1F}", "\u{7F}",
            "\u{85}",
            "\u{A0}", "\u{FEFF}", "\u{2028}", "\u{FFFE}", "\u{FFFF}", "\u{FFFD}", "\u{10FFFF}", "＝", "＋", "－", "＠", "𝟙",
            "😀",
            "👩‍👧", "e\u{301}", "שלום", "سلام", "Мария", "中文", "_x0041_", "_x000D_", "_x", "_", "x0041_", "_x0041", "&",
            "<", ">", "]]>",
            "&amp;", "<!--", "\\", "\\u0041", "{", "=1+1", "=cmd|' /C calc'!A0", "=HYPERLINK(\"http://x\")", "1e5",
            "007", "true",
        ].map { Array($0.utf8) }
        + [
            [0x80], [0xC3], [0xC0, 0xAF], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x98],
            [0xF4, 0x90, 0x80, 0x80], [0xFF],
        ]

    private static func text(_ random: inout Random) -> [UInt8] {
        var text: [UInt8] = []
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            switch Int.random(in: 0..<8, using: &random) {
            case 0: text.append(.random(in: 0...255, using: &random))
            case 1:
                let scalar = UnicodeScalar(UInt32.random(in: 0...0x10FFFF, using: &random)) ?? "?"
                text += Array(String(scalar).utf8)
            case 2, 3:
                text += (0..<Int.random(in: 1...30, using: &random)).map { _ in .random(in: 0x61...0x7A, using: &random)
                }
            default: text += pieces.randomElement(using: &random) ?? []
            }
        }
        guard Int.random(in: 0..<400, using: &random) == 0, !text.isEmpty else { return text }
        return Array(repeatElement(text, count: 40_000 / text.count).joined()) + text
    }

    /// Writes one random cell and returns how the checker reads it: a letter and a value.
    private static func cell(_ random: inout Random, to writer: any SheetWriter) -> String {
        switch Int.random(in: 0..<16, using: &random) {
        case 0:
            let value = Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0..<63, using: &random)
            writer.integer(value)
            return "i\(value)"
        case 1:
            let value = Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0..<63, using: &random)
            let places = Int.random(in: 0...6, using: &random)
            writer.decimal(minorUnits: value, places: places)
            return "d\(value)e-\(places)"
        case 2:
            let value = Bool.random(using: &random)
            writer.bool(value)
            return "b\(value)"
        case 3:
            let value = Int64.random(in: -63_000_000_000_000_000...254_000_000_000_000_000, using: &random)
            writer.time(value)
            return "T\(value)"
        case 4:
            let value = Int.random(in: -730_000...2_940_000, using: &random)
            writer.date(value)
            return "D\(value)"
        case 5:
            let bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
            bytes.withUnsafeBytes { writer.uuid($0) }
            return "u" + bytes.map { String(format: "%02x", $0) }.joined()
        case 6:
            writer.empty()
            return "e"
        default:
            let text = text(&random)
            writer.text(bytes: text)
            return "t" + text.map { String(format: "%02x", $0) }.joined()
        }
    }

    @Test(arguments: SheetFormat.allCases)
    func `an independent reader gets every cell back and finds no formula`(format: SheetFormat) throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = Random(state: seed)
        var truth = ""
        let written = Written(format.writer(name: "Fuzz"), columns: Self.columns) { writer in
            for _ in 0..<Self.rows {
                truth += (0..<Self.columns).map { _ in Self.cell(&random, to: writer) }.joined(separator: " ") + "\n"
                writer.endRow()
            }
        }
        let file = FileManager.default.temporaryDirectory.appending(path: "truth-\(UUID())")
        try truth.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let said = try written.python(PythonReader.script, [file.path, format.rawValue])
        #expect(said == "\(Self.rows * Self.columns) cells, 0 wrong, 0 formulas", "seed \(seed)")
    }
}
