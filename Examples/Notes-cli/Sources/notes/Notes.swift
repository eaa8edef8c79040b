import CloudKit

/// Notes in the terminal, the same on all devices of a person.
@main
struct Notes {
  static func main() async {
    do {
      try await run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("notes: \(describe(error))\n".utf8))
      exit(1)
    }
  }

  static func run(_ arguments: [String]) async throws {
    guard let command = arguments.first else { return print(usage) }
    let rest = Array(arguments.dropFirst())
    switch (command, rest.count) {
    case ("sign-up", 2), ("sign-in", 1): return try await signIn(rest)
    default: break
    }
    let home = ProcessInfo.processInfo.environment["NOTES_HOME"] ?? NSHomeDirectory() + "/.notes"
    let sync = NoteSync(try NoteBook(folder: home))
    let engine = sync.engine(CKContainer.default(), automatically: command == "listen")
    switch (command, rest.count) {
    case ("list", 0): list(sync.book)
    case ("write", 2):
      sync.write(rest[0], rest[1], engine)
      try await send(engine)
    case ("delete", 1):
      guard sync.delete(rest[0], engine) else { return print("There is no note “\(rest[0])”.") }
      try await send(engine)
    case ("sync", 0):
      try await engine.fetchChanges()
      try await engine.sendChanges()
    case ("listen", 0):
      while true { try await Task.sleep(for: .seconds(3600)) }
    default: print(usage)
    }
  }

  /// What cannot be sent now is in the file, and is sent with what comes next.
  static func send(_ engine: CKSyncEngine) async throws {
    do {
      try await engine.sendChanges()
    } catch let error as CKError where [.networkUnavailable, .networkFailure].contains(error.code) {
      print("Kept here: there is no network.")
    }
  }

  private static func list(_ book: NoteBook) {
    for note in book.notes.values.sorted(by: { $0.title < $1.title }) {
      print("\(note.title)\n  \(note.text.replacingOccurrences(of: "\n", with: "\n  "))")
    }
  }

  /// The password is read from a line of standard input, because other people on the machine can see a command line.
  private static func signIn(_ words: [String]) async throws {
    guard let password = readLine(), !password.isEmpty else {
      return print("Type the password on a line of its own.")
    }
    if words.count == 2 {
      try await GroveCloud.shared.createAccount(
        words[0], password: password, displayName: words[1])
    } else {
      try await GroveCloud.shared.signIn(account: words[0], password: password)
    }
    print("Signed in as \(words[0]).")
  }

  private static func describe(_ error: any Error) -> String {
    switch error {
    case let error as CKError: error.localizedDescription
    case let error as GroveCloudError: error.sentence
    default: "\(error)"
    }
  }

  static let usage = """
    notes sign-up ACCOUNT NAME   (or: sign-in ACCOUNT)   the password on a line of standard input
    notes list
    notes write TITLE TEXT       also without a network
    notes delete TITLE
    notes sync                   fetch and send once
    notes listen                 go on until it is ended
    """
}
