// modules: JWS
import Dispatch

@testable import JWS

/// Tokens of issuers with the keys that they publish, pushes, and notifications with their own certificates: the first byte chooses
/// which. Behind a zero byte is a set of keys.
enum SignedTexts: Fuzzed {
    static let name = "jws"
    static let longest = 8_192

    private static let keys = """
        {"keys":[{"kty":"EC","crv":"P-256","kid":"two","x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4",\
        "y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"}]}
        """
    private static let root = """
        -----BEGIN CERTIFICATE-----
        MIIBdTCCARugAwIBAgIUZQIl2jTdx2ZF2xfT5Mm8clrOw84wCgYIKoZIzj0EAwIw
        DzENMAsGA1UEAwwEcm9vdDAgFw0yNjExMjMyMzI1MzFaGA8yMTI2MTAzMDIzMjUz
        MVowDzENMAsGA1UEAwwEcm9vdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABIeR
        4EXSXsWWnw2sCnhqfGTrLatJLYcVpYRz5Meu8RlZc9sIN/8cIr9y0Mo43OXDuEXh
        KKkPjZZRPPhoeHo1EYWjUzBRMB0GA1UdDgQWBBSAME8Qs4DMTy91u/svqFGpVB0i
        XjAfBgNVHSMEGDAWgBSAME8Qs4DMTy91u/svqFGpVB0iXjAPBgNVHRMBAf8EBTAD
        AQH/MAoGCCqGSM49BAMCA0gAMEUCIQC92sIRH2YaAzaRCBpUfsTih0nH0Rr2aMxr
        zNOzc86HjwIgcV2YD9uUiWv0tr8M2aNY+uAXk2SODSSGotn/kLLP51o=
        -----END CERTIFICATE-----
        """

    static func read(_ bytes: [UInt8]) throws {
        guard let first = bytes.first else { return }
        let texts = Array(bytes.dropFirst()).texts
        let (token, keys) = (texts[0], texts.count > 1 ? texts[1] : keys)
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            switch first % 3 {
            case 0: _ = try? await IssuedToken.payload(of: token, keys: keys)
            case 1: _ = try? await PushToken.sender(of: token, audience: "https://roost.example.org", keys: keys)
            default: _ = try? await ChainedSignature(roots: root).payload(of: token)
            }
            done.signal()
        }
        done.wait()
    }
}
