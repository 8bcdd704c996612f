import CPQ

// libpq's errors as `DatabaseError`.
extension Connection {
    func broken() -> DatabaseError {
        .unavailable(String(cString: PQerrorMessage(handle)).trimmed)
    }

    func serverError(_ result: OpaquePointer) -> DatabaseError {
        func field(_ code: Character) -> String {
            PQresultErrorField(result, Int32(code.asciiValue ?? 0)).map { String(cString: $0) } ?? ""
        }
        let state = field("C")
        if state.isEmpty { return .unavailable(String(cString: PQresultErrorMessage(result)).trimmed) }
        return .server(
            .init(sqlState: state, message: field("M"), detail: field("D"), constraint: field("n"), table: field("t")))
    }
}
