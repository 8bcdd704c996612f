import HTML

/// A file uploaded with a form.
package struct UploadedFile: Sendable, Equatable {
    /// The name that the browser sent, without folders: only for display. The type of a file is detected from its
    /// bytes.
    package var name: String
    package var bytes: [UInt8]
    /// The file was longer than allowed; its bytes are not stored.
    package var isCut: Bool

    package init(name: String, bytes: [UInt8], isCut: Bool = false) {
        self.name = name
        self.bytes = bytes
        self.isCut = isCut
    }
}

/// A form sent as `multipart/form-data`: its fields, and the files by their field's name. A file field that was left
/// empty is absent.
package struct MultipartForm: Sendable, Equatable {
    package var fields = Query()
    package var files: [String: UploadedFile] = [:]

    package init(fields: Query = Query(), files: [String: UploadedFile] = [:]) {
        self.fields = fields
        self.files = files
    }
}

/// Why a body is not a valid form.
enum MultipartProblem: Error, Equatable {
    /// It does not follow RFC 7578, or is cut off.
    case malformed
    /// It is longer than the server reads.
    case tooLong
}
