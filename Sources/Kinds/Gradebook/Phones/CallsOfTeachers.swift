import Console
import HTML
import JSON
import Postgres
import Web

/// The calls of keys on behalf of a user: the same work, for the teacher whom the user is linked to.
extension ServiceSummary {
    fileprivate func ofUser(_ name: String, _ text: String? = nil) -> ServiceSummary {
        var summary = self
        summary.name = name
        summary.text = text ?? summary.text
        return summary
    }
}

/// `GET /v1/me/gradebook/classes`
struct ReadMyClasses: ServiceAnswering {
    static let summary = ReadPhoneClasses.summary.ofUser(
        "listMyClasses",
        "The classes that the user teaches; none, and no teacher, for a user who is linked to no teacher. A class whose revision is above the one that you have has changed"
    )
    private let call: ReadPhoneClasses

    init(_ request: WebRequest) throws { call = try ReadPhoneClasses(request) }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> ServiceResponse { try call.run(in: tx, by: caller, services) }
}

/// `GET /v1/me/gradebook/classes/{class}`
struct ReadMyClass: ServiceAnswering {
    static let summary = ReadPhoneClass.summary.ofUser("getMyClass")
    private let call: ReadPhoneClass

    init(_ request: WebRequest) throws { call = try ReadPhoneClass(request) }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, AuditEvent?) {
        let (response, read) = try call.run(in: tx, by: caller, services)
        var event = read
        event?.subject = try caller.theUser().id
        return (response, event)
    }
}

/// `POST /v1/me/gradebook/classes/{class}/grades`
struct SaveMyGrades: ServiceAnswering {
    static let summary = SavePhoneGrades.summary.ofUser("saveMyGrades")
    private let call: SavePhoneGrades

    init(_ request: WebRequest) throws { call = try SavePhoneGrades(request) }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, [AuditEvent]) { try call.run(in: tx, by: caller, services) }
}

/// `POST /v1/me/gradebook/classes/{class}/attendance`
struct SaveMyAttendance: ServiceAnswering {
    static let summary = SavePhoneAttendance.summary.ofUser(
        "saveMyAttendance",
        "Records attendance mark by mark, each over the version that was seen, as `saveMyGrades` does. An empty state takes a mark back. A day after tomorrow in the workspace's zone has no attendance yet: a mark on it is refused"
    )
    private let call: SavePhoneAttendance

    init(_ request: WebRequest) throws { call = try SavePhoneAttendance(request) }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, [AuditEvent]) { try call.run(in: tx, by: caller, services) }
}
