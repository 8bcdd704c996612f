import CPQ
import Glibc

/// The result of one statement, in PostgreSQL's binary format. It stays on the thread of its connection.
package final class Rows: Sequence {
    let result: OpaquePointer
    package let count: Int
    private let columns: Int32
    private var hint: Int32 = 0
    /// For each column, the address of the literal that last found it.
    private var known: [UnsafePointer<UInt8>?]

    init(_ result: OpaquePointer) {
        self.result = result
        count = Int(PQntuples(result))
        columns = PQnfields(result)
        known = Array(repeating: nil, count: Int(columns))
    }

    deinit { PQclear(result) }

    /// Rows that an insert, update or delete changed; rows that a select returned.
    package var affected: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }

    package var first: Row? { count > 0 ? Row(rows: self, index: 0) : nil }

    package subscript(_ index: Int) -> Row { Row(rows: self, index: Int32(index)) }

    package func makeIterator() -> Iterator { Iterator(rows: self) }

    package struct Iterator: IteratorProtocol {
        fileprivate let rows: Rows
        private var index: Int32 = 0

        fileprivate init(rows: Rows) { self.rows = rows }

        package mutating func next() -> Row? {
            guard index < rows.count else { return nil }
            defer { index += 1 }
            return Row(rows: rows, index: index)
        }
    }

    /// Returns the column's number. Callers mostly read columns in the order of the select, so the search starts
    /// after the last one found.
    func column(_ name: StaticString) throws(DatabaseError) -> Int32 {
        // The next row is read with the same literals, so a known address needs no comparison of names.
        if hint < columns, known[Int(hint)] == name.utf8Start {
            defer { hint = hint + 1 == columns ? 0 : hint + 1 }
            return hint
        }
        for step in 0..<columns {
            let index = (hint + step) % columns
            guard let label = PQfname(result, index) else { continue }
            if strcmp(label, UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)) == 0 {
                hint = (index + 1) % columns
                known[Int(index)] = name.utf8Start
                return index
            }
        }
        throw .decoding(column: "\(name)", why: "the statement does not return it")
    }
}

