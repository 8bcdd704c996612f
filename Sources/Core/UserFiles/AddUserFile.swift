import Console
import JSON
import Postgres
import Web

/// `POST /v1/me/files`: the file comes first, and an answer then names it. It is read before anything is stored.
struct AddUserFile: ServiceAnswering {
    static let receivesFile = true

    static let summary = ServiceSummary(
        name: "addFile",
        text:
            "Uploads a file of the user for a field of a form: a photo, which is written anew and scaled down to 2048 pixels, or a PDF document. The answer's id goes into the form's answers; a file that no answer names is removed after a day",
        answer: UserFile.schema, isWrite: true, file: UserFile.types)

    private let body: [UInt8]
    private var checked: Result<CheckedFile, CheckedFile.Fault>?

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        body = try request.file(UserFile.types)
    }

    mutating func receive(_ services: Services) async throws {
        do {
            checked = .success(try await CheckedFile.read(body, from: .user, services))
        } catch let fault as CheckedFile.Fault {
            checked = .failure(fault)
        }
    }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws -> (
        ServiceResponse, [AuditEvent]
    ) {
        let (user, now) = (try caller.theUser().id, caller.actor.now)
        let file: CheckedFile
        switch checked {
        case .success(let sound)?: file = sound
        case .failure(let fault)?: throw ServiceProblem.invalidBody([BodyFault("", fault.why)])
        case nil: throw ServiceProblem.other(.internalServerError)
        }
        let id = try UserFiles.add(file, of: user, in: tx, now: now, services)
        guard let row = try tx.first(UserFileQueries.all([id], of: user)) else { throw ServiceProblem.notFound }
        return (
            ServiceResponse(try UserFile(row).json),
            [
                AuditEvent(
                    .userFileAdded, on: .user, user, subject: user,
                    changes: [.init("file", new: id.description), .init("media_type", new: file.type)])
            ]
        )
    }
}

/// Files of users: storing one, and naming them in answers.
package enum UserFiles {
    package static let full = ServiceProblem.refused(
        type: "files-full", title: "No room for files",
        detail:
            "The user has as many files or bytes as may be, or the tenant as many bytes. Delete those that no answer names, or wait a day: they go by themselves."
    )

    /// Throws `full` where there is no room.
    package static func add(
        _ file: CheckedFile, of user: ID, in tx: borrowing TenantTransaction, now: Timestamp, _ services: Services
    ) throws -> ID {
        guard try tx.first(UserFileQueries.lockUser(user)) != nil,
            let counts = try tx.first(UserFileQueries.counts(of: user))
        else { throw ServiceProblem.notFound }
        guard try counts.int("n") < UserFile.most, try counts.int("unused") < UserFile.mostUnused,
            try counts.int("own") + file.bytes.count
                <= UserFile.roomOfUser(taken: counts.int("bytes") + file.bytes.count)
        else { throw full }
        let id = ID.make(at: now)
        let sealed = try services.keys.data.seal(file.bytes, UserFile.place(id, tenant: tx.tenant))
        try tx.execute(UserFileQueries.add(id, file, sealed: sealed, of: user, tenant: tx.tenant, now: now))
        return id
    }

    /// The ids that these answers name in fields for files.
    package static func ids(_ answers: FormAnswers, _ fields: [FormField]) -> [ID] {
        fields.filter { $0.kind == .file }.compactMap { answers[$0.key]?.text.flatMap { ID($0) } }
    }

    /// What is wrong with the files that the answers name: they are the user's own and of what the field asks for. Those that are right
    /// are in use from now on, and whoever calls stores by what (`submission_files`).
    package static func use(
        _ answers: FormAnswers, _ fields: [FormField], of user: ID, at pointer: String,
        in tx: borrowing TenantTransaction
    ) throws -> [BodyFault] {
        let named = ids(answers, fields)
        guard !named.isEmpty else { return [] }
        let found = try tx.rows(UserFileQueries.use(named, of: user)).map { try UserFile($0) }
        return fields.filter { $0.kind == .file }.compactMap { field in
            guard let id = answers[field.key]?.text.flatMap({ ID($0) }) else { return nil }
            let place = "\(pointer)/\(field.key)"
            guard let file = found.first(where: { $0.id == id }) else {
                return BodyFault(place, "The user has uploaded no such file, or it was not named within a day.")
            }
            guard field.accepts.contains(file.kind) else {
                return BodyFault(place, "A \(field.accepts.map(\.rawValue).joined(separator: " or a ")) is asked for.")
            }
            return file.bytes <= field.largest ? nil : BodyFault(place, "A file of at most \(field.largest) bytes.")
        }
    }

    /// By id, those of the user that an answer names, for a page that shows it.
    package static func shown(
        _ answers: FormAnswers, _ fields: [FormField], of user: ID, in tx: borrowing TenantTransaction
    ) throws -> [ID: UserFile] {
        let named = ids(answers, fields)
        guard !named.isEmpty else { return [:] }
        let files = try tx.rows(UserFileQueries.all(named, of: user)).map { try UserFile($0) }
        return Dictionary(files.map { ($0.id, $0) }) { first, _ in first }
    }
}
