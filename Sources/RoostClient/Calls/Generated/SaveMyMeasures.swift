// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Replaces what the user says about their body, metric or imperial, and what kind of sponsor they are. `PUT /v1/me/measures`
public struct SaveMyMeasures: WriteCall, Hashable {
    public var body: SaveMyMeasures.Body

    public init(_ body: SaveMyMeasures.Body) {
        self.body = body
    }

    public static var name: String { "saveMyMeasures" }
    public static var method: String { "PUT" }
    public var path: String { "/v1/me/measures" }
    public func content() throws -> Data? { try JSON.encoder.encode(body) }
    public typealias Answer = Void

    public struct Body: Codable, Hashable, Sendable {
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

        public init(units: GetMyMeasures.Answer.Units, height: Int? = nil, weight: Int? = nil, age: Int? = nil, sex: GetMyMeasures.Answer.Sex? = nil, figure: GetMyMeasures.Answer.Figure? = nil, bodyType: GetMyMeasures.Answer.BodyType? = nil, sponsorType: GetMyMeasures.Answer.SponsorType? = nil) {
            self.units = units
            self.height = height
            self.weight = weight
            self.age = age
            self.sex = sex
            self.figure = figure
            self.bodyType = bodyType
            self.sponsorType = sponsorType
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
        }
    }
}
