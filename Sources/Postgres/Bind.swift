/// A value bound to a statement, with the type it is sent as. `nil` inside means SQL's null of that type.
package enum Bind: Sendable {
    case text(String?)
    case int(Int64?)
    case bool(Bool?)
    case id(ID?)
    case time(Timestamp?)
    case bytes([UInt8]?)
    case double(Double?)
    case ids([ID])
    case texts([String])
    case ints([Int64])
    case times([Timestamp])
    /// For columns of which a row may have no value, such as an event's.
    case idsOrNil([ID?])
    case byteStrings([[UInt8]?])

    /// PostgreSQL's object id of the type (pg_type.dat; fixed for built-in types).
    var oid: UInt32 {
        switch self {
        case .text: 25
        case .int: 20
        case .bool: 16
        case .id: 2950
        case .time: 1184
        case .bytes: 17
        case .double: 701
        case .ids: 2951
        case .texts: 1009
        case .ints: 1016
        case .times: 1185
        case .idsOrNil: 2951
        case .byteStrings: 1001
        }
    }

    /// Appends the binary form to `out`. Returns false for null.
    func write(to out: inout [UInt8]) -> Bool {
        switch self {
        case .text(let value):
            guard let value else { return false }
            out.append(contentsOf: value.utf8)
        case .int(let value):
            guard let value else { return false }
            out.append(bigEndian: UInt64(bitPattern: value))
        case .bool(let value):
            guard let value else { return false }
            out.append(value ? 1 : 0)
        case .id(let value):
            guard let value else { return false }
            out.append(bigEndian: value.high)
            out.append(bigEndian: value.low)
        case .time(let value):
            guard let value else { return false }
            let (time, overflow) = value.microseconds.subtractingReportingOverflow(Timestamp.postgresEpoch)
            out.append(bigEndian: UInt64(bitPattern: overflow ? .min : time))
        case .bytes(let value):
            guard let value else { return false }
            out.append(contentsOf: value)
        case .double(let value):
            guard let value else { return false }
            out.append(bigEndian: value.bitPattern)
        case .ids(let values): Self.write(values, of: 2950, to: &out) { $0.bind }
        case .texts(let values): Self.write(values, of: 25, to: &out) { $0.bind }
        case .ints(let values): Self.write(values, of: 20, to: &out) { $0.bind }
        case .times(let values): Self.write(values, of: 1184, to: &out) { $0.bind }
        case .idsOrNil(let values): Self.write(values, of: 2950, to: &out) { $0.bind }
        case .byteStrings(let values): Self.write(values, of: 17, to: &out) { .bytes($0) }
        }
        return true
    }

    /// Writes PostgreSQL's binary array: dimensions, has-null (0: the server finds out by itself), element type,
    /// length, lower bound, then each element with its size; −1 for null.
    private static func write<T>(_ values: [T], of oid: UInt32, to out: inout [UInt8], bind: (T) -> Bind) {
        out.append(bigEndian: UInt32(values.isEmpty ? 0 : 1))
        out.append(bigEndian: UInt32(0))
        out.append(bigEndian: oid)
        guard !values.isEmpty else { return }
        out.append(bigEndian: UInt32(values.count))
        out.append(bigEndian: UInt32(1))
        for value in values {
            let sizeAt = out.count
            out.append(bigEndian: UInt32(0))
            let present = bind(value).write(to: &out)
            let size = (present ? UInt32(out.count - sizeAt - 4) : .max).bigEndian
            withUnsafeBytes(of: size) { out.replaceSubrange(sizeAt..<sizeAt + 4, with: $0) }
        }
    }
}

extension [UInt8] {
    package mutating func append(bigEndian value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
    }
}

/// A type whose values can be interpolated in `SQL` with `\( )`.
package protocol Bindable {
    var bind: Bind { get }
    static var nullBind: Bind { get }
}

extension String: Bindable {
    package var bind: Bind { .text(self) }
    package static var nullBind: Bind { .text(nil) }
}
extension Int: Bindable {
    package var bind: Bind { .int(Int64(self)) }
    package static var nullBind: Bind { .int(nil) }
}
extension Int64: Bindable {
    package var bind: Bind { .int(self) }
    package static var nullBind: Bind { .int(nil) }
}
extension Bool: Bindable {
    package var bind: Bind { .bool(self) }
    package static var nullBind: Bind { .bool(nil) }
}
extension Double: Bindable {
    package var bind: Bind { .double(self) }
    package static var nullBind: Bind { .double(nil) }
}
extension ID: Bindable {
    package var bind: Bind { .id(self) }
    package static var nullBind: Bind { .id(nil) }
}
extension Timestamp: Bindable {
    package var bind: Bind { .time(self) }
    package static var nullBind: Bind { .time(nil) }
}
extension Bind: Bindable {
    package var bind: Bind { self }
    package static var nullBind: Bind { .text(nil) }
}
extension Optional: Bindable where Wrapped: Bindable {
    package var bind: Bind { self?.bind ?? Wrapped.nullBind }
    package static var nullBind: Bind { Wrapped.nullBind }
}
extension Array: Bindable where Element: ArrayBindable {
    package var bind: Bind { Element.bind(self) }
    package static var nullBind: Bind { Element.nullArray }
}

/// A type that can be bound as an array. `[UInt8]` is `bytea`.
package protocol ArrayBindable {
    static func bind(_ values: [Self]) -> Bind
    static var nullArray: Bind { get }
}
extension ArrayBindable {
    /// No table has a nullable array column: nil is bound as an empty array.
    package static var nullArray: Bind { bind([]) }
}
extension UInt8: ArrayBindable {
    package static func bind(_ values: [UInt8]) -> Bind { .bytes(values) }
    package static var nullArray: Bind { .bytes(nil) }
}
extension ID: ArrayBindable {
    package static func bind(_ values: [ID]) -> Bind { .ids(values) }
}
extension String: ArrayBindable {
    package static func bind(_ values: [String]) -> Bind { .texts(values) }
}
extension Int64: ArrayBindable {
    package static func bind(_ values: [Int64]) -> Bind { .ints(values) }
}
extension Timestamp: ArrayBindable {
    package static func bind(_ values: [Timestamp]) -> Bind { .times(values) }
}
