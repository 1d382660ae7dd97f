import JSON

/// A fault that the gateway tells of. A fatal one means: access denied, do not come back.
public struct ErrorFrame: Sendable, Equatable {
    /// Absent: "error".
    public var code: String
    public var message: String
    public var fatal: Bool

    public init(code: String = "error", message: String, fatal: Bool = false) {
        self.code = code
        self.message = message
        self.fatal = fatal
    }

    init(_ fields: borrowing Fields) throws(FrameFault) {
        code = try fields.text(ifPresent: .code) ?? "error"
        message = try fields.text(ifPresent: .message) ?? ""
        fatal = try fields.flag(.fatal)
    }

    /// Appends the frame as JSON.
    public func encode(into out: inout [UInt8]) {
        out.append(literal: #"{"t":"error","code":"#)
        out.append(jsonString: code)
        out.append(literal: #","message":"#)
        out.append(jsonString: message)
        out.append(literal: fatal ? #","fatal":true}"# : #","fatal":false}"#)
    }
}
