import SharedWithYou

extension RecipeApp {
  /// What others shared, the newest first.
  func shared() async throws {
    try await grove.register()
    let highlights = center.highlights
    if highlights.isEmpty { return print("Nobody has shared a recipe with you yet.") }
    for case let highlight as SWCollaborationHighlight in highlights {
      print("\((highlight.title ?? "A recipe").printable)  \(highlight.url.absoluteString)")
    }
  }

  /// Opens a shared recipe.
  func open(_ linkOrTitle: String) async throws {
    try await grove.register()
    let highlight = try highlight(linkOrTitle)
    let granted = try await join(highlight)
    center.clearNotices(for: highlight)
    try await show(granted.title)
  }

  /// The server asks for a proof, and the person's device makes it. From then on the server knows who is
  /// there, and where it may tell this person what the others do.
  @discardableResult
  func join(_ highlight: SWCollaborationHighlight) async throws -> RecipeServer.Granted {
    let identifier = highlight.collaborationIdentifier
    let challenge = try await server.challenge(for: identifier)
    let proof = try await center.signedIdentityProof(for: highlight, using: challenge)
    guard let body = proof.groveProof else {
      throw RecipeError("This proof is for another server.")
    }
    let granted = try await server.prove(body, for: identifier)
    await hear(of: highlight)
    return granted
  }

  /// The recipe is open to whoever hears nothing of it, too.
  private func hear(of highlight: SWCollaborationHighlight) async {
    do {
      // Nobody hands an address out who does not want to be told.
      let pushKey = try await server.pushKey()
      if let address = try await center.noticeAddress(for: highlight, pushKey: pushKey) {
        try await server.putNoticeAddress(address, for: highlight.collaborationIdentifier)
      }
    } catch {
      print("You will not be told what others change: \(Recipes.describe(error))")
    }
  }

  private func highlight(_ linkOrTitle: String) throws -> SWCollaborationHighlight {
    let all = center.highlights.compactMap { $0 as? SWCollaborationHighlight }
    if let titled = all.first(where: { $0.title == linkOrTitle }) { return titled }
    guard let url = URL(string: linkOrTitle), url.scheme != nil else {
      throw RecipeError("Nobody shared “\(linkOrTitle)” with you.")
    }
    do {
      return try center.collaborationHighlight(for: url)
    } catch {
      throw RecipeError("You were not invited to this recipe; ask whoever sent you the link.")
    }
  }
}
