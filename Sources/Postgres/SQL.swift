/// A statement written as a literal: `"select users.id from users where users.id = \(id)"`.
///
/// Interpolated values become `$1`, `$2` …; an interpolated `SQL` is inserted and its values renumbered. Literal
/// parts are `StaticString`, so no text that was made while the program runs can become SQL. Only scripts of whole
/// statements (migrations) go through `UnsafeScript`.
package struct SQL: ExpressibleByStringInterpolation, Sendable {
    enum Piece: Sendable {
        case literal(StaticString)
        case bind(Bind)
    }

    fileprivate(set) var pieces: [Piece]

    package init(stringLiteral value: StaticString) { pieces = [.literal(value)] }

    package init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }

    private init(pieces: [Piece]) { self.pieces = pieces }

    package struct StringInterpolation: StringInterpolationProtocol {
        var pieces: [Piece] = []

        package init(literalCapacity: Int, interpolationCount: Int) {
            pieces.reserveCapacity(interpolationCount * 2 + 1)
        }

        package mutating func appendLiteral(_ literal: StaticString) {
            if literal.utf8CodeUnitCount > 0 { pieces.append(.literal(literal)) }
        }

        package mutating func appendInterpolation(_ value: some Bindable) { pieces.append(.bind(value.bind)) }
        package mutating func appendInterpolation(_ sql: SQL) { pieces.append(contentsOf: sql.pieces) }
    }

    package static func + (a: SQL, b: SQL) -> SQL { SQL(pieces: a.pieces + b.pieces) }

    package static func += (a: inout SQL, b: SQL) { a.pieces.append(contentsOf: b.pieces) }

    package static let empty = SQL(pieces: [])

    package var isEmpty: Bool { pieces.isEmpty }

    /// Joins parts with a separator between them: `SQL.joined(conditions, by: " and ")`.
    package static func joined(_ parts: [SQL], by separator: SQL) -> SQL {
        var whole = SQL.empty
        for (index, part) in parts.enumerated() {
            if index > 0 { whole += separator }
            whole += part
        }
        return whole
    }

    /// Identifies a prepared statement: two statements share one if they have the same literals around values of the
    /// same types. Literals are part of the program's image, so their addresses identify them, and a text of hundreds
    /// of characters is neither built nor compared for each page. (One literal at two addresses is prepared twice.)
    struct Shape: Hashable {
        fileprivate let parts: [UInt]
    }

    var shape: Shape {
        Shape(
            parts: pieces.map { piece in
                switch piece {
                // An address is greater than any type's number.
                case .literal(let literal): UInt(bitPattern: literal.utf8Start)
                case .bind(let bind): UInt(bind.oid)
                }
            })
    }

    var binds: [Bind] {
        pieces.compactMap { if case .bind(let bind) = $0 { bind } else { nil } }
    }

    /// The text with `$n` in place of the values, and the values.
    package var rendered: (text: String, binds: [Bind]) {
        var text = ""
        var binds: [Bind] = []
        text.reserveCapacity(512)
        for piece in pieces {
            switch piece {
            case .literal(let literal): literal.withUTF8Buffer { text += String(decoding: $0, as: UTF8.self) }
            case .bind(let bind):
                binds.append(bind)
                text += "$"
                text += String(binds.count)
            }
        }
        return (text, binds)
    }
}
