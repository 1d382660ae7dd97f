import Console
import Drive
import Runner

extension RunSettings {
    /// What the flags that all connecting commands share say.
    init(_ arguments: Arguments) throws(ExitFault) {
        self.init()
        url = arguments[.url]
        tokenFile = arguments[.tokenFile]
        authorities = arguments[.ca]
        isInsecure = arguments.has(.insecure)
        (certificate, key) = try arguments.certificate()
        state = arguments[.state]
        retries = !arguments.has(.noRetry)
    }
}
