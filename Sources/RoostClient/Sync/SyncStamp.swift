import Foundation

/// When the server received an edit, and the edit's id. Only the server's clock decides between two edits; for equal
/// times the id does, so that all devices decide alike.
public struct SyncStamp: Codable, Hashable, Sendable, Comparable {
    /// Microseconds since 1970, by the server's clock.
    public let at: Int64
    /// The edit's id.
    public let edit: UUID

    public init(at: Int64, edit: UUID) { (self.at, self.edit) = (at, edit) }

    public static func < (a: SyncStamp, b: SyncStamp) -> Bool {
        a.at != b.at ? a.at < b.at : a.edit.inPath < b.edit.inPath
    }
}

/// A field's value in one edit that the server has received.
public struct SyncVersion: Codable, Hashable, Sendable {
    public let value: JSONValue
    public let stamp: SyncStamp

    public init(_ value: JSONValue, _ stamp: SyncStamp) { (self.value, self.stamp) = (value, stamp) }
}

/// One field of a record, with the edits that the server has received. The newest wins; earlier ones are stored.
public struct SyncField: Codable, Hashable, Sendable {
    /// The number of edits that are stored for a field.
    public static let mostVersions = 10

    /// The newest first, each stamp once.
    public private(set) var versions: [SyncVersion] = []

    public init(_ versions: [SyncVersion] = []) { for version in versions { take(version) } }

    /// The current value.
    public var value: JSONValue? { versions.first?.value }

    /// Adds one edit. The result does not depend on the order of edits, or on how often each comes.
    public mutating func take(_ version: SyncVersion) {
        guard let at = versions.firstIndex(where: { $0.stamp <= version.stamp }) else {
            if versions.count < Self.mostVersions { versions.append(version) }
            return
        }
        guard versions[at].stamp != version.stamp else { return }
        versions.insert(version, at: at)
        if versions.count > Self.mostVersions { versions.removeLast() }
    }

    /// Merges the edits that two devices know.
    public func merged(with other: SyncField) -> SyncField {
        var merged = self
        for version in other.versions { merged.take(version) }
        return merged
    }
}
