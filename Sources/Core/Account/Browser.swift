import Console

/// The browser and system of a User-Agent header, in words that people know: "Firefox on Windows". The order matters: a
/// browser's header also names browsers that follow it in this list.
enum Browser {
    private static let browsers = [
        ("Edg/", "Edge"), ("OPR/", "Opera"), ("YaBrowser/", "Yandex"), ("Vivaldi/", "Vivaldi"), ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("HeadlessChrome/", "Chrome"), ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
        ("curl/", "curl"),
    ]

    private static let systems = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("CrOS", "ChromeOS"),
        ("Mac OS X", "macOS"), ("Linux", "Linux"),
    ]

    /// Returns the header itself if it names no known browser or system.
    static func words(_ agent: String) -> String {
        let browser = browsers.first { agent.contains($0.0) }?.1
        let system = systems.first { agent.contains($0.0) }?.1
        switch (browser, system) {
        case (let browser?, let system?): return "\(browser), \(system)"
        case (let known?, nil), (nil, let known?): return known
        case (nil, nil): return agent.isEmpty ? "—" : agent
        }
    }
}
