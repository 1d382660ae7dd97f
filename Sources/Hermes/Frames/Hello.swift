import JSON

/// The first frame of a device; nothing else goes out before `ready`.
public struct Hello: Sendable, Equatable {
    /// What a device says about itself.
    public struct Device: Sendable, Equatable {
        /// Made once, and kept.
        public var id: String
        public var name: String
        public var platform: String
        public var appVersion: String

        public init(id: String, name: String, platform: String, appVersion: String) {
            self.id = id
            self.name = name
            self.platform = platform
            self.appVersion = appVersion
        }
    }

    /// The version of the protocol that this project speaks.
    public static let version = 1

    public var version: Int
    public var token: Secret?
    public var device: Device
    /// An object, as JSON text.
    public var user: String

    public init(version: Int = Hello.version, token: Secret?, device: Device, user: String = "{}") {
        self.version = version
        self.token = token
        self.device = device
        self.user = user
    }

    init(_ fields: borrowing Fields) throws(FrameFault) {
        version = try fields.whole(ifPresent: .v) ?? Hello.version
        token = try fields.text(ifPresent: .token).map { Secret($0) }
        guard let device = try fields.container(ifPresent: .device, .object) else {
            throw FrameFault(.missingKey, key: .device, wanted: .object)
        }
        do throws(FrameFault) {
            var inner = Fields(fields.bytes.extracting(device))
            try inner.read()
            self.device = try Device(inner)
        } catch {
            throw error.moved(by: device.lowerBound)
        }
        user = try fields.container(ifPresent: .user, .object).map { fields.raw($0) } ?? "{}"
    }

    /// Appends the frame as JSON. Without a token the key is left out.
    public func encode(into out: inout [UInt8]) {
        out.append(literal: #"{"t":"hello","v":"#)
        out.append(jsonInt: version)
        if let token {
            out.append(literal: #","token":"#)
            out.append(jsonString: token.exposed)
        }
        out.append(literal: #","device":{"id":"#)
        out.append(jsonString: device.id)
        out.append(literal: #","name":"#)
        out.append(jsonString: device.name)
        out.append(literal: #","platform":"#)
        out.append(jsonString: device.platform)
        out.append(literal: #","app_version":"#)
        out.append(jsonString: device.appVersion)
        out.append(literal: #"},"user":"#)
        out.append(contentsOf: user.utf8)
        out.append(UInt8(ascii: "}"))
    }
}

extension Hello.Device {
    init(_ fields: borrowing Fields) throws(FrameFault) {
        id = try fields.name(.id)
        name = try fields.text(ifPresent: .name) ?? ""
        platform = try fields.text(ifPresent: .platform) ?? ""
        appVersion = try fields.text(ifPresent: .appVersion) ?? ""
    }
}
