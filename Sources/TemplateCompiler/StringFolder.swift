/// One `strings/` folder: a file per language. The common one has no prefix. The keys of a feature's folder begin
/// with the name of the feature, so two features can't give one key two meanings.
struct StringFolder {
    let path: String
    let prefix: String?
    /// By language code.
    var sources: [String: Source]

    init(path: String, prefix: String?, sources: [String: Source] = [:]) {
        self.path = path
        self.prefix = prefix
        self.sources = sources
    }

    /// Returns `alarm` for `templates/alarm/strings`.
    static func feature(of path: String) -> String {
        String(path.split(separator: "/").dropLast().last ?? "")
    }

    func owns(_ key: String) -> Bool { prefix.map { key.hasPrefix($0 + ".") } ?? false }
}
