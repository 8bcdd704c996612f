import Foundation

exit(CommandLineTool.run(CommandLine.arguments) { print($0) })
