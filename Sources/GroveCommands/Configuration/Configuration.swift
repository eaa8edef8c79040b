import Foundation
import GroveServing

/// The settings in force, and where each came from: flag, then environment, then file, then default.
struct Configuration: Sendable {
  /// Where a value came from.
  enum Source: String, Sendable {
    case flag = "flag"
    case environment = "environment"
    case environmentFile = "file named by the environment"
    case file = "configuration file"
    case fallback = "default"
  }

  /// A value and its source.
  struct Value: Sendable {
    let text: String
    let source: Source
  }

  /// Told by `grove doctor`, and true because `value(of:)` is the only way to read a setting.
  static let precedence =
    "flags, then GROVE_… (or GROVE_…_FILE) in the environment, then the configuration file, "
    + "then defaults"

  private let flags: [String: String]
  private let environment: [String: String]
  private let file: [String: String]

  init(flags: [String: String], environment: [String: String], file: [String: String]) {
    self.flags = flags
    self.environment = environment
    self.file = file
  }

  /// Reads the file named by the flag or by `GROVE_CONFIG`.
  ///
  /// - Throws: `CommandFailure` for a file that cannot be read, is no JSON object of texts, or has a
  ///   member that is not a setting: a misspelt name must not silently mean the default.
  static func load(flags: [String: String?], path: String?) throws -> Configuration {
    let environment = ProcessInfo.processInfo.environment
    var file: [String: String] = [:]
    if let path = path ?? environment["GROVE_CONFIG"] {
      guard let bytes = FileManager.default.contents(atPath: path) else {
        throw CommandFailure("The configuration file \(path) cannot be read.")
      }
      guard let members = try? JSONDecoder().decode([String: String].self, from: bytes) else {
        throw CommandFailure("The configuration file \(path) is not a JSON object of texts.")
      }
      let known = Set(Setting.all.map(\.name))
      if let stranger = members.keys.sorted().first(where: { !known.contains($0) }) {
        throw CommandFailure("The configuration file names “\(stranger)”, which is no setting.")
      }
      file = members
    }
    return Configuration(
      flags: flags.compactMapValues { $0 }, environment: environment, file: file)
  }

  /// - Throws: `CommandFailure` when `GROVE_…_FILE` names a file that cannot be read.
  func value(of setting: Setting) throws -> Value? {
    if let text = flags[setting.name] { return Value(text: text, source: .flag) }
    if let text = environment[setting.environmentName] {
      return Value(text: text, source: .environment)
    }
    if let path = environment[setting.environmentName + "_FILE"] {
      guard let bytes = FileManager.default.contents(atPath: path) else {
        throw CommandFailure("\(setting.environmentName)_FILE names a file that cannot be read.")
      }
      let text = String(decoding: bytes, as: UTF8.self)
      return Value(
        text: text.trimmingCharacters(in: .whitespacesAndNewlines), source: .environmentFile)
    }
    if let text = file[setting.name] { return Value(text: text, source: .file) }
    return setting.fallback.map { Value(text: $0, source: .fallback) }
  }

  /// The text of a setting that has a default.
  func text(_ setting: Setting) throws -> String { try value(of: setting)?.text ?? "" }

  /// - Throws: `CommandFailure` unless the text is a port.
  func port(_ setting: Setting) throws -> Int {
    let text = try text(setting)
    guard let port = Int(text), (0...65535).contains(port) else {
      throw CommandFailure("\(setting.name) is “\(text)”; it takes a number from 0 to 65535.")
    }
    return port
  }

  /// - Throws: `CommandFailure` for what is no address and no block of them.
  func trustedProxies() throws -> TrustedProxies {
    let texts = try text(.trustedProxies)
      .split(whereSeparator: { $0 == "," || $0.isWhitespace })
    return TrustedProxies(
      try texts.map { text in
        if let block = AddressBlock(text) { return block }
        throw CommandFailure(
          "trusted-proxy is “\(text)”; it takes an address such as 127.0.0.1 or fd00::1, or a block "
            + "such as 10.0.0.0/8 with nothing set behind its bits.")
      })
  }

  /// - Throws: `CommandFailure` for anything but a number from 1 to a million.
  func count(_ setting: Setting) throws -> Int {
    let text = try text(setting)
    guard let count = Int(text), (1...1_000_000).contains(count) else {
      throw CommandFailure("\(setting.name) is “\(text)”; it takes a number from 1 to 1000000.")
    }
    return count
  }
}
