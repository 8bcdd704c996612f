import Hummingbird
@main struct R { static func main() { print("hi") } }
