import Console
import HTML
import Postgres
import Web

/// A group, a teacher or a room whose timetable is public.
struct PublicOwner: Sendable {
    let kind: WeekOwner
    let id: ID
    let name: String
    /// The faculty and the year of a group, the degree of a teacher, the building of a room.
    let detail: [String]
    let course: Int
    let subgroups: Int
    /// The segment of addresses that identifies it.
    let segment: String

    init(group row: Row) throws {
        kind = .group
        id = try row.id("id")
        name = try row.text("name")
        detail = [try row.text("faculty")]
        course = try row.int("course")
        subgroups = try row.int("subgroups")
        segment = Self.segment(name, id)
    }

    init(teacher row: Row) throws {
        kind = .teacher
        id = try row.id("id")
        name = try row.text("name")
        detail = [try row.text("degree")]
        course = 0
        subgroups = 0
        segment = try row.text("address")
    }

    init(room row: Row) throws {
        kind = .room
        id = try row.id("id")
        name = try row.text("name")
        detail = [try row.text("building")]
        course = 0
        subgroups = 0
        segment = Self.segment(name, id)
    }

    /// Returns nil if the tenant has none of that kind and that segment.
    static func find(_ kind: WeekOwner, _ segment: String, in tx: borrowing TenantTransaction) throws -> PublicOwner? {
        let id = ID(segment)
        switch kind {
        case .group:
            return try (tx.first(PublicQueries.group(segment)) ?? id.flatMap { try tx.first(PublicQueries.group($0)) })
                .map { try PublicOwner(group: $0) }
        case .teacher:
            return try
                (tx.first(PublicQueries.teacher(segment)) ?? id.flatMap { try tx.first(PublicQueries.teacher($0)) })
                .map { try PublicOwner(teacher: $0) }
        case .room:
            return try (tx.first(PublicQueries.room(segment)) ?? id.flatMap { try tx.first(PublicQueries.room($0)) })
                .map { try PublicOwner(room: $0) }
        }
    }

    /// Returns the name if it is readable and easy to type in an address, else the id.
    private static func segment(_ name: String, _ id: ID) -> String {
        let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
        return isPlain && name.first != "." ? name : id.description
    }
}

extension WeekOwner {
    /// The segment of addresses before the owner's own.
    var folder: String {
        switch self {
        case .group: "groups"
        case .teacher: "teachers"
        case .room: "rooms"
        }
    }
}

/// The addresses of a tenant's public timetable.
struct PublicPlaces: Sendable {
    let slug: String

    var start: Link { "/public/\(slug)/timetable" }
    var worker: Link { "/public/\(slug)/timetable-worker.js" }
    var manifest: Link { "/public/\(slug)/timetable/app.webmanifest" }

    func page(_ kind: WeekOwner, _ segment: String) -> Link { "\(start)/\(kind.folder)/\(segment)" }
    func page(_ owner: PublicOwner) -> Link { page(owner.kind, owner.segment) }
    func calendar(_ owner: PublicOwner) -> Link { "\(page(owner))/calendar.ics" }
    func data(_ owner: PublicOwner, _ part: String) -> Link {
        "/public/\(slug)/v1/\(owner.kind.folder)/\(owner.segment)/\(part)"
    }
}

/// The tenant that publishes, with the data that responses need.
struct PublicTenant {
    let slug: String
    let name: String
    let zone: String
    let accent: String
    let languages: [Language]

    init(in tx: borrowing TenantTransaction) throws {
        guard let row = try tx.first(CurrentTenantQuery.current) else { throw DatabaseError.unavailable("no tenant") }
        slug = try row.text("slug")
        name = try row.text("name")
        zone = try row.text("zone")
        accent = try row.text("accent")
        languages = try row.texts("languages").compactMap { Language(code: $0) }
    }

    /// Returns the requested language, else the tenant's first language that Roost supports.
    func language(_ asked: Language?) -> Language { asked ?? languages.first ?? .en }

    var places: PublicPlaces { PublicPlaces(slug: slug) }
}

extension WebRequest {
    /// Returns a decoded segment of the address.
    func segment(_ name: StaticString) -> String? {
        guard let text = parameters["\(name)"] else { return nil }
        let kept = text.split(separator: "+", omittingEmptySubsequences: false).joined(separator: "%2B")
        return Query(urlEncoded: Array("x=\(kept)".utf8))["x"]
    }

    /// The group, teacher or room that the address names.
    var publicOwner: (kind: WeekOwner, segment: String)? {
        for (kind, name) in [(WeekOwner.group, "group" as StaticString), (.teacher, "teacher"), (.room, "room")] {
            if let segment = segment(name) { return segment.columnLength <= 60 ? (kind, segment) : nil }
        }
        return nil
    }

    /// nil: the tenant's own language.
    var publicLanguage: Language? { query["lang"].flatMap { Language(rawValue: $0) } }
}
