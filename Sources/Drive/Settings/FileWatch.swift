import CSystem
import Files
import Net
import Time

// The rule of watching: it is folders that are watched, not files, since editors write a new file and rename it over the
// old one, and links are turned to new ones. An event only says that it is time to look, a moment later, so that a save of
// several steps is seen once; what counts then is whether another file stands at a path than was seen last. A file that
// is away for a moment is waited for.

/// Tells of files that have changed, on a loop.
public final class FileWatch: LoopMember {
    /// What is watched. It is found anew at each look, so that new files in a folder count.
    public struct Scope {
        public var files: [String]
        /// Folders in which new files may appear, besides those of the files.
        public var folders: [String]

        public init(files: [String], folders: [String] = []) {
            self.files = files
            self.folders = folders
        }
    }

    /// From an event to the look.
    public static let settling = Interval.milliseconds(100)
    /// A folder that is away is looked for again.
    private static let patience = Interval.seconds(1)

    private let loop: Loop
    private let scope: () -> Scope
    private let changed: (Set<String>) -> Void
    private var descriptor: Int32
    private var seat: Seat?
    private var timer = Timer.none
    private var isArmed = false
    private var seen: [String: File.Status] = [:]

    /// - Parameter changed: is called with the paths of which another file stands there now, or none any more.
    /// - Throws: the system has no watch to give.
    public init(
        _ loop: Loop, scope: @escaping () -> Scope, changed: @escaping (Set<String>) -> Void
    ) throws(ExitFault) {
        self.loop = loop
        self.scope = scope
        self.changed = changed
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else {
            throw ExitFault(
                .fault, "cannot watch files: the limit of watches is reached",
                hint: "sysctl fs.inotify.max_user_instances")
        }
        let seat = loop.join(self)
        self.seat = seat
        do throws(NetFailure) { try loop.watch(descriptor, for: .read, seat: seat, token: 0) } catch {
            end()
            throw ExitFault(.fault, error.text)
        }
        _ = look()
    }

    /// Watches these files.
    public convenience init(
        _ loop: Loop, files: [String], changed: @escaping (Set<String>) -> Void
    ) throws(ExitFault) {
        try self.init(loop, scope: { Scope(files: files) }, changed: changed)
    }

    public func end() {
        guard let seat else { return }
        loop.cancel(&timer)
        loop.leave(seat)
        self.seat = nil
        _ = CSystem.close(descriptor)
        descriptor = -1
    }

    public func ready(_ token: UInt64, _ readiness: Readiness) {
        // Which name it was does not matter.
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while CSystem.read(descriptor, &buffer, buffer.count) > 0 {}
        arm(Self.settling)
    }

    public func fired(_ timer: Timer, token: Int) {
        isArmed = false
        let paths = look()
        if paths.isEmpty { return }
        changed(paths)
        takeIn()
    }

    /// Files that have come into the scope since the last look are watched from now on; they are no change.
    public func takeIn() {
        for path in scope().files where seen[path] == nil { seen[path] = try? Folder.status(path) }
    }

    private func arm(_ interval: Interval) {
        guard !isArmed, let seat else { return }
        isArmed = true
        timer = loop.arm(at: loop.now.instant + interval, seat: seat, token: 0)
    }

    /// Watches all folders, and finds what has changed since the last look.
    private func look() -> Set<String> {
        let scope = scope()
        var isComplete = true
        for folder in Set(scope.folders + scope.files.flatMap { Self.folders(of: $0) }) where !watch(folder) {
            isComplete = false
        }
        if !isComplete { arm(Self.patience) }
        var paths: Set<String> = []
        for path in scope.files {
            guard let status = try? Folder.status(path) else { continue }
            if seen.updateValue(status, forKey: path) != status { paths.insert(path) }
        }
        for path in seen.keys where !scope.files.contains(path) {
            seen[path] = nil
            paths.insert(path)
        }
        return paths
    }

    private func watch(_ folder: String) -> Bool {
        let mask =
            IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF
        return inotify_add_watch(descriptor, folder, UInt32(mask)) >= 0
    }

    /// Where a path lies, and where the file that it leads to does.
    private static func folders(of path: String) -> [String] {
        var folders = [folder(of: path)]
        if let pointer = realpath(path, nil) {
            folders.append(folder(of: String(cString: pointer)))
            free(pointer)
        }
        return folders
    }
}
