import Time

/// The course of a run: arriving, then the stages one after another, by the plan's own clock.
struct Course {
    struct Leg {
        var name: String
        /// After the run's start.
        var begins: Interval
        var ends: Interval
        /// nil: devices arrive.
        var stage: Stage?
    }

    let legs: [Leg]
    /// The leg that is on.
    private(set) var index = 0

    init(_ plan: LoadPlan) {
        var legs: [Leg] = []
        var clock = plan.arrivals.lasts(devices: plan.devices)
        if clock > .zero { legs.append(Leg(name: "arrive", begins: .zero, ends: clock)) }
        for (index, stage) in plan.stages.enumerated() {
            let name =
                stage.name ?? stage.drill?.kind.rawValue ?? (plan.stages.count == 1 ? "hold" : "stage \(index + 1)")
            legs.append(Leg(name: name, begins: clock, ends: clock + stage.lasts, stage: stage))
            clock = clock + stage.lasts
        }
        self.legs = legs
    }

    var current: Leg? { index < legs.count ? legs[index] : nil }

    /// When the current leg ends; nil: there is none.
    var next: Interval? { current?.ends }

    mutating func advance() { index += 1 }
}
