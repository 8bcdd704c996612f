import Foundation

/// A record that is edited on several devices, field by field.
public struct SyncRecord: Sendable, Identifiable {
    public let id: UUID
    /// The fields as the server knows them, with the edits before the newest.
    public internal(set) var fields: [String: SyncField] = [:]
    /// The edits of this device that the server has not received yet, the oldest first.
    public internal(set) var pending: [SyncEdit] = []

    init(_ id: UUID) { self.id = id }

    /// Returns the field as the person sees it: their own edits over the server's.
    public subscript(_ field: String) -> JSONValue? {
        for edit in pending.reversed() { if let value = edit.fields[field] { return value } }
        return fields[field]?.value
    }

    /// All fields as the person sees them.
    public var values: [String: JSONValue] {
        var values = fields.compactMapValues(\.value)
        for edit in pending { values.merge(edit.fields) { _, new in new } }
        values[SyncEdit.deleted] = nil
        return values
    }

    /// A deletion is an edit like others: an older edit of another device doesn't undo it, and all versions are stored.
    public var isDeleted: Bool { self[SyncEdit.deleted] == true }

    /// Decodes the fields as a type of the app.
    public func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        try JSON.decoder.decode(type, from: try JSON.encoder.encode(JSONValue.object(values)))
    }

    /// Merges what another device, or the server, knows of the same record.
    mutating func merge(_ others: [String: SyncField]) {
        fields.merge(others) { $0.merged(with: $1) }
    }
}

/// An edit of one record on this device.
public struct SyncEdit: Codable, Hashable, Sendable, Identifiable {
    /// The name of the field that marks a record as deleted.
    public static let deleted = "deleted"

    /// The id by which the server recognises an edit that it receives twice.
    public let id: UUID
    public let record: UUID
    public let fields: [String: JSONValue]

    public init(id: UUID = UUID(), record: UUID, fields: [String: JSONValue]) {
        (self.id, self.record, self.fields) = (id, record, fields)
    }
}
