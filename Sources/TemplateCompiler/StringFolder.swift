/// One `strings/` folder: a file per language. The common one has no prefix; that of a feature holds keys that begin with the name of
/// the feature's folder, so two features can't give one key two meanings.
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

    /// `alarm` of `templates/alarm/strings`.
    static func feature(of path: String) -> String {
        String(path.split(separator: "/").dropLast().last ?? "")
    }

    func owns(_ key: String) -> Bool { prefix.map { key.hasPrefix($0 + ".") } ?? false }
}
