import Foundation
import Postgres

extension TestDatabase {
    /// A program of PostgreSQL that was given a database ended with another status than 0.
    package struct ProgramFailed: Error { package let status: Int32 }

    /// Every table as `pg_dump` writes it: a backup.
    package func dump() throws -> String {
        let output = Pipe()
        let process = program(["pg_dump", "--dbname", string(.superuser)])
        process.standardOutput = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw ProgramFailed(status: process.terminationStatus) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Makes a database from a backup.
    package static func restored(from dump: String) throws -> TestDatabase {
        let database = try makeEmpty()
        let input = Pipe()
        let process = database.program(
            ["psql", "--quiet", "--no-psqlrc", "-v", "ON_ERROR_STOP=1", "--dbname", database.string(.superuser)])
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(dump.utf8))
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw ProgramFailed(status: process.terminationStatus) }
        return database
    }

    private func program(_ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        return process
    }
}
