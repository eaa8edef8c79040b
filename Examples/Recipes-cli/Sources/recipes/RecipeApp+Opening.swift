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

  /// Opens a shared recipe: the server asks for a proof, and the person's device makes it.
  func open(_ linkOrTitle: String) async throws {
    try await grove.register()
    let highlight = try highlight(linkOrTitle)
    let identifier = highlight.collaborationIdentifier
    let challenge = try await server.challenge(for: identifier)
    let proof = try await center.signedIdentityProof(for: highlight, using: challenge)
    guard let body = proof.groveProof else {
      throw RecipeError("This proof is for another server.")
    }
    let granted = try await server.prove(body, for: identifier)
    center.clearNotices(for: highlight)
    try await show(granted.title)
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
