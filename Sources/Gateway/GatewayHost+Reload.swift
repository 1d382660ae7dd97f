import Drive
import Hermes

extension GatewayHost {
    /// Reads the rule file, the tokens and the certificate anew and goes on with them, for devices that are connected too.
    /// What cannot be taken leaves all as it was, and the log says why. The address and the path stay.
    public func reload() {
        do throws(ExitFault) {
            let fresh = try settings.scene.readAgain(paint: Paint(isOn: journal.style.hasColor))
            let plan = try GatewayPlan(fresh, settings: settings)
            guard fresh.file.role == .gateway else { throw ExitFault(.badFile, "its role is no longer gateway") }
            let blueprint = try Self.blueprint(of: fresh, journal)
            for entry in plan.tokens.entries { journal.hide(entry.token) }
            self.blueprint = blueprint
            source = fresh
            tokens = plan.tokens
            errands = Errands.Settings(inbox: inbox, file: fresh.file, server: nil, fetcher: errands.fetcher)
            if let tls = plan.tls { listener.replaceTLS(tls) }
            for device in devices.values { device.driven.reload(blueprint) }
            journal.log(
                .info,
                "\(fresh.file.path) is read anew: \(fresh.file.rules.count) rule\(fresh.file.rules.count == 1 ? "" : "s")",
                bot: fresh.file.name,
                at: loop.now.wall)
        } catch {
            journal.log(
                .error, "\(source.file.path) is not taken; the old rules go on", bot: source.file.name,
                at: loop.now.wall)
            journal.block(.error, error.message, bot: source.file.name, at: loop.now.wall)
        }
    }
}
