import Rules
import Time

/// What `talaria serve` was told beyond the rule file.
public struct GatewaySettings {
    /// `HOST:PORT`; nil: the rule file's.
    public var listen: String?
    public var path: String?
    public var certificate: String?
    public var key: String?
    /// Where received files and the offered ones are kept.
    public var state: String
    public var drain: Interval = .seconds(10)

    /// Keeps what it receives beside the scene, for as long as that is played.
    public init(_ scene: Scene) {
        self.scene = scene
        state = scene.folder.path + "/state"
    }

    let scene: Scene
}
