public import GroveIdentity

/// Which app a program is: where its links live, what people call it, and how to start it.
public struct GroveAppSettings: Hashable, Sendable, Codable {
  /// The origin of every link the app makes; its highlights and proofs are for this origin only.
  public var origin: Origin
  /// Shown in the share sheet and beside highlights.
  public var name: String
  /// Program and arguments by which the agent starts the app in the background when an action
  /// arrives; empty where it cannot be started.
  public var command: [String]

  /// What a program says of itself, in place of `grove-app.json` or the environment.
  public init(origin: Origin, name: String, command: [String] = []) {
    self.origin = origin
    self.name = name
    self.command = command
  }

  /// Reads `grove-app.json`: only `origin` has to be there; the name is then the origin, the
  /// command empty.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    origin = try members.decode(Origin.self, forKey: .origin)
    name = try members.decodeIfPresent(String.self, forKey: .name) ?? origin.text
    command = try members.decodeIfPresent([String].self, forKey: .command) ?? []
  }
}

extension GroveAppSettings {
  /// The file's name, beside the program or in its working directory.
  static let fileName = "grove-app.json"

  /// What a program is told from outside, where it does not say itself which app it is: the
  /// environment before the files, the first file before the second.
  static func found(environment: [String: String], files: [(path: String, bytes: [UInt8])])
    throws(GroveAppError) -> GroveAppSettings
  {
    if let text = environment["GROVE_APP_ORIGIN"] {
      guard let origin = try? Origin(text) else { throw .originMalformed }
      return GroveAppSettings(
        origin: origin, name: environment["GROVE_APP_NAME"] ?? text)
    }
    guard let file = files.first else { throw .notConfigured }
    guard var settings = try? StrictJSON.decode(GroveAppSettings.self, from: file.bytes) else {
      throw .fileMalformed(file.path)
    }
    if let name = environment["GROVE_APP_NAME"] { settings.name = name }
    return settings
  }
}
