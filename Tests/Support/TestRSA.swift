import Foundation
import JSON
import Secrets

/// An RSA key of OpenSSL's own making, and what is signed with it: the same program that many issuers use.
package struct TestRSA: Sendable {
    /// The private key in PEM.
    package let pem: String
    private let file: String

    package init() throws {
        file = FileManager.default.temporaryDirectory.appending(path: "rsa-\(UUID()).pem").path
        pem = String(
            decoding: try Self.openssl(["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"]),
            as: UTF8.self)
        try Data(pem.utf8).write(to: URL(filePath: file))
    }

    /// PKCS #1 1.5 over SHA-256, which RS256 is.
    package func sign(_ bytes: [UInt8]) throws -> [UInt8] {
        try Self.openssl(["dgst", "-sha256", "-sign", file], bytes)
    }

    /// The public key in PEM, as somebody would read it who takes it for the secret of an HMAC.
    package func publicPEM() throws -> [UInt8] { try Self.openssl(["pkey", "-in", file, "-pubout"]) }

    /// As a JSON Web Key's members.
    package func members() throws -> [(String, JSONText)] {
        let told = String(decoding: try Self.openssl(["rsa", "-in", file, "-noout", "-modulus"]), as: UTF8.self)
        let modulus = Hex.decode(told.dropFirst("Modulus=".count).trimmingCharacters(in: .whitespacesAndNewlines)) ?? []
        return [("kty", "RSA"), ("n", .string(Base64.url.encode(modulus))), ("e", "AQAB")]
    }

    private static func openssl(_ arguments: [String], _ input: [UInt8] = []) throws -> [UInt8] {
        let (process, given, output) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        (process.standardInput, process.standardOutput, process.standardError) = (given, output, Pipe())
        try process.run()
        try given.fileHandleForWriting.write(contentsOf: Data(input))
        try given.fileHandleForWriting.close()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Array(bytes)
    }
}
