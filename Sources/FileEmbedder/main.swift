// Turns text files into Swift, so that one binary carries its migrations and assets.
// Usage: FileEmbedder OUTPUT ROOT FILE…    names are kept relative to ROOT
import Foundation

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count >= 2 else {
    FileHandle.standardError.write(Data("usage: FileEmbedder OUTPUT ROOT FILE…\n".utf8))
    exit(2)
}
let output = arguments[1]
let root = arguments[2] + "/"
var code = """
    /// A file of this folder as it was when the binary was built.
    package struct EmbeddedFile: Sendable {
        package let name: StaticString
        package let text: StaticString

        package static let all: [EmbeddedFile] = [

    """
for file in arguments.dropFirst(2) {
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
        FileHandle.standardError.write(Data("\(file):1: error: not a text file in UTF-8\n".utf8))
        exit(1)
    }
    guard !text.contains("\"\"\"####") else {
        FileHandle.standardError.write(Data("\(file):1: error: holds the end mark of a literal\n".utf8))
        exit(1)
    }
    let name = file.hasPrefix(root) ? String(file.dropFirst(root.count)) : file
    code += "        EmbeddedFile(name: ####\"\(name)\"####, text: ####\"\"\"\n\(text)\n\"\"\"####),\n"
}
code += "    ]\n}\n"
try code.write(toFile: output, atomically: true, encoding: .utf8)
