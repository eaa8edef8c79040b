import SharedWithYou

/// The app: recipes at a server, and the person's messenger to share them with.
struct RecipeApp: Sendable {
  let server: RecipeServer
  let account: String
  let name: String
  let grove: GroveApp
  let center: SWHighlightCenter
  /// The coordinator does not keep its handler alive.
  let handler: CollaborationHandler

  enum LineKind: String { case edit, comment }

  /// The app of whoever is signed in on this machine, with their agent's messenger.
  init() throws {
    let session = try SavedSession.load()
    try GroveApp.configure(
      origin: session.server, name: "Recipes",
      command: [Self.programPath, "listen", SavedSession.folder.path])
    self.init(session, .shared)
  }

  /// With a messenger of another place: tests bring their own.
  init(_ session: SavedSession, _ grove: GroveApp) {
    server = RecipeServer(origin: session.server, token: session.token)
    account = session.account
    name = session.name
    self.grove = grove
    center = SWHighlightCenter(app: grove)
    handler = CollaborationHandler(server: server)
    grove.coordinator.actionHandler = handler
  }

  /// Where the program is. What it was called by is not enough: a shell finds it along its PATH.
  private static var programPath: String { Bundle.main.executablePath ?? "" }

  // MARK: Recipes

  func list() async throws {
    let recipes = try await server.recipes()
    if recipes.isEmpty { return print("No recipes yet. Start one: recipes new TITLE") }
    for recipe in recipes {
      print("\(recipe.title.printable)\(recipe.collaborationID == nil ? "" : " (shared)")")
    }
  }

  func create(_ title: String) async throws {
    let recipe = try await server.create(title)
    print("Started “\(recipe.title)”.")
  }

  func show(_ title: String) async throws {
    let recipe = try await recipe(title)
    print(recipe.title.printable)
    for entry in try await server.entries(of: recipe) {
      guard let text = entry.text else { continue }
      print(entry.kind == "comment" ? "  (\(entry.writer): \(text))" : "  \(text)")
    }
  }

  /// By its title; the newest where several have it.
  func recipe(_ title: String) async throws -> RecipeServer.Recipe {
    guard let recipe = try await server.recipes().last(where: { $0.title == title }) else {
      throw RecipeError("There is no recipe “\(title)”.")
    }
    return recipe
  }

  func text(of recipe: RecipeServer.Recipe) async throws -> String {
    let lines = try await lines(of: recipe)
    return "# \(recipe.title)\n\n" + lines.compactMap(\.self).joined(separator: "\n") + "\n"
  }

  /// What was written, the oldest first; nil in the place of what other programs wrote in a form of their own.
  func lines(of recipe: RecipeServer.Recipe) async throws -> [String?] {
    try await server.entries(of: recipe).filter { $0.kind == "edit" }.map(\.text)
  }

  /// What a recipe begins with, for its card in the conversation: three lines at most, of 280 bytes together, which is
  /// what the server takes. Nil where this app cannot read all of it.
  func firstLines(of recipe: RecipeServer.Recipe, adding line: String? = nil) async throws
    -> String?
  {
    let lines = try await lines(of: recipe) + (line.map { [$0.printable] } ?? [])
    guard lines.allSatisfy({ $0 != nil }) else { return nil }
    var beginning = lines.compactMap(\.self).filter { !$0.isEmpty }.prefix(3)
      .joined(separator: "\n")
    while beginning.utf8.count > 280 { beginning.removeLast() }
    return beginning
  }

  /// Answers the messenger while nobody uses the app: its agent starts this when an action arrives.
  func listen() async throws {
    try await grove.register()
    try await Task.sleep(for: .seconds(60))
  }
}

extension RecipeServer.Entry {
  var writer: String { (displayName ?? "Somebody").printable }

  /// The line, where the entry is one.
  var text: String? {
    guard kind == "edit" || kind == "comment", let data = data.flatMap({ Data(base64url: $0) }),
      let first = data.first, first >= 0x20 || first == 0x09
    else { return nil }
    return String(data: data, encoding: .utf8)?.printable
  }
}

extension String {
  /// Without the characters by which other people's text could move the cursor, rename the window or
  /// turn the direction of writing.
  var printable: String {
    let kept = unicodeScalars.filter { scalar in
      scalar.properties.generalCategory != .control && scalar.properties.generalCategory != .format
    }
    return String(String.UnicodeScalarView(kept))
  }
}
