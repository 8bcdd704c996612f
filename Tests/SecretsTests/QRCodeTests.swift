import Testing

@testable import Secrets

@Suite struct QRCodeTests {
    @Test func `it has three finder patterns, timing lines and the dark module`() throws {
        let code = try QRCode(
            "otpauth://totp/Roost:ana%40school.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Roost")
        #expect((code.size - 17) % 4 == 0)
        for (left, top) in [(0, 0), (code.size - 7, 0), (0, code.size - 7)] {
            for row in 0..<7 {
                for column in 0..<7 {
                    let ring = max(abs(row - 3), abs(column - 3))
                    #expect(code[left + column, top + row] == (ring != 2))
                }
            }
        }
        for place in 8..<code.size - 8 {
            #expect(code[place, 6] == (place % 2 == 0))
            #expect(code[6, place] == (place % 2 == 0))
        }
        #expect(code[8, code.size - 8])
    }

    @Test func `the SVG path paints the same modules, four away from each edge`() throws {
        for text in ["x", "roost", String(repeating: "otpauth ", count: 60)] {
            let code = try QRCode(text)
            #expect(code.svgSize == code.size + 8)
            var painted = Set<[Int]>()
            for run in code.svgPath.split(separator: "M") {
                // "4 4h7v1h-7z"
                let parts = run.split { " hvz".contains($0) }.compactMap { Int($0) }
                try #require(parts.count == 5 && parts[3] == 1 && parts[4] == -parts[2])
                for column in parts[0]..<parts[0] + parts[2] { painted.insert([column - 4, parts[1] - 4]) }
            }
            for row in 0..<code.size {
                for column in 0..<code.size { #expect(painted.contains([column, row]) == code[column, row]) }
            }
            #expect(painted.allSatisfy { $0.allSatisfy { (0..<code.size).contains($0) } })
        }
    }

    @Test func `the longest text fits, a byte more is refused`() throws {
        #expect(try QRCode(String(repeating: "é", count: 1_165) + "x").size == 177)
        #expect(throws: QRCode.Failure.tooLong) { try QRCode(String(repeating: "x", count: 2_332)) }
        #expect(throws: QRCode.Failure.empty) { try QRCode("") }
    }
}
