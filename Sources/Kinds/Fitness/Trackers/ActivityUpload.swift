import Console
import JSON
import Postgres
import Secrets
import Web

/// A file of a tracker that comes in pieces: the export of Apple Health is a gigabyte, and phones lose their network.
struct ActivityUpload: Sendable {
    /// Bytes of a piece, of a file, and of all files of a tenant that are not read yet.
    static let (largestPiece, largest, room) = (4 << 20, 2 << 30, 8 << 30)

    /// The most bytes of one file while so many wait: half of what is left, so that a few strangers never take all of it.
    static func share(waiting bytes: Int) -> Int { min(largest, max(0, room - bytes) / 2) }

    let id: ID
    let user: ID
    let format: TrackerFormat
    let state: String
    let bytes: Int
    let pieces: Int
    let counts: ActivityCounts
    private let piecesRead: Int
    private let problem: String

    init(_ row: Row) throws {
        id = try row.id("id")
        user = try row.id("user_id")
        format = TrackerFormat(rawValue: try row.text("format")) ?? .gpx
        state = try row.text("state")
        bytes = try row.int("bytes")
        pieces = try row.int("pieces")
        piecesRead = try row.int("pieces_read")
        counts = ActivityCounts(
            found: try row.int("found"), added: try row.int("added"), duplicates: try row.int("duplicates"),
            matched: try row.int("matched"), skipped: try row.int("skipped"))
        problem = try row.text("problem")
    }

    static func place(_ number: Int, of id: ID, tenant: ID) -> AssociatedData {
        var row = id.bytes
        row.append(bigEndian: Int64(number))
        return AssociatedData(tenant: tenant.bytes, table: "fitness_activity_pieces", column: "content", row: row)
    }

    static let schema = JSONSchema.object(
        [
            ("id", .format("uuid")), ("format", .choice(TrackerFormat.allCases.map(\.rawValue))),
            ("state", .choice(["open", "waiting", "done", "failed"])),
            (
                "bytes",
                .described(.integer(nil, otherwise: nil), "That are there: where the next piece begins.")
            ),
            ("read", .described(.number, "What part of it is read, from 0 to 1.")),
            ("problem", .described(.nullable(.string), "Why it could not be read.")),
        ] + ActivityAnswers.counts)

    var json: JSONText {
        let part = pieces == 0 ? 0 : 100 * piecesRead / pieces
        return .object(
            [
                ("id", .string(id.description)), ("format", .string(format.rawValue)), ("state", .string(state)),
                ("bytes", .int(bytes)), ("read", .number("\(part / 100).\(part % 100 / 10)\(part % 10)")),
                ("problem", ActivityFault(rawValue: problem).map { .string($0.words) } ?? .null),
            ] + ActivityAnswers.json(counts))
    }
}

/// `POST /v1/me/activity-uploads`: one at a time; one that was begun before and not ended is dropped.
struct BeginActivityUpload: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "beginActivityUpload",
        text:
            "Begins a file of a tracker that is too long for one call. Its pieces follow in order, then its completion; what was begun and not completed is dropped, at the latest after a day",
        body: .record(
            [("format", .choice(TrackerFormat.allCases.map(\.rawValue)))], required: ["format"]),
        example: .object([("format", "apple_export")]), answer: ActivityUpload.schema, isWrite: true)

    private let format: TrackerFormat

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        let body = try request.json(as: Self.summary.body ?? .string)
        guard let format = body["format"]?.text.flatMap({ TrackerFormat(rawValue: $0) }) else {
            throw ServiceProblem.notFound
        }
        self.format = format
    }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws -> (
        ServiceResponse, [AuditEvent]
    ) {
        let (user, now) = (try caller.theUser().id, caller.actor.now)
        guard try tx.first(GoalQueries.lockRecipient(user)) != nil else { throw ServiceProblem.notFound }
        for row in try tx.rows(ActivityQueries.unfinishedUploads(of: user)) {
            let before = try ActivityUpload(row)
            guard before.state == "open" else {
                throw ServiceProblem.refused(
                    type: "upload-at-work", title: "Another file is being read",
                    detail: "The user's last file is not read yet. Ask for it until its state is done or failed.")
            }
            try tx.execute(ActivityQueries.deletePieces(of: before.id))
            try tx.execute(ActivityQueries.end(before.id, .damaged, now: now))
        }
        let id = ID.make(at: now)
        try tx.execute(ActivityQueries.addUpload(id, format, of: user, tenant: tx.tenant, now: now))
        let event = AuditEvent(
            .activityFileBegun, on: .user, user, subject: user, changes: [.init("tracker", new: format.rawValue)])
        return (try ActivityUploadCall.response(id, in: tx), [event])
    }
}

