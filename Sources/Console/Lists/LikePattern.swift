/// What people type, for PostgreSQL's LIKE.
package enum LikePattern {
    /// LIKE's own characters stand for themselves.
    package static func escaped(_ text: String) -> String {
        var escaped = ""
        // Scalar by scalar: with a combining mark behind it, % is another Character and to LIKE still a %.
        for scalar in text.unicodeScalars {
            if scalar == "%" || scalar == "_" || scalar == "\\" { escaped.append("\\") }
            escaped.unicodeScalars.append(scalar)
        }
        return escaped
    }

    /// Anywhere in a column that is lower case.
    package static func anywhere(_ text: String) -> String { "%" + escaped(text.lowercased()) + "%" }
}
