import SharedWithYou

/// Files of a drive, shared from the terminal by where they lie.
@main
struct Files {
  static func main() async {
    do {
      try await run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("files: \(describe(error))\n".utf8))
      exit(1)
    }
  }

  static func run(_ arguments: [String]) async throws {
    let environment = ProcessInfo.processInfo.environment
    if arguments.first == "listen", arguments.count == 3 {
      // Whoever starts this in the background does not know the person's environment.
      setenv("GROVE_FOLDER", arguments[2], 1)
      return try await FilesApp(server: arguments[1]).listen()
    }
    guard let server = environment["GROVE_APP"] else { return print(usage) }
    let app = try FilesApp(server: server)
    switch (arguments.first, arguments.count) {
    case ("share", 2): try await app.share(URL(fileURLWithPath: arguments[1]))
    case ("shared", 1): app.shared()
    case ("open", 2): try await app.open(arguments[1])
    case ("people", 2): try await app.people(of: URL(fileURLWithPath: arguments[1]))
    default: print(usage)
    }
  }

  static let usage = """
    files share FILE          share it into a conversation
    files shared              what others shared with you
    files open LINK-OR-NAME   open what was shared with you
    files people FILE         who takes part in it, and to stop sharing it
    files listen SERVER DEVICE   answer the messenger; it starts this by itself

    GROVE_APP says which server has the drive.
    """

  private static func describe(_ error: any Error) -> String {
    switch error {
    case let error as FilesError: error.sentence
    case let error as GroveAppError: error.sentence
    default: (error as NSError).localizedDescription
    }
  }
}

/// One sentence for whoever runs the program.
struct FilesError: Error {
  let sentence: String
  init(_ sentence: String) { self.sentence = sentence }
}
