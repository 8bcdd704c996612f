import HTML
import Templates

/// The kind of an activity. The raw values are stored.
enum ActivityKind: String, CaseIterable, Sendable {
    case run, walk, hike, ride, swim, row, ski, strength, yoga, other

    var label: StringKey {
        switch self {
        case .run: Strings.fitness_activity_run
        case .walk: Strings.fitness_activity_walk
        case .hike: Strings.fitness_activity_hike
        case .ride: Strings.fitness_activity_ride
        case .swim: Strings.fitness_activity_swim
        case .row: Strings.fitness_activity_row
        case .ski: Strings.fitness_activity_ski
        case .strength: Strings.fitness_activity_strength
        case .yoga: Strings.fitness_activity_yoga
        case .other: Strings.fitness_activity_other
        }
    }

    /// By what a source calls it: `Running`, `TrailRun`, `HKWorkoutActivityTypeRunning`, or a number of Strava's. What is not known is
    /// `other`, and is stored all the same.
    init(word: String) {
        var name = word.lowercased().filter { $0.isLetter || $0.isNumber }
        if name.hasPrefix(Self.apple) { name.removeFirst(Self.apple.count) }
        self = Self.known.first { $0.words.contains(name) }?.kind ?? .other
    }

    private static let apple = "hkworkoutactivitytype"

    private static let known: [(kind: ActivityKind, words: Set<String>)] = [
        (
            .run,
            [
                "run", "running", "trailrun", "trailrunning", "virtualrun", "treadmillrunning", "trackrunning",
                "jogging", "streetrunning", "indoorrunning", "ultrarun", "roadrunning", "9",
            ]
        ),
        (.walk, ["walk", "walking", "casualwalking", "speedwalking", "indoorwalking", "nordicwalking", "10"]),
        (.hike, ["hike", "hiking", "mountaineering", "rucking", "trekking", "4"]),
        (
            .ride,
            [
                "ride", "biking", "cycling", "roadbiking", "mountainbiking", "virtualride", "ebikeride",
                "mountainbikeride",
                "gravelride", "indoorcycling", "handcycling", "handcycle", "velomobile", "gravelcycling", "roadcycling",
                "downhillbiking", "recumbentcycling", "cyclocross", "ebikefitness", "ebikemountain", "1",
                "bike", "outdoorbike", "spinning",
            ]
        ),
        (.swim, ["swim", "swimming", "lapswimming", "openwaterswimming", "16"]),
        (
            .row,
            [
                "row", "rowing", "rowingv2", "indoorrowing", "virtualrow", "canoeing", "kayaking", "kayakingv2",
                "paddlesports",
            ]
        ),
        (
            .ski,
            [
                "ski", "skiing", "nordicski", "alpineski", "backcountryski", "crosscountryskiing", "downhillskiing",
                "rollerski", "snowboard", "snowboarding", "crosscountryskiingws", "skateskiingws", "backcountryskiing",
                "resortskiing", "resortskiingsnowboardingws",
            ]
        ),
        (
            .strength,
            [
                "weighttraining", "strengthtraining", "traditionalstrengthtraining", "functionalstrengthtraining",
                "coretraining", "crossfit", "crosstraining", "highintensityintervaltraining", "hiit", "weights",
                "circuittraining", "intervalworkout",
            ]
        ),
        (.yoga, ["yoga", "pilates", "flexibility", "mindandbody", "stretching"]),
    ]

    /// Two sources may call one activity this and that: one of them doesn't know what it was, or calls a walk a hike.
    func mayBe(_ other: ActivityKind) -> Bool {
        switch (self, other) {
        case (.other, _), (_, .other), (.walk, .hike), (.hike, .walk): true
        default: self == other
        }
    }
}

extension ActivityKind {
    /// Metres a second, on average over the whole activity, that nobody exceeds who does this: above the best of the world, since trackers
    /// err, and far below what a car that was tracked under this name does.
    var fastest: Int {
        switch self {
        case .run: 8
        case .walk, .hike: 4
        case .ride: 23
        case .swim: 3
        case .row: 7
        case .ski: 35
        case .strength: 5
        case .yoga: 3
        // Nobody knows what it was: a car as well.
        case .other: 70
        }
    }

    /// The most seconds from its start to its end, pauses included. What lasts longer is a tracker that nobody stopped.
    var longest: Int {
        switch self {
        case .strength, .yoga: 12 * 3600
        case .swim: 36 * 3600
        case .run: 72 * 3600
        case .walk, .hike, .ride, .row, .ski, .other: ReadActivity.seconds.upperBound
        }
    }

    /// True if the activity may have come so far. The first metres are let pass: what a tracker errs by weighs most in short activities.
    func mayCome(_ metres: Int, in seconds: Int) -> Bool { metres <= fastest * seconds + 200 }
}

/// What a planned session is about, by its title: an admin writes it, and chooses no kind.
enum SessionKind {
    /// Beginnings of words in the languages of the console. Of several that a title has the first counts.
    private static let stems: [(kind: ActivityKind, stems: [String])] = [
        (.run, ["run", "jog", "бег", "пробеж", "кросс", "corr", "carrera", "trote", "دویدن", "دوی"]),
        (.swim, ["swim", "плава", "бассейн", "nad", "natación", "piscina", "شنا", "استخر"]),
        (.ride, ["bike", "bicycl", "cycl", "ride", "велос", "вело", "bici", "cicl", "دوچرخه", "رکاب"]),
        (.walk, ["walk", "ходьб", "прогул", "шаг", "camin", "paseo", "پیاده", "قدم"]),
        (.hike, ["hik", "поход", "sender", "کوه"]),
        (.row, ["row", "гребл", "remo", "قایق"]),
        (.ski, ["ski", "лыж", "esqu", "اسکی"]),
        (
            .strength,
            ["strength", "weights", "gym", "силов", "зал", "fuerza", "pesas", "gimnasio", "قدرتی", "وزنه", "بدنسازی"]
        ),
        (.yoga, ["yoga", "pilates", "stretch", "йог", "пилатес", "растяж", "estira", "یوگا", "کشش"]),
    ]

    static func of(_ title: String) -> ActivityKind? {
        for word in title.lowercased().split(whereSeparator: { !$0.isLetter }) {
            if let found = stems.first(where: { $0.stems.contains { word.hasPrefix($0) } }) { return found.kind }
        }
        return nil
    }
}
