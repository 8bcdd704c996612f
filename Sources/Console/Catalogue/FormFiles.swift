import HTML
import Templates

/// What a field for a file says of it.
extension FormSchema {
    /// What a field for a file may ask for; nothing stands for both.
    package static let fileKinds: [(value: String, label: StringKey)] = [
        ("photo", Strings.schema_accepts_photo), ("document", Strings.schema_accepts_document),
    ]
    /// Megabytes of a file.
    package static let fileMegabytes = 1...10

    /// Of a field that says so many megabytes, or nothing.
    package static func largestBytes(_ stored: String) -> Int { (Int(stored) ?? fileMegabytes.upperBound) << 20 }

    /// What a browser offers when it asks for such a file.
    package static func accept(_ stored: String) -> String {
        switch stored {
        case "photo": "image/png,image/jpeg,image/webp"
        case "document": "application/pdf"
        default: "image/png,image/jpeg,image/webp,application/pdf"
        }
    }
}
