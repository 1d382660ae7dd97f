import CSystem
import Drive

let words = Array(CommandLine.arguments.dropFirst())
exit(CommandLineProgram.run(words).rawValue)
