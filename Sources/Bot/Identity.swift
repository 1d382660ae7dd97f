import Rules

/// Who one bot is, among those that share a blueprint.
public struct Identity: Sendable {
    /// `device.id` of hello; role gateway: of the device whose connections this bot serves.
    public var device: String
    /// `device.name` of hello and of templates; nil: the rule file's, or the bot's name.
    public var name: String?
    /// Starting values of variables that differ from the rule file's, such as a row of a load plan's data.
    public var variables: [String: Value]
    /// `{{device.index}}`: its number among the devices of a load run, from 0.
    public var index: Int

    public init(device: String, name: String? = nil, variables: [String: Value] = [:], index: Int = 0) {
        self.device = device
        self.name = name
        self.variables = variables
        self.index = index
    }
}
