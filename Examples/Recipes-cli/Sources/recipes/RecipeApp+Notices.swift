import SharedWithYou

extension RecipeApp {
  /// Writes a line, and tells the others that there is something new.
  func add(_ text: String, to title: String, as kind: LineKind) async throws {
    let recipe = try await recipe(title)
    try await server.append(text, to: recipe, as: kind)
    print(kind == .edit ? "Written." : "Said.")
    try await tell(about: recipe) { highlight in
      SWHighlightChangeEvent(highlight: highlight, trigger: kind == .edit ? .edit : .comment)
    }
  }

  func rename(_ title: String, to newTitle: String) async throws {
    let recipe = try await recipe(title)
    try await server.rename(recipe, to: newTitle)
    print("“\(title)” is “\(newTitle)” now.")
    try await tell(about: recipe) { highlight in
      SWHighlightPersistenceEvent(highlight: highlight, trigger: .renamed)
    }
  }

  /// A comment for somebody: only they are told.
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
    try await tell(about: recipe) { highlight in
      SWHighlightMentionEvent(
        highlight: highlight, mentionedPersonIdentity: SWPerson.Identity(rootHash: root))
    }
    print("\(account) is told.")
  }

  /// A recipe that is not shared, or not through this messenger, has nobody to tell.
  private func tell(
    about recipe: RecipeServer.Recipe,
    _ event: (SWCollaborationHighlight) -> any SWHighlightEvent
  ) async throws {
    guard let identifier = recipe.collaborationID else { return }
    try await grove.register()
    guard
      let highlight = try? center.collaborationHighlight(
        forIdentifier: SWCollaborationIdentifier(rawValue: identifier))
    else { return }
    try await center.post(event(highlight))
  }
}
