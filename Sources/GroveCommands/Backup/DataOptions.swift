import ArgumentParser
import GroveServing
import StoreSQLite

/// Which data folder a command is about: found as `grove serve` finds it.
struct DataOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Read settings from FILE, a JSON object of texts.", valueName: "FILE"))
  var config: String?

  @Option(
    help: ArgumentHelp("The folder of databases and keys (default: .grove).", valueName: "FOLDER"))
  var data: String?

  func configuration() throws -> Configuration {
    try Configuration.load(flags: [Setting.data.name: data], path: config)
  }

  func folder() throws -> String { try configuration().text(.data) }
}

/// Runs what works on the disk: its faults are told as those of a start are, with the same statuses.
enum DiskFaultReporting {
  static func running(_ work: () throws -> Void) throws {
    do {
      try work()
    } catch {
      throw told(error)
    }
  }

  static func told(_ error: any Error) -> any Error {
    let fault: DiskFault? =
      switch error {
      case let fault as DiskFault: fault
      case let fault as StoreFault: DiskFault(fault)
      case let failure as StartFailure: failure.fault
      default: nil
      }
    guard let fault else { return error }
    let failure = StartFailure(fault)
    FlushedOutput.printError("grove: \(failure.described(doing: "This cannot be done"))")
    return failure.status
  }
}
