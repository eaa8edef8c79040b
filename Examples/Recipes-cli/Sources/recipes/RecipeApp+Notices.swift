import SharedWithYou

extension RecipeApp {
  /// Writes a line. The server tells the others that there is something new, and what the recipe begins with now.
  func add(_ text: String, to title: String, as kind: LineKind) async throws {
    let recipe = try await recipe(title)
    let beginning = kind == .edit ? try await firstLines(of: recipe, adding: text) : nil
    try await server.append(text, to: recipe, as: kind, firstLines: beginning)
    print(kind == .edit ? "Written." : "Said.")
  }

  func rename(_ title: String, to newTitle: String) async throws {
    try await server.rename(try await recipe(title), to: newTitle)
    print("“\(title)” is “\(newTitle)” now.")
  }

  /// A comment for somebody. Whom it is for is not in the recipe, so it is the app that tells them.
  func mention(_ account: String, in title: String, saying text: String) async throws {
    let recipe = try await recipe(title)
    guard let collaboration = recipe.collaborationID else {
      throw RecipeError("“\(title)” is not shared.")
    }
    let found = try await server.participants(of: collaboration).first { $0.account == account }
    guard let found, let root = Data(base64url: found.root) else {
      throw RecipeError("\(account) has not opened “\(title)”.")
    }
    try await server.append("@\(account) \(text)", to: recipe, as: .comment)
    try await grove.register()
    try await center.post(
      SWHighlightMentionEvent(
        highlight: highlight(of: recipe), mentionedPersonIdentity: SWPerson.Identity(rootHash: root)
      ))
    print("\(account) is told.")
  }

  /// What the messenger knows of a recipe that is shared through it.
  func highlight(of recipe: RecipeServer.Recipe) throws -> SWCollaborationHighlight {
    guard let identifier = recipe.collaborationID else {
      throw RecipeError("“\(recipe.title)” is not shared.")
    }
    return try center.collaborationHighlight(
      forIdentifier: SWCollaborationIdentifier(rawValue: identifier))
  }
}
