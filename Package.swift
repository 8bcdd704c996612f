// swift-tools-version: 6.1
import PackageDescription

// The kinds of app Roost knows. A new kind is a word here, and an import and a word in Sources/roost/Kinds.swift.
let kinds = [
    "Alarm",
    "Fitness",
    "Gradebook",
    "Timetable",
    "Cycle",
]

let settings: [SwiftSetting] = [.swiftLanguageMode(.v6)]

/// A C library of the system. `deploy/packages` installs the Debian package that holds it.
func c(_ name: String, pkgConfig: String, debian: String) -> Target {
    .systemLibrary(name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig, providers: [.apt([debian])])
}

func library(_ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil) -> Target {
    .target(name: name, dependencies: dependencies, path: path, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], path: String? = nil) -> Target {
    .testTarget(name: name, dependencies: dependencies, path: path, swiftSettings: settings)
}

let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")

let package = Package(
    name: "roost",
    // Of the libraries for the apps; the server itself runs on Linux.
    platforms: [.iOS(.v16), .macOS(.v15), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .executable(name: "roost", targets: ["roost"]),
        // For the apps: what a cycle tracker predicts, without a server.
        .library(name: "CyclePrediction", targets: ["CyclePrediction"]),
        // For the apps: the service API on behalf of their users.
        .library(name: "RoostClient", targets: ["RoostClient"]),
    ],
    dependencies: [
        // Traits trimmed: no configuration files of its own; FullFoundation would bring ICU into every page.
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.30.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        c("CPQ", pkgConfig: "libpq", debian: "libpq-dev"),
        c("CArgon2", pkgConfig: "libargon2", debian: "libargon2-dev"),
        c("COath", pkgConfig: "liboath", debian: "liboath-dev"),
        c("CQREncode", pkgConfig: "libqrencode", debian: "libqrencode-dev"),
        c("CCurl", pkgConfig: "libcurl", debian: "libcurl4-openssl-dev"),
        c("CZlib", pkgConfig: "zlib", debian: "zlib1g-dev"),
        c("CZip", pkgConfig: "libzip", debian: "libzip-dev"),
        c("CPNG", pkgConfig: "libpng", debian: "libpng-dev"),
        c("CTurboJPEG", pkgConfig: "libturbojpeg", debian: "libturbojpeg0-dev"),
        c("CWebP", pkgConfig: "libwebpdemux", debian: "libwebp-dev"),
        c("CExpat", pkgConfig: "expat", debian: "libexpat1-dev"),
        .systemLibrary(name: "CPosix", path: "Sources/C/CPosix"),
        .systemLibrary(name: "CSandbox", path: "Sources/C/CSandbox"),

        library("Postgres", ["CPQ", "CPosix", logging]),
        library(
            "Secrets",
            [
                "JSON", "CArgon2", "COath", "CQREncode", crypto,
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ]),
        library("Sheets", ["CZlib", "CZip", "CExpat"]),
        library("Mail", ["CCurl", "Secrets"]),
        library(
            "JWS",
            [
                .product(name: "JWTKit", package: "jwt-kit"), .product(name: "X509", package: "swift-certificates"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
            ]),
        library("Images", ["CPNG", "CTurboJPEG", "CWebP", "CExpat"]),
        library("Sandbox", ["CSandbox", "CPosix"]),

        .executableTarget(name: "FileEmbedder", swiftSettings: settings),
        .plugin(
            name: "EmbedFiles", capability: .buildTool(), dependencies: ["FileEmbedder"], path: "Sources/EmbedFiles"),
        .target(name: "Migrations", path: "migrations", swiftSettings: settings, plugins: ["EmbedFiles"]),
        .target(name: "Assets", path: "public", swiftSettings: settings, plugins: ["EmbedFiles"]),

        library("HTML"),
        library("JSON"),
        library("CyclePrediction"),
        library("RoostClient"),
        .executableTarget(name: "TemplateCompiler", swiftSettings: settings),
        .plugin(
            name: "CompileTemplates", capability: .buildTool(), dependencies: ["TemplateCompiler"],
            path: "Sources/CompileTemplates"),

        .target(
            name: "Templates", dependencies: ["HTML"], path: "templates", swiftSettings: settings,
            plugins: ["CompileTemplates"]),

        library(
            "Web",
            [
                "HTML", "JSON", "Templates", "Postgres", "CZlib", crypto, logging,
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "HummingbirdHTTP2", package: "hummingbird"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        library(
            "Console",
            [
                "Web", "JSON", "Templates", "HTML", "Postgres", "Secrets", "Sheets", "Mail", "Images", "Sandbox",
                crypto,
                logging,
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        library(
            "Core",
            [
                "Console", "Web", "JSON", "Templates", "HTML", "Postgres", "Secrets", "Sheets", "Mail", "Images", "JWS",
                crypto, logging,
                .product(name: "NIOCore", package: "swift-nio"),
            ]),
    ]
        + kinds.map {
            library(
                $0,
                [
                    "Console", "Core", "Web", "JSON", "Postgres", "Templates", "HTML", "Secrets", "Sheets",
                    "CyclePrediction",
                    crypto, logging,
                    .product(name: "HTTPTypes", package: "swift-http-types"),
                    .product(name: "NIOCore", package: "swift-nio"),
                ], path: "Sources/Kinds/\($0)")
        }
        + [
            .executableTarget(
                name: "roost",
                dependencies: kinds.map { .init(stringLiteral: $0) } + [
                    "Console", "Core", "Web", "JSON", "Templates", "HTML", "Postgres", "Secrets", "Mail", "Migrations",
                    "Assets", "CPosix", "Sandbox", "Sheets", "Images", "Yams", logging,
                    .product(name: "ArgumentParser", package: "swift-argument-parser"),
                    .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                ],
                swiftSettings: settings),

            tests("HTMLTests", ["HTML"]),
            tests("JSONTests", ["JSON", "Support"]),
            .testTarget(
                name: "CyclePredictionTests", dependencies: ["CyclePrediction"],
                exclude: ["reference.py", "fehring-2013.txt"],
                swiftSettings: settings),
            tests("TemplateCompilerTests", ["TemplateCompiler", "HTML"]),
            tests("SheetsTests", ["Sheets"]),
            tests("SecretsTests", ["Secrets", "JSON", crypto]),
            tests("JWSTests", ["JWS", "JSON", "Secrets", "Support", crypto]),
            tests("MailTests", ["Mail", "Support"]),
            tests("ImagesTests", ["Images", "Support", "CTurboJPEG", "CWebP"]),

            // What tests of tables and pages stand on: a PostgreSQL of their own, a console without a socket.
            library(
                "Support",
                [
                    "Console", "Core", "Web", "Templates", "Postgres", "Secrets", "JSON", "Mail", "Sandbox",
                    "Migrations", "CPosix", crypto, logging,
                    .product(name: "HTTPTypes", package: "swift-http-types"),
                    .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                    .product(name: "X509", package: "swift-certificates"),
                    .product(name: "SwiftASN1", package: "swift-asn1"),
                ], path: "Tests/Support"),
            // Readers of strangers' bytes, as `deploy/fuzz` calls them, and what it has found.
            .testTarget(
                name: "FuzzedTests",
                dependencies: [
                    "HTML", "JSON", "JWS", "Sheets", "Secrets", "Mail", "Images", "Web", "Console", "Fitness",
                    "Timetable", "Support", .product(name: "HTTPTypes", package: "swift-http-types"),
                    .product(name: "NIOCore", package: "swift-nio"),
                    .product(name: "NIOEmbedded", package: "swift-nio"),
                    .product(name: "NIOHTTP1", package: "swift-nio"),
                    .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                    .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                ],
                exclude: ["corpus"], swiftSettings: settings),
            tests("PostgresTests", ["Postgres", "Support", "CPQ", logging]),
            tests("WebTests", ["Web", "Console", "Core", "Postgres", "roost", "Support"]),
            tests(
                "CoreTests",
                [
                    "Console", "Core", "Web", "JSON", "Mail", "Images", "Sandbox", "Sheets", "roost",
                    "Support", "HTML", "Templates", "Secrets", "JWS", crypto,
                ]),
            tests("RoostClientTests", ["RoostClient", "Console", "Core", "Web", "Postgres", "roost", "Support"]),
            tests("RoostTests", ["roost", "Console", "Core", "Postgres", "Sandbox", "Support", "Secrets"]),
            tests(
                "ContractTests", ["Console", "Core", "roost", "Support", "HTML", "Templates"], path: "Tests/Contract"),
        ]
        + kinds.map { kind in
            tests(
                "\(kind)KindTests",
                [
                    .init(stringLiteral: kind), "Console", "Core", "roost", "Support", "HTML", "Templates", "Postgres",
                    "Web", "JSON", "Sheets", "Secrets",
                ],
                path: "Tests/Kinds/\(kind)")
        }
)
