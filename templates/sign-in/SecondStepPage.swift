import HTML

/// Setting up the second step: the QR code, the secret as text, and the first code.
package struct SecondStepPage: Sendable {
    package var frame: SignInFrame
    package var csrf: String
    package var action: Link
    /// Modules of the QR code, quiet zone included; the picture's view box.
    package var qrSize: Int
    package var qrViewBox: String
    package var qrPath: String
    /// Grouped base 32, for typing.
    package var secret: String
    package var code: Field

    package init(
        frame: SignInFrame, csrf: String, action: Link, qrSize: Int, qrViewBox: String, qrPath: String, secret: String,
        code: Field
    ) {
        self.frame = frame
        self.csrf = csrf
        self.action = action
        self.qrSize = qrSize
        self.qrViewBox = qrViewBox
        self.qrPath = qrPath
        self.secret = secret
        self.code = code
    }

    package static let sample = SecondStepPage(
        frame: .sample(Strings.sign_in_second_step_title, here: "/enrol"), csrf: "sample", action: "/enrol", qrSize: 29,
        qrViewBox: "0 0 29 29", qrPath: sampleQR, secret: "JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP",
        code: Field(
            "code", label: LocalText(Strings.sign_in_six_digits), autocomplete: "one-time-code", inputMode: "numeric",
            isRequired: true, isLatin: true))

    /// Looks like a QR code; says nothing.
    private static var sampleQR: String {
        var path = ""
        for y in 4..<25 {
            for x in 4..<25 where (x * x + 3 * y * x + y * y * 7) % 5 < 2 { path += "M\(x) \(y)h1v1h-1z" }
        }
        return path
    }
}
