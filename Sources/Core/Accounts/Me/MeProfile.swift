import Console
import HTML
import HTTPTypes
import JSON
import Postgres
import Web

/// `GET /v1/me/profile`
struct ReadMyProfile: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "getMyProfile", text: "What the user has said about themselves",
        answer: .object([
            ("id", .format("uuid")), ("email", .string), ("email_verified", .bool), ("name", .string),
            ("phone", .nullable(.string)), ("language", .string), ("time_zone", .string),
            ("created_at", .format("date-time")),
            ("deletion_requested_at", .nullable(.format("date-time"))),
        ]), hasTag: true)

    private let known: EntityTags?

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        known = EntityTags(.ifNoneMatch, of: request)
    }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws
        -> ServiceResponse
    {
        guard let row = try tx.first(MeQueries.profile) else { throw ServiceProblem.notFound }
        let body = JSONText.object([
            ("id", .string(try row.id("id").description)), ("email", .string(try row.text("email"))),
            ("email_verified", .bool(try row.bool("is_confirmed"))), ("name", .string(try row.text("name"))),
            ("phone", try row.text("phone").isEmpty ? .null : .string(try row.text("phone"))),
            ("language", .string(try row.text("language"))), ("time_zone", .string(try row.text("zone"))),
            ("created_at", .string(try row.time("created_at").iso)),
            (
                "deletion_requested_at",
                try row.timeOrNil("deletion_requested_at").map { .string($0.iso) } ?? .null
            ),
        ]).bytes
        return ServiceResponse(body, etag: Precondition.tag(of: body), unlessIn: known)
    }
}

/// `PATCH /v1/me/profile`: fields that are not in the body stay unchanged. The address has a page of its own, since a
/// new address must be confirmed.
struct ChangeMyProfile: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "changeMyProfile",
        text: "Changes the user's name, telephone number (stored as E.164), language or time zone",
        body: .record([
            ("name", .shape(LineText.pattern, 1...200)), ("phone", .text(most: 40)),
            ("language", .filled("language-tag")),
            ("time_zone", .filled("iana-time-zone")),
        ]), example: .object([("name", "Zoë Quill"), ("time_zone", "Europe/Madrid")]), isWrite: true)

    private let body: JSONText

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        body = try Self.summary.body.map { try request.json(as: $0) } ?? .null
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, [AuditEvent]) {
        let user = try caller.theUser()
        guard let row = try tx.first(MeQueries.lockProfile) else { throw ServiceProblem.notFound }
        let old = (name: try row.text("name"), language: try row.text("language"), zone: try row.text("zone"))
        let (name, language, zone) = (
            body["name"]?.text?.trimmingSpaces ?? old.name, body["language"]?.text ?? old.language,
            body["time_zone"]?.text ?? old.zone
        )
        let oldPhone = try row.text("phone")
        let country = try row.text("country")
        let phone = UserValue.phone.stored(
            body["phone"]?.text?.trimmingSpaces ?? oldPhone,
            in: country.isEmpty ? caller.actor.tenant.country : country)
        var faults: [BodyFault] = []
        if phone != oldPhone, UserValue.phone.fault(phone) != nil {
            faults.append(BodyFault("/phone", "A telephone number of 7 to 15 digits, with its country's code."))
        }
        if body["name"] != nil, name.isEmpty || name != old.name, let fault = LineText.fault(name, most: 200) {
            faults.append(BodyFault("/name", fault.resolve(in: .en)))
        }
        if body["language"] != nil,
            language.wholeMatch(of: DeviceInput.languageForm) == nil
                || language != old.language && !Languages.isKnown(language)
        {
            faults.append(BodyFault("/language", "A known language code, like en or pt-BR."))
        }
        if zone != old.zone, try !services.zones.isKnown(zone, in: tx) {
            faults.append(BodyFault("/time_zone", "A time zone of the IANA database."))
        }
        guard faults.isEmpty else { throw ServiceProblem.invalidBody(faults) }
        let changes = [
            ("name", old.name, name), ("phone", oldPhone, phone), ("language", old.language, language),
            ("zone", old.zone, zone),
        ].filter { $0.1 != $0.2 }
        // A language or zone that is the present one may be chosen all the same: from then on no device changes it.
        let isChoice =
            try body["language"] != nil && !row.bool("language_chosen")
            || body["time_zone"] != nil && !row.bool("zone_chosen")
        guard !changes.isEmpty || isChoice else { return (ServiceResponse(nil, status: .noContent), []) }
        try tx.execute(
            MeQueries.saveProfile(
                name: name, phone: phone, language: body["language"]?.text, zone: body["time_zone"]?.text))
        guard !changes.isEmpty else { return (ServiceResponse(nil, status: .noContent), []) }
        return (
            ServiceResponse(nil, status: .noContent),
            [
                AuditEvent(
                    .userChanged, on: .user, user.id, subject: user.id,
                    changes: changes.map { .init($0.0, old: $0.1, new: $0.2, isPersonal: true) })
            ]
        )
    }
}

/// `POST /v1/me/deletion`: the user requests the deletion of their account. It becomes an erasure request with a
/// deadline, which an admin handles.
struct RequestMyDeletion: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "requestMyDeletion", text: "Asks that the user's account and data be deleted", isWrite: true)

    init(_ request: WebRequest) throws { try request.check(Self.summary.parameters) }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, [AuditEvent]) {
        let user = try caller.theUser()
        let (id, isNew) = try PrivacyRequest.add(.erasure, of: user.id, .app, note: "", in: tx, by: caller.actor)
        let events =
            try isNew
            ? [
                AuditEvent(.accountDeletionRequested, on: .user, user.id, subject: user.id),
                PrivacyRequest.one(id, in: tx).requested,
            ] : []
        return (ServiceResponse(nil, status: .noContent), events)
    }
}
