// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// What the user said about their body, in the units that they chose or in those that are named. `GET /v1/me/measures`
public struct GetMyMeasures: ReadCall, Hashable {
    /// Without them those that the user chose.
    public var units: String?

    public init(units: String? = nil) {
        self.units = units
    }

    public static var name: String { "getMyMeasures" }
    public static var method: String { "GET" }
    public var path: String { "/v1/me/measures" }
    public var query: [(name: String, value: String)] {
        var all: [(name: String, value: String)] = []
        if let units { all.append(("units", units)) }
        return all
    }

    public struct Answer: Codable, Hashable, Sendable {
        public var units: GetMyMeasures.Answer.Units
        /// In millimetres, or in tenths of an inch.
        public var height: Int?
        /// In grams, or in tenths of a pound.
        public var weight: Int?
        /// From 1 to 150.
        public var age: Int?
        public var sex: GetMyMeasures.Answer.Sex?
        public var figure: GetMyMeasures.Answer.Figure?
        public var bodyType: GetMyMeasures.Answer.BodyType?
        public var sponsorType: GetMyMeasures.Answer.SponsorType?
        public var bodyMassIndex: Double?

        public init(units: GetMyMeasures.Answer.Units, height: Int? = nil, weight: Int? = nil, age: Int? = nil, sex: GetMyMeasures.Answer.Sex? = nil, figure: GetMyMeasures.Answer.Figure? = nil, bodyType: GetMyMeasures.Answer.BodyType? = nil, sponsorType: GetMyMeasures.Answer.SponsorType? = nil, bodyMassIndex: Double? = nil) {
            self.units = units
            self.height = height
            self.weight = weight
            self.age = age
            self.sex = sex
            self.figure = figure
            self.bodyType = bodyType
            self.sponsorType = sponsorType
            self.bodyMassIndex = bodyMassIndex
        }

        private enum CodingKeys: String, CodingKey {
            case units = "units"
            case height = "height"
            case weight = "weight"
            case age = "age"
            case sex = "sex"
            case figure = "figure"
            case bodyType = "body_type"
            case sponsorType = "sponsor_type"
            case bodyMassIndex = "body_mass_index"
        }

        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(units, forKey: .units)
            try values.encode(height, forKey: .height)
            try values.encode(weight, forKey: .weight)
            try values.encode(age, forKey: .age)
            try values.encode(sex, forKey: .sex)
            try values.encode(figure, forKey: .figure)
            try values.encode(bodyType, forKey: .bodyType)
            try values.encode(sponsorType, forKey: .sponsorType)
            try values.encode(bodyMassIndex, forKey: .bodyMassIndex)
        }

        /// One of the values below; a newer server may know more.
        public struct Units: RawRepresentable, Codable, Hashable, Sendable {
            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }

            public static let metric = Units(rawValue: "metric")
            public static let imperial = Units(rawValue: "imperial")
        }

        /// One of the values below; a newer server may know more.
        public struct Sex: RawRepresentable, Codable, Hashable, Sendable {
            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }

            public static let female = Sex(rawValue: "female")
            public static let male = Sex(rawValue: "male")
        }

        /// One of the values below; a newer server may know more.
        public struct Figure: RawRepresentable, Codable, Hashable, Sendable {
            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }

            public static let hourglass = Figure(rawValue: "hourglass")
            public static let pear = Figure(rawValue: "pear")
            public static let apple = Figure(rawValue: "apple")
            public static let rectangle = Figure(rawValue: "rectangle")
            public static let invertedTriangle = Figure(rawValue: "inverted_triangle")
        }

        /// One of the values below; a newer server may know more.
        public struct BodyType: RawRepresentable, Codable, Hashable, Sendable {
            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }

            public static let asthenic = BodyType(rawValue: "asthenic")
            public static let normosthenic = BodyType(rawValue: "normosthenic")
            public static let hypersthenic = BodyType(rawValue: "hypersthenic")
        }

        /// One of the values below; a newer server may know more.
        public struct SponsorType: RawRepresentable, Codable, Hashable, Sendable {
            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }

            public static let family = SponsorType(rawValue: "family")
            public static let friend = SponsorType(rawValue: "friend")
            public static let employer = SponsorType(rawValue: "employer")
            public static let insurer = SponsorType(rawValue: "insurer")
        }
    }
}
