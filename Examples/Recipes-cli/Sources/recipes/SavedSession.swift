import SharedWithYou

/// Who is signed in, kept between two runs in a file that only its owner can read.
struct SavedSession: Codable {
  var server, account, name, token: String

  static var folder: URL {
    let environment = ProcessInfo.processInfo.environment
    if let home = environment["RECIPES_HOME"] { return URL(fileURLWithPath: home) }
    return FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".recipes")
  }

  static func load() throws -> SavedSession {
    guard let data = try? Data(contentsOf: folder.appendingPathComponent("session.json")) else {
      throw RecipeError("Sign in first: recipes sign-up SERVER ACCOUNT NAME")
    }
    return try JSONDecoder().decode(SavedSession.self, from: data)
  }

  func save() throws {
    try FileManager.default.createDirectory(
      at: Self.folder, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let file = Self.folder.appendingPathComponent("session.json").path
    try? FileManager.default.removeItem(atPath: file)
    guard
      FileManager.default.createFile(
        atPath: file, contents: try JSONEncoder().encode(self),
        attributes: [.posixPermissions: 0o600])
    else { throw RecipeError("\(file) cannot be written.") }
  }
}
