import Console
import Core
import JSON
import Postgres
import Web

/// All SQL on what a user says about their body. Row-level security shows them their own row alone.
enum MeasureQueries {
    static let own: SQL = "select users.facts::text as facts from users where users.id = current_person()"
    static let lock: SQL =
        "select users.facts::text as facts from users where users.id = current_person() for no key update"

    /// Replaces all measures of the user.
    static func save(_ facts: JSONText) -> SQL {
        """
        update users set facts = (users.facts - \(Measures.keys)::text[]) || \(String(decoding: facts.bytes, as: UTF8.self))::jsonb,
            version = users.version + 1
        where users.id = current_person()
        """
    }
}

extension Measures {
    /// Reads the stored facts of a user.
    init(_ row: Row) throws {
        let stored = try JSONReader.read(Array(try row.text("facts").utf8))
        var facts: [String: String] = [:]
        for key in Self.keys {
            // The demo's numbers are numbers.
            facts[key] = stored[key].flatMap { $0.text ?? $0.int.map { String($0) } }
        }
        self.init(facts: facts)
    }

    static let units = JSONSchema.choice(Units.allCases.map(\.rawValue))

    /// In the units that are named.
    static let members: [(String, JSONSchema)] =
        [
            (
                "height",
                .described(.integer(nil, otherwise: nil), "In millimetres, or in tenths of an inch.")
            ),
            ("weight", .described(.integer(nil, otherwise: nil), "In grams, or in tenths of a pound.")),
            ("age", .integer(ages, otherwise: nil)),
        ] + choices.map { ($0.key, .choice($0.values.map(\.0))) }
}

/// `GET /v1/me/measures`
struct ReadMeasures: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "getMyMeasures",
        text: "What the user said about their body, in the units that they chose or in those that are named",
        parameters: [
            ServiceParameter(
                "units",
                .pattern("^(metric|imperial)$", says: "One of metric, imperial.") {
                    Measures.Units(rawValue: $0) != nil
                },
                "Without them those that the user chose.")
        ],
        answer: .object(
            [("units", Measures.units)] + Measures.members.map { ($0.0, .nullable($0.1)) }
                + [("body_mass_index", .nullable(.number))]))

    private let units: Measures.Units?

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        units = request.query["units"].flatMap { Measures.Units(rawValue: $0) }
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> ServiceResponse {
        guard let row = try tx.first(MeasureQueries.own) else { throw ServiceProblem.notFound }
        let measures = try Measures(row)
        let units = units ?? measures.units
        func int(_ value: Int?) -> JSONText { value.map { .int($0) } ?? .null }
        return ServiceResponse(
            .object(
                [
                    ("units", .string(units.rawValue)), ("height", int(measures.height(in: units))),
                    ("weight", int(measures.weight(in: units))), ("age", int(measures.age)),
                ]
                    + Measures.choices.map { choice in
                        (choice.key, measures.chosen[choice.key].map { JSONText.string($0) } ?? .null)
                    } + [
                        (
                            "body_mass_index",
                            measures.bodyMassIndex.map { .number(Measures.text($0, places: 1)) } ?? .null
                        )
                    ]))
    }
}

/// `PUT /v1/me/measures`: all of it anew; what is not in the body is not known any more.
struct SaveMeasures: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "saveMyMeasures",
        text: "Replaces what the user says about their body, metric or imperial, and what kind of sponsor they are",
        body: .record([("units", Measures.units)] + Measures.members, required: ["units"]),
        example: .object([
            ("units", "metric"), ("height", 1715), ("weight", 64_200), ("age", 34), ("body_type", "normosthenic"),
        ]), isWrite: true)

    private let measures: Measures

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        let judged = try request.judgedJSON(as: Self.summary.body ?? .string)
        let body = judged.value
        var faults = judged.faults
        guard case .object = body else { throw ServiceProblem.invalidBody(faults) }
        var measures = Measures()
        /// What the declaration says of a member is said once.
        func wrong(_ name: String, _ why: String) {
            if !faults.contains(where: { $0.pointer == "/\(name)" }) { faults.append(BodyFault("/\(name)", why)) }
        }
        /// Bounds the number before anything is computed with it: nobody is so tall or heavy in any unit.
        func number(_ name: String) -> Int { body[name]?.int.flatMap { (0...1_000_000).contains($0) ? $0 : nil } ?? 0 }
        if let units = body["units"]?.text.flatMap({ Measures.Units(rawValue: $0) }) {
            measures.units = units
        } else {
            wrong("units", "One of \(Measures.Units.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        if body["height"] != nil {
            measures.height = Measures.height(number("height"), in: measures.units)
            if measures.height.map(Measures.heights.contains) != true {
                wrong("height", "From 500 to 2720 millimetres.")
            }
        }
        if body["weight"] != nil {
            measures.weight = Measures.weight(number("weight"), in: measures.units)
            if measures.weight.map(Measures.weights.contains) != true { wrong("weight", "From 20000 to 400000 grams.") }
        }
        if body["age"] != nil {
            measures.age = body["age"]?.int
            if measures.age.map(Measures.ages.contains) != true { wrong("age", "A whole number from 1 to 150.") }
        }
        for choice in Measures.choices where body[choice.key] != nil {
            measures.chosen[choice.key] = body[choice.key]?.text
            if !choice.values.contains(where: { $0.0 == measures.chosen[choice.key] }) {
                wrong(choice.key, "One of \(choice.values.map(\.0).joined(separator: ", ")).")
            }
        }
        guard faults.isEmpty else { throw ServiceProblem.invalidBody(faults) }
        self.measures = measures
    }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws -> (
        ServiceResponse, [AuditEvent]
    ) {
        let user = try caller.theUser().id
        guard let row = try tx.first(MeasureQueries.lock) else { throw ServiceProblem.notFound }
        let (old, new) = (try Measures(row).facts, measures.facts)
        let changes = Measures.keys.filter { old[$0] != new[$0] }
        guard !changes.isEmpty else { return (ServiceResponse(nil, status: .noContent), []) }
        try tx.execute(
            MeasureQueries.save(
                .object(Measures.keys.compactMap { key in new[key].map { (key, JSONText.string($0)) } })))
        return (
            ServiceResponse(nil, status: .noContent),
            [
                AuditEvent(
                    .userChanged, on: .user, user, subject: user,
                    changes: changes.map { .init($0, old: old[$0], new: new[$0], isPersonal: true) })
            ]
        )
    }
}
