import Console
import HTTPTypes
import JSON
import Postgres
import Web

/// `GET /v1/me/devices`
struct ReadMyDevices: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "getMyDevices", text: "The devices that the user is signed in on",
        answer: .object([
            (
                "devices",
                .array(
                    .object([
                        ("id", .format("uuid")), ("platform", .string), ("model", .string), ("app_version", .string),
                        ("language", .string), ("time_zone", .string), ("has_push_token", .bool),
                        ("is_this", .bool), ("seen_at", .format("date-time")),
                    ]))
            )
        ]))

    init(_ request: WebRequest) throws { try request.check(Self.summary.parameters) }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws
        -> ServiceResponse
    {
        let user = try caller.theUser()
        let devices = try tx.rows(MeQueries.devices(of: user.id)).map { row -> JSONText in
            .object([
                ("id", .string(try row.id("id").description)), ("platform", .string(try row.text("platform"))),
                ("model", .string(try row.text("model"))), ("app_version", .string(try row.text("app_version"))),
                ("language", .string(try row.text("language"))), ("time_zone", .string(try row.text("zone"))),
                ("has_push_token", .bool(try row.bool("has_push"))),
                ("is_this", .bool(try row.idOrNil("session_id") == user.session)),
                ("seen_at", .string(try row.time("seen_at").iso)),
            ])
        }
        return ServiceResponse(.object([("devices", .array(devices))]))
    }
}

/// `PUT /v1/me/devices/{device}`: registers the device, or updates its data. The app makes the id itself, once on each
/// device.
struct SaveMyDevice: ServiceAnswering {
    /// The limit of devices for one user.
    static let most = 20

    static let summary = ServiceSummary(
        name: "saveMyDevice",
        text: "Registers the device that the user is signed in on, or refreshes what is known of it",
        body: DeviceInput.schema,
        example: .object([
            ("platform", "ios"), ("model", "iPhone17,1"), ("app_version", "4.12.0"), ("language", "es"),
            ("time_zone", "Europe/Madrid"),
        ]), isWrite: true)

    private let id: ID
    private let device: DeviceInput

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        id = try request.serviceID("device")
        device = DeviceInput(try request.json(as: DeviceInput.schema))
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, [AuditEvent]) {
        let user = try caller.theUser()
        for (pointer, text) in [("/model", device.model), ("/app_version", device.version)] {
            if let fault = LineText.fault(text, most: 100, isRequired: false) {
                throw ServiceProblem.invalidBody([BodyFault(pointer, fault.resolve(in: .en))])
            }
        }
        guard device.pushToken != nil else {
            throw ServiceProblem.invalidBody([
                BodyFault("/push_token", "The token as the push service gave it, without spaces inside.")
            ])
        }
        if !device.zone.isEmpty, try !services.zones.isKnown(device.zone, in: tx) {
            throw ServiceProblem.invalidBody([BodyFault("/time_zone", "A time zone of the IANA database.")])
        }
        // Locks the profile, so that simultaneous calls wait for each other: otherwise each could register the last
        // allowed device.
        guard try tx.first(MeQueries.lockProfile) != nil else { throw ServiceProblem.notFound }
        guard try tx.first(MeQueries.countDevices(of: user.id, but: id))?.int("n") ?? 0 < Self.most else {
            throw ServiceProblem.limitReached
        }
        try tx.execute(MeQueries.saveDevice(id, device, of: user, now: caller.actor.now))
        try tx.execute(MeQueries.followDevice(device, of: user.id))
        return (ServiceResponse(nil, status: .noContent), [])
    }
}

/// `DELETE /v1/me/devices/{device}`: deletes the device, and ends its session.
struct RemoveMyDevice: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "removeMyDevice", text: "Forgets a device and signs the user out on it", mayBeMissing: true, isWrite: true
    )

    private let id: ID

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        id = try request.serviceID("device")
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, [AuditEvent]) {
        let user = try caller.theUser()
        guard let row = try tx.first(MeQueries.sessionOfDevice(id, of: user.id)) else { throw ServiceProblem.notFound }
        try MeQueries.forgetDevice(id, of: user.id, now: caller.actor.now, in: tx)
        if let session = try row.idOrNil("session_id") {
            try tx.execute(MeQueries.endSession(session, of: user.id, now: caller.actor.now))
        }
        return (
            ServiceResponse(nil, status: .noContent),
            [AuditEvent(.accountSignedOut, on: .user, user.id, subject: user.id)]
        )
    }
}