enum ActivityUploadCall {
    static func response(_ id: ID, in tx: borrowing TenantTransaction) throws -> ServiceResponse {
        guard let row = try tx.first(ActivityQueries.upload(id)) else { throw ServiceProblem.notFound }
        return ServiceResponse(try ActivityUpload(row).json)
    }

    /// Locks and returns an upload of the user that still takes pieces. Row-level security shows no other user's.
    static func open(_ id: ID, in tx: borrowing TenantTransaction) throws -> ActivityUpload {
        guard let row = try tx.first(ActivityQueries.lockUpload(id)) else { throw ServiceProblem.notFound }
        let upload = try ActivityUpload(row)
        guard upload.state == "open" else {
            throw ServiceProblem.refused(
                type: "upload-complete", title: "The file is complete", detail: "It takes no more pieces.")
        }
        return upload
    }
}

/// `POST /v1/me/activity-uploads/{activityupload}/pieces`: the next bytes of the file.
struct AddActivityPiece: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "addActivityPiece",
        text: "Adds the next piece of a file. The answer says how many bytes are there, as does the upload itself",
        parameters: [
            ServiceParameter(
                "offset", .number(0...ActivityUpload.largest, otherwise: 0),
                "Where the piece begins: with another number than there are bytes it is not taken. Without it, behind what is there."
            )
        ],
        answer: ActivityUpload.schema, mayBeMissing: true, isWrite: true, file: ["application/octet-stream"])

    private let upload: ID
    private let offset: Int?
    private let piece: [UInt8]

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        upload = try request.serviceID("activityupload")
        offset = request.query["offset"].flatMap { Int($0) }
        piece = try request.file(Self.summary.file)
    }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws -> (
        ServiceResponse, [AuditEvent]
    ) {
        let held = try ActivityUploadCall.open(upload, in: tx)
        guard offset.map({ $0 == held.bytes }) ?? true else {
            throw ServiceProblem.refused(
                type: "other-offset", title: "Not the next piece",
                detail: "\(held.bytes) bytes are there; the next piece begins behind them.")
        }
        guard !piece.isEmpty else { throw ServiceProblem.invalidBody([BodyFault("", "The piece is empty.")]) }
        let stored = try tx.first(ActivityQueries.uploadBytes)?.int("bytes") ?? 0
        guard held.bytes + piece.count <= ActivityUpload.share(waiting: stored + piece.count) else {
            throw ServiceProblem.refused(
                type: "no-room", title: "No room",
                detail:
                    "A file has up to \(ActivityUpload.largest) bytes, and no more than half of what the files that wait leave of \(ActivityUpload.room). Try again when they are read."
            )
        }
        let sealed = try services.keys.data.seal(
            piece, ActivityUpload.place(held.pieces, of: upload, tenant: tx.tenant))
        try tx.execute(ActivityQueries.addPiece(held.pieces, sealed, of: upload, tenant: tx.tenant))
        try tx.execute(ActivityQueries.grow(upload, bytes: piece.count, now: caller.actor.now))
        // What the file says is recorded when it is read; a piece of it says nothing.
        return (try ActivityUploadCall.response(upload, in: tx), [])
    }
}

/// `POST /v1/me/activity-uploads/{activityupload}/completion`: all pieces are there, and it is read in the background.
struct CompleteActivityUpload: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "completeActivityUpload",
        text: "Says that all pieces are there: the file is read in the background, and the upload says how far it is",
        answer: ActivityUpload.schema, mayBeMissing: true, isWrite: true)

    private let upload: ID

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        upload = try request.serviceID("activityupload")
    }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws -> (
        ServiceResponse, [AuditEvent]
    ) {
        let held = try ActivityUploadCall.open(upload, in: tx)
        guard held.pieces > 0 else {
            throw ServiceProblem.refused(type: "no-pieces", title: "No pieces", detail: "The file is empty.")
        }
        try tx.execute(ActivityQueries.wait(upload))
        try Jobs.add(ActivityFileWork(tenant: tx.tenant, id: upload), in: tx, by: caller.actor, services)
        return (try ActivityUploadCall.response(upload, in: tx), [])
    }
}

/// `GET /v1/me/activity-uploads/{activityupload}`
struct ReadActivityUpload: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "getActivityUpload",
        text: "A file in pieces: how much of it is there, how far it is read, and what was in it",
        answer: ActivityUpload.schema, mayBeMissing: true)

    private let upload: ID

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        upload = try request.serviceID("activityupload")
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> ServiceResponse { try ActivityUploadCall.response(upload, in: tx) }
}
