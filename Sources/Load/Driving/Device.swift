import Bot
import Measure
import Net
import Time

/// One simulated device. It lies in its shard's array: no object, task, timer object or buffer is its own.
struct Device {
    var bot: Bot
    var marks = Marks()
    /// nil: there is none.
    var connection: Connection?
    var timer = Timer.none
    /// When the timer fires. The bot may be due later by then: it is armed anew only for what is earlier.
    var armed = Instant.distantFuture
    /// Index of its bot in the cast.
    let cast: UInt16
    var state = DeviceState.planned
    /// Silent in a drill: nothing is said or heard.
    var isMuted = false
    var hasBeenReady = false
    /// What it is to say next has been put into the reminders.
    var isReminded = false
}
