import CSystem
import Glibc
import Console
import Drive

// A descriptor that is closed would be given to the next file that is opened, and log lines would land in it.
for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 { _ = open("/dev/null", O_RDWR) }
// SIGTERM is heard, whoever started this; a file that may not grow is an error to report, and so is a reader that has gone.
system_settle_signals()
// A part of a file is some MiB: what it took is the system's again once it has gone.
system_return_memory(512 << 10)

let words = Array(CommandLine.arguments.dropFirst())
exit(program.run(words).rawValue)
