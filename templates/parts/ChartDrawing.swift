import HTML

/// How high a picture reaches.
package struct ChartScale: Sendable {
    package let top: Int

    /// - Parameter highest: of each place. One or few that are far above all others don't decide: they would flatten the rest.
    package init(_ highest: [Int]) {
        let sorted = highest.filter { $0 > 0 }.sorted(by: >)
        let few = max(1, sorted.count / 12)
        let far = (1...few).last { $0 < sorted.count && sorted.count > 4 && sorted[$0 - 1] > 4 * sorted[$0] }
        top = Self.round(far.map { sorted[$0] } ?? sorted.first ?? 0)
    }

    /// A round number above the highest, which can be halved.
    private static func round(_ highest: Int) -> Int {
        let highest = max(4, highest)
        var unit = 1
        while highest / unit >= 10 { unit *= 10 }
        return (highest / (2 * unit) + 1) * 2 * unit
    }
}

/// The shapes of a picture of 720 by 190 that is stretched to its place.
package struct ChartDrawing: Sendable {
    package struct Line: Sendable {
        package var style: String
        package var points: String
        /// Empty where the space below a line stays white.
        package var area: String
        /// The piece up to a place that is not over yet; empty for none.
        package var unfinished: String
    }

    package struct Shape: Sendable {
        package var style: String
        package var path: String
        /// The outline of a bar that is not over yet, and its hatching; empty for none.
        package var outline: String
        package var hatch: String
    }

    package private(set) var lines: [Line] = []
    package private(set) var bars: [Shape] = []
    /// Marks where a place is cut off.
    package private(set) var breaks = ""

    private static let width = 720.0
    private static let height = 190.0

    init(lines series: [Chart.Series], top: Int, isPartial: Bool) {
        lines = series.map { one in
            let points = Self.points(one.values, top: top, width: Self.width, height: Self.height)
            let all = points.split(separator: " ")
            let whole = isPartial ? all.dropLast() : all[...]
            let last = whole.last?.split(separator: ",").first ?? "0"
            return Line(
                style: one.style, points: whole.joined(separator: " "),
                area: one.tone == .main && whole.count > 1 ? "0,190 \(whole.joined(separator: " ")) \(last),190" : "",
                unfinished: isPartial ? all.suffix(2).joined(separator: " ") : "")
        }
        let count = series.first?.values.count ?? 0
        mark(series, top: top) { Self.width * Double($0) / Double(max(1, count - 1)) }
    }

    /// Of several series, each place's bars stand side by side.
    init(bars series: [Chart.Series], top: Int, isPartial: Bool) {
        let count = max(1, series.first?.values.count ?? 1)
        let room = Self.width / Double(count)
        let breadth = min(room * 0.72, 120) / Double(max(1, series.count))
        bars = series.enumerated().map { number, one in
            var shape = Shape(style: one.style, path: "", outline: "", hatch: "")
            for (at, value) in one.values.enumerated() where value > 0 {
                let left =
                    room * (Double(at) + 0.5) - breadth * Double(series.count) / 2 + breadth * Double(number)
                let tall = Self.height * Double(min(value, top)) / Double(top)
                let right = left + breadth * 0.92
                let path =
                    "M\(Self.fixed(left)) \(Self.fixed(Self.height))V\(Self.fixed(Self.height - tall))H\(Self.fixed(right))V\(Self.fixed(Self.height))Z"
                if isPartial, at == one.values.count - 1 {
                    shape.outline = path
                    shape.hatch = Self.hatch(left: left, right: right, tall: tall)
                } else {
                    shape.path += path
                }
            }
            return shape
        }
        mark(series, top: top) { room * (Double($0) + 0.5) }
    }

    /// From edge to edge; small pictures beside a number are drawn by this as well.
    package static func points(_ values: [Int], top: Int, width: Double, height: Double) -> String {
        values.enumerated().map { index, value in
            fixed(width * Double(index) / Double(max(1, values.count - 1))) + ","
                + fixed(height - height * Double(min(max(0, value), top)) / Double(top))
        }.joined(separator: " ")
    }

    /// Two strokes across what goes on above the edge.
    private mutating func mark(_ series: [Chart.Series], top: Int, x: (Int) -> Double) {
        let places = (series.first?.values.indices ?? 0..<0).filter { at in series.contains { $0.values[at] > top } }
        breaks = places.map { at in
            [9.0, 15.0].map { y in
                "M\(Self.fixed(max(0, x(at) - 9))) \(Self.fixed(y + 3))L\(Self.fixed(x(at) + 9)) \(Self.fixed(y - 3))"
            }.joined()
        }.joined()
    }

    /// Slanted strokes inside a bar.
    private static func hatch(left: Double, right: Double, tall: Double) -> String {
        let wide = right - left
        return stride(from: 6.0, to: wide + tall, by: 9).map { far in
            let (startX, startY) = (left + max(0, far - tall), height - min(far, tall))
            let (endX, endY) = (left + min(far, wide), height - max(0, far - wide))
            return "M\(fixed(startX)) \(fixed(startY))L\(fixed(endX)) \(fixed(endY))"
        }.joined()
    }

    private static func fixed(_ value: Double) -> String {
        // Not `rounded`: that would want libm.
        let tenths = Int(value * 10 + 0.5)
        return "\(tenths / 10).\(tenths % 10)"
    }
}