/// One row. A value is decoded when it is read, by column name; a wrong name or type throws `DatabaseError.decoding`.
package struct Row {
    let rows: Rows
    let index: Int32

    private func bytes(
        _ name: StaticString, _ oids: (UInt32) -> Bool
    ) throws(DatabaseError) -> UnsafeRawBufferPointer? {
        let column = try rows.column(name)
        let oid = PQftype(rows.result, column)
        guard oids(oid) else { throw .decoding(column: "\(name)", why: "type \(oid) is not the one asked for") }
        guard PQgetisnull(rows.result, index, column) == 0 else { return nil }
        return UnsafeRawBufferPointer(
            start: PQgetvalue(rows.result, index, column), count: Int(PQgetlength(rows.result, index, column)))
    }

    private func present<T>(_ value: T?, _ name: StaticString) throws(DatabaseError) -> T {
        guard let value else { throw .decoding(column: "\(name)", why: "is null") }
        return value
    }

    package func text(_ name: StaticString) throws(DatabaseError) -> String { try present(textOrNil(name), name) }
    package func textOrNil(_ name: StaticString) throws(DatabaseError) -> String? {
        // text, varchar, bpchar, name, json; jsonb sends a version byte first.
        var isVersioned = false
        let all = try bytes(name) { oid in
            switch oid {
            case 25, 1043, 1042, 19, 114: return true
            case 3802:
                isVersioned = true
                return true
            default: return false
            }
        }
        guard let all else { return nil }
        return isVersioned ? String(decoding: all.dropFirst(), as: UTF8.self) : String(decoding: all, as: UTF8.self)
    }

    package func int(_ name: StaticString) throws(DatabaseError) -> Int { try present(intOrNil(name), name) }
    package func intOrNil(_ name: StaticString) throws(DatabaseError) -> Int? {
        guard let all = try bytes(name, { $0 == 20 || $0 == 23 || $0 == 21 }) else { return nil }
        return Self.integer(all)
    }

    package func bool(_ name: StaticString) throws(DatabaseError) -> Bool { try present(boolOrNil(name), name) }
    package func boolOrNil(_ name: StaticString) throws(DatabaseError) -> Bool? {
        try bytes(name) { $0 == 16 }.map { $0[0] != 0 }
    }

    package func id(_ name: StaticString) throws(DatabaseError) -> ID { try present(idOrNil(name), name) }
    package func idOrNil(_ name: StaticString) throws(DatabaseError) -> ID? {
        try bytes(name) { $0 == 2950 }.map(ID.init(bytes:))
    }

    /// `timestamptz` as a point in time.
    package func time(_ name: StaticString) throws(DatabaseError) -> Timestamp { try present(timeOrNil(name), name) }
    package func timeOrNil(_ name: StaticString) throws(DatabaseError) -> Timestamp? {
        try bytes(name) { $0 == 1184 }.map { Timestamp(microseconds: Self.sinceEpoch($0)) }
    }

    /// `timestamp` (the result of `at time zone`): microseconds since 1970-01-01 00:00 of that zone's clock.
    package func localTime(_ name: StaticString) throws(DatabaseError) -> Int64 {
        try present(localTimeOrNil(name), name)
    }
    package func localTimeOrNil(_ name: StaticString) throws(DatabaseError) -> Int64? {
        try bytes(name) { $0 == 1114 }.map(Self.sinceEpoch)
    }

    package func bytes(_ name: StaticString) throws(DatabaseError) -> [UInt8] { try present(bytesOrNil(name), name) }
    package func bytesOrNil(_ name: StaticString) throws(DatabaseError) -> [UInt8]? {
        try bytes(name) { $0 == 17 }.map { Array($0) }
    }

    package func texts(_ name: StaticString) throws(DatabaseError) -> [String] {
        try array(name, oid: 1009).map { String(decoding: $0, as: UTF8.self) }
    }

    package func ids(_ name: StaticString) throws(DatabaseError) -> [ID] {
        try array(name, oid: 2951).map(ID.init(bytes:))
    }

    package func ints(_ name: StaticString) throws(DatabaseError) -> [Int] {
        try array(name, oid: 1016).map(Self.integer)
    }

    /// Returns the elements of a one-dimensional binary array. Leaves out nulls; for a null array returns an empty
    /// one.
    private func array(_ name: StaticString, oid: UInt32) throws(DatabaseError) -> [UnsafeRawBufferPointer] {
        guard let all = try bytes(name, { $0 == oid }), all.count >= 20 else { return [] }
        guard all.loadUnaligned(as: UInt32.self).bigEndian == 1 else {
            throw .decoding(column: "\(name)", why: "has more than one dimension")
        }
        let count = Int(UInt32(bigEndian: all.loadUnaligned(fromByteOffset: 12, as: UInt32.self)))
        var at = 20
        var parts: [UnsafeRawBufferPointer] = []
        for _ in 0..<count {
            let size = Int(Int32(bigEndian: all.loadUnaligned(fromByteOffset: at, as: Int32.self)))
            at += 4
            guard size >= 0 else { continue }
            parts.append(UnsafeRawBufferPointer(rebasing: all[at..<at + size]))
            at += size
        }
        return parts
    }

    /// Microseconds since 1970. `infinity` is already PostgreSQL's greatest number, so it stays the greatest.
    private static func sinceEpoch(_ all: UnsafeRawBufferPointer) -> Int64 {
        let (sum, overflow) = Int64(integer(all)).addingReportingOverflow(Timestamp.postgresEpoch)
        return overflow ? .max : sum
    }

    private static func integer(_ all: UnsafeRawBufferPointer) -> Int {
        switch all.count {
        case 8: Int(Int64(bigEndian: all.loadUnaligned(as: Int64.self)))
        case 4: Int(Int32(bigEndian: all.loadUnaligned(as: Int32.self)))
        default: Int(Int16(bigEndian: all.loadUnaligned(as: Int16.self)))
        }
    }
}
