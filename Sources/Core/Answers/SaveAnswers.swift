import Console
import JSON
import Postgres
import Web

/// The answers in a request's body. They are checked against the questions of the version, and stored completely or not
/// at all, for every caller: the user's app, or a program on the user's behalf.
struct SubmittedAnswers: Sendable {
    private static let most = FormSchema.most
    /// Submissions of one user within a day by their own app: each is kept. A program with a key answers for many.
    static let mostOfDay = 200

    static let body = JSONSchema.record(
        [
            (
                "version",
                .described(
                    .integer(1...1_000_000, otherwise: nil),
                    "Of the questionnaire, as the app showed it; without it the newest.")
            ),
            (
                "answers",
                .described(
                    .members(.either([.string, .number, .bool, .array(.string), .null]), most: most),
                    "By the key of the question: a text, a number, true or false, a choice's value, an array of them, a day like 2026-11-22, the id of a file that the user has uploaded. A question without an answer is left out, or null."
                )
            ),
        ], required: ["answers"])

    static let example = JSONText.object([("answers", .object([("mood", "good"), ("hours", 7)]))])

    static let answer = JSONSchema.object([
        ("id", .format("uuid")), ("version", .integer(nil, otherwise: nil)),
        ("result", .choice(["created", "replaced", "unchanged"])),
    ])

    private let key: String
    private let version: Int?
    private let answers: FormAnswers

    init(_ request: WebRequest) throws {
        guard let key = request.parameters["questionnaire"], !key.utf8.contains(0) else {
            throw ServiceProblem.notFound
        }
        self.key = key
        let body = try request.json(as: Self.body)
        version = body["version"]?.int
        guard body["version"] == nil || version.map({ (1...1_000_000).contains($0) }) == true else {
            throw ServiceProblem.invalidBody([BodyFault("/version", "The number of a version, from 1 to 1000000.")])
        }
        guard let given = body["answers"], case .object(let members) = given, members.count <= Self.most else {
            throw ServiceProblem.invalidBody([BodyFault("/answers", "An object of at most \(Self.most) answers.")])
        }
        answers = FormAnswers(given)
    }

    /// Replaces the user's last submission, which stays in the history.
    func save(of user: ID, in tx: borrowing TenantTransaction, by caller: ServiceCaller) throws -> (
        ServiceResponse, [AuditEvent]
    ) {
        let now = caller.actor.now
        // The user is locked first, so that two simultaneous requests about one user run one after another.
        guard let held = try tx.first(UserQueries.lock(user)),
            let row = try tx.first(AnswerQueries.requested(key, version: version)),
            let live = try row.intOrNil("live_number")
        else { throw ServiceProblem.notFound }
        try DeletedUser.refuse(held)
        if try row.bool("is_retired") { throw ServiceProblem.questionnaireRetired }
        guard let number = try row.intOrNil("number"), let content = try row.textOrNil("content") else {
            throw ServiceProblem.versionNotPublished(of: "this questionnaire", wanted: version ?? 0, newest: live)
        }
        let fields = FormField.all(of: Content(json: content), "en", caller.actor.tenant.languages)
        let faults = answers.faults(fields, at: "/answers")
        guard faults.isEmpty else { throw ServiceProblem.invalidBody(Array(faults.prefix(FormSchema.most))) }
        let entry = try row.id("id")
        let last = try tx.first(AnswerQueries.last(of: user, entry)).map { row in
            (
                id: try row.id("id"), version: try row.int("version"),
                answers: FormAnswers(stored: try row.text("answers"))
            )
        }
        if let last, last.version == number, last.answers == answers {
            return (response(last.id, number, "unchanged"), [])
        }
        if caller.user != nil,
            try tx.first(AnswerQueries.countOfDay(of: user, now: now, most: Self.mostOfDay))?.int("n") ?? 0
                >= Self.mostOfDay
        {
            throw ServiceProblem.tooMany(retryAfterSeconds: 3600)
        }
        let strange = try UserFiles.use(answers, fields, of: user, at: "/answers", in: tx)
        guard strange.isEmpty else { throw ServiceProblem.invalidBody(strange) }
        let id = ID.make(at: now)
        if let last { try tx.execute(AnswerQueries.replace(last.id, now: now)) }
        try tx.execute(
            AnswerQueries.add(id, tenant: tx.tenant, user: user, entry: entry, version: number, answers, now: now))
        let files = UserFiles.ids(answers, fields)
        if !files.isEmpty { try tx.execute(UserFileQueries.name(files, in: id, tenant: tx.tenant)) }
        let event = AuditEvent(
            .answersSubmitted, on: .user, user, subject: user,
            changes: [
                .init("questionnaire", new: key),
                .init("version", old: last.map { String($0.version) }, new: String(number)),
            ]
                + answers.changes(from: last?.answers))
        return (response(id, number, last == nil ? "created" : "replaced"), [event])
    }

    private func response(_ id: ID, _ version: Int, _ result: String) -> ServiceResponse {
        ServiceResponse(
            .object([("id", .string(id.description)), ("version", .int(version)), ("result", .string(result))]))
    }
}

/// `PUT /v1/users/{user}/answers/{questionnaire}`
struct SaveAnswers: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "saveAnswers", text: "Stores what a user answers to a questionnaire, in place of what they answered last",
        body: SubmittedAnswers.body, example: SubmittedAnswers.example, answer: SubmittedAnswers.answer,
        mayBeMissing: true, isWrite: true, pathKeys: ["questionnaire"])

    private let user: ID
    private let submitted: SubmittedAnswers

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        user = try request.serviceID("user")
        submitted = try SubmittedAnswers(request)
    }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws -> (
        ServiceResponse, [AuditEvent]
    ) { try submitted.save(of: user, in: tx, by: caller) }
}

/// `PUT /v1/me/answers/{questionnaire}`
struct SaveMyAnswers: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "saveMyAnswers",
        text:
            "Stores what the user answers to a questionnaire once all that must be answered is, in place of what they answered last",
        body: SubmittedAnswers.body, example: SubmittedAnswers.example, answer: SubmittedAnswers.answer,
        mayBeMissing: true, isWrite: true, pathKeys: ["questionnaire"])

    private let submitted: SubmittedAnswers

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        submitted = try SubmittedAnswers(request)
    }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws -> (
        ServiceResponse, [AuditEvent]
    ) { try submitted.save(of: caller.theUser().id, in: tx, by: caller) }
}
