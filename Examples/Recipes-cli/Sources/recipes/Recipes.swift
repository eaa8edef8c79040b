import SharedWithYou

/// A shared recipe list in the terminal.
@main
struct Recipes {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      try await run(arguments)
    } catch {
      FileHandle.standardError.write(Data("recipes: \(describe(error))\n".utf8))
      exit(1)
    }
  }

  static func run(_ arguments: [String]) async throws {
    guard let command = arguments.first else { return print(usage) }
    let rest = Array(arguments.dropFirst())
    if command == "sign-up" || command == "sign-in" {
      return try await signIn(rest, isNew: command == "sign-up")
    }
    // Whoever starts this in the background does not know the person's environment.
    if command == "listen", let folder = rest.first { setenv("RECIPES_HOME", folder, 1) }
    let app = try RecipeApp()
    switch (command, rest.count) {
    case ("list", 0): try await app.list()
    case ("new", 1): try await app.create(rest[0])
    case ("show", 1): try await app.show(rest[0])
    case ("add", 2): try await app.add(rest[1], to: rest[0], as: .edit)
    case ("comment", 2): try await app.add(rest[1], to: rest[0], as: .comment)
    case ("rename", 2): try await app.rename(rest[0], to: rest[1])
    case ("mention", 3): try await app.mention(rest[1], in: rest[0], saying: rest[2])
    case ("share", 1): try await app.share(rest[0])
    case ("shared", 0): try await app.shared()
    case ("open", 1): try await app.open(rest[0])
    case ("listen", 0...1): try await app.listen()
    default: print(usage)
    }
  }

  /// `sign-up SERVER ACCOUNT NAME` and `sign-in SERVER ACCOUNT`; the password is read from a line of
  /// standard input, because other people on the machine can see a command line.
  private static func signIn(_ words: [String], isNew: Bool) async throws {
    guard words.count == (isNew ? 3 : 2) else { return print(usage) }
    guard let password = readLine(), !password.isEmpty else {
      throw RecipeError("Type the password on a line of its own.")
    }
    let server = RecipeServer(origin: words[0], token: nil)
    let session =
      isNew
      ? try await server.signUp(account: words[1], name: words[2], password: password)
      : try await server.signIn(account: words[1], password: password)
    try SavedSession(
      server: words[0], account: session.account, name: session.displayName,
      token: session.token
    ).save()
    print("Signed in as \(session.account).")
  }

  static let usage = """
    recipes sign-up SERVER ACCOUNT NAME   make an account (the password is typed on the next line)
    recipes sign-in SERVER ACCOUNT        use the one you have
    recipes list                          your recipes, and those you were given
    recipes new TITLE                     start a recipe
    recipes show TITLE                    read it
    recipes add TITLE LINE                write a line
    recipes comment TITLE TEXT            say something about it
    recipes rename TITLE NEW-TITLE        call it something else
    recipes mention TITLE ACCOUNT TEXT    say something to somebody who is in it
    recipes share TITLE                   share it into a conversation
    recipes shared                        what others shared with you
    recipes open LINK-OR-TITLE            open what was shared with you
    recipes listen                        answer the messenger; it starts this by itself
    """

  static func describe(_ error: any Error) -> String {
    switch error {
    case let error as RecipeError: error.sentence
    case let error as GroveAppError: error.sentence
    default: (error as NSError).localizedDescription
    }
  }
}

/// One sentence for whoever runs the program.
struct RecipeError: Error {
  let sentence: String
  init(_ sentence: String) { self.sentence = sentence }
}
