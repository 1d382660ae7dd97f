/// Close codes (RFC 6455 section 7.4 and IANA's WebSocket Close Code Number Registry).
public enum CloseCode {
    public static let normal: UInt16 = 1000
    public static let goingAway: UInt16 = 1001
    public static let protocolError: UInt16 = 1002
    public static let unsupportedData: UInt16 = 1003
    /// Stands for a close frame without a code; never on the wire.
    public static let none: UInt16 = 1005
    /// Stands for an end without a close frame; never on the wire.
    public static let abnormal: UInt16 = 1006
    public static let invalidData: UInt16 = 1007
    public static let policyViolation: UInt16 = 1008
    public static let tooBig: UInt16 = 1009
    public static let missingExtension: UInt16 = 1010
    public static let internalError: UInt16 = 1011
    public static let serviceRestart: UInt16 = 1012
    public static let tryAgainLater: UInt16 = 1013
    public static let badGateway: UInt16 = 1014

    /// Whether the code may stand in a close frame. 1004 is reserved, 1005, 1006 and 1015 are for local use, 1016 to
    /// 2999 belong to future standards, 3000 to 4999 to libraries and applications.
    public static func mayTravel(_ code: UInt16) -> Bool {
        switch code {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}
