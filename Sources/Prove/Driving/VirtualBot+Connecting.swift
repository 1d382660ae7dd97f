import Bot

// The far end of a bot's connection: a gateway that is up until a step says otherwise, or one that was recorded.

extension VirtualBot {
    func connect() {
        isConnected = true
        cause(.event(.opened(token: nil)))
        cause(.message(Array((role == .device ? Self.ready : Self.hello).utf8)))
        drain()
    }

    private static let ready = #"{"t":"ready"}"#
    private static let hello =
        #"{"t":"hello","v":1,"token":"","device":{"id":"test-device","name":"Test","platform":"test","app_version":"1.0"},"user":{}}"#

    /// A recorded connection is opened.
    func open() {
        if isConnected { close(.failed(reason: "the recorded connection ended")) }
        guard isConnecting else {
            early = []
            return
        }
        isConnecting = false
        isConnected = true
        tell(.opened(token: nil))
    }

    /// A recorded connection ends.
    func close(_ ending: Ending) {
        early = nil
        guard isConnected || isConnecting else { return }
        isConnected = false
        isConnecting = false
        tell(.closed(ending))
    }

    /// The connection ends, and the gateway stays down.
    func disconnect(_ code: UInt16) {
        gatewayIsUp = false
        isConnected = false
        tell(.closed(code == 1006 ? .failed(reason: "the connection broke off") : .close(code: code, reason: "")))
    }

    /// The gateway is there again. Role gateway: the device comes back at once.
    func raiseGateway() {
        gatewayIsUp = true
        if role == .gateway, !isConnected { connect() }
    }

    /// The bot asks to connect.
    func attempt() {
        if isReplaying {
            guard let messages = early else {
                isConnecting = true
                return
            }
            early = nil
            isConnected = true
            cause(.event(.opened(token: nil)))
            for message in messages { cause(.message(message)) }
            return
        }
        guard gatewayIsUp else {
            cause(.event(.closed(.failed(reason: "the gateway is down"))))
            return
        }
        isConnected = true
        cause(.event(.opened(token: nil)))
        cause(.message(Array(Self.ready.utf8)))
    }
}
