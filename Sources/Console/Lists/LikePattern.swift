/// Turns typed text into patterns for PostgreSQL's LIKE.
package enum LikePattern {
    /// Escapes LIKE's special characters.
    package static func escaped(_ text: String) -> String {
        var escaped = ""
        // Scalar by scalar: with a combining mark after it, % is another Character, but to LIKE it is still a %.
        for scalar in text.unicodeScalars {
            if scalar == "%" || scalar == "_" || scalar == "\\" { escaped.append("\\") }
            escaped.unicodeScalars.append(scalar)
        }
        return escaped
    }

    /// Matches anywhere in a column in lower case.
    package static func anywhere(_ text: String) -> String { "%" + escaped(text.lowercased()) + "%" }
}
