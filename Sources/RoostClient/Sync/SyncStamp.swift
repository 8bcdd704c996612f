import Foundation

/// When the server took an edit, and which edit it was. The server's clock alone decides between two edits; where it stands still, the
/// edit's id does, so that all devices decide alike.
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

/// A field's value in one edit that the server has taken.
public struct SyncVersion: Codable, Hashable, Sendable {
    public let value: JSONValue
    public let stamp: SyncStamp

    public init(_ value: JSONValue, _ stamp: SyncStamp) { (self.value, self.stamp) = (value, stamp) }
}

/// One field of a record, as the server's edits have made it. The newest edit wins; those before it are kept.
public struct SyncField: Codable, Hashable, Sendable {
    /// So many are kept of a field.
    public static let mostVersions = 10

    /// The newest first, each stamp once.
    public private(set) var versions: [SyncVersion] = []

    public init(_ versions: [SyncVersion] = []) { for version in versions { take(version) } }

    /// What the field holds.
    public var value: JSONValue? { versions.first?.value }

    /// Takes one edit, whatever was taken before: in which order edits come, and how often, makes no difference.
    public mutating func take(_ version: SyncVersion) {
        guard let at = versions.firstIndex(where: { $0.stamp <= version.stamp }) else {
            if versions.count < Self.mostVersions { versions.append(version) }
            return
        }
        guard versions[at].stamp != version.stamp else { return }
        versions.insert(version, at: at)
        if versions.count > Self.mostVersions { versions.removeLast() }
    }

    /// What two devices know of it, together.
    public func merged(with other: SyncField) -> SyncField {
        var merged = self
        for version in other.versions { merged.take(version) }
        return merged
    }
}
