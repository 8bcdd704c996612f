import HTML

/// A file that came with a form.
package struct UploadedFile: Sendable, Equatable {
    /// As the browser says, without folders: for showing. What the file is, its bytes say.
    package var name: String
    package var bytes: [UInt8]
    /// It was longer than may be; its bytes are not kept.
    package var isCut: Bool

    package init(name: String, bytes: [UInt8], isCut: Bool = false) {
        self.name = name
        self.bytes = bytes
        self.isCut = isCut
    }
}

/// A form that came as `multipart/form-data`: its fields, and the files by their field's name. A field for a file
/// that was left empty is not there.
package struct MultipartForm: Sendable, Equatable {
    package var fields = Query()
    package var files: [String: UploadedFile] = [:]

    package init(fields: Query = Query(), files: [String: UploadedFile] = [:]) {
        self.fields = fields
        self.files = files
    }
}

/// Why a body is no form.
enum MultipartProblem: Error, Equatable {
    /// Not what RFC 7578 says, or cut short.
    case malformed
    /// More than the server reads of a body.
    case tooLong
}
