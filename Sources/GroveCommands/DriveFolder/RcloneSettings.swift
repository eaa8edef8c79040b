import Foundation
import GroveClient
import GroveIdentity
import GroveServing
import GroveWire
import KeptFolders

/// rclone's settings for one folder: the drive, and an app password made for this folder alone.
struct RcloneSettings: Sendable {
  /// What the drive is called in them.
  static let remote = "drive:"

  let place: FolderPlace

  /// What belongs to every call.
  /// - Parameter held: paths that are left out.
  func options(without held: [String] = []) -> [String] {
    [
      "--config", place.settings, "--cache-dir", place.cache, "--use-json-log", "--retries", "1",
      "--low-level-retries", "3", "--contimeout", "15s", "--multi-thread-streams", "0",
      "--skip-links",
    ] + (Self.never + held.map { "/" + Self.pattern($0) }).flatMap { ["--exclude", $0] }
  }

  /// What is grove's own, and `Shared` in every spelling: what others share is theirs to take away, and programs that keep
  /// folders alike delete (docs/decisions/0030-drives.md). Also what rclone writes before a file has its name.
  private static let never = [
    "/.grove/**", "/[Ss][Hh][Aa][Rr][Ee][Dd]", "/[Ss][Hh][Aa][Rr][Ee][Dd]/**", "*.partial",
  ]

  /// A path as a filter that means it alone (https://rclone.org/filtering/).
  static func pattern(_ path: String) -> String {
    path.reduce(into: "") { text, letter in
      if "*?[]{}\\".contains(letter) { text += "\\" }
      text.append(letter)
    }
  }

  /// Makes them, with a new app password, where there are none; and describes the folder for other programs.
  /// - Throws: `FolderFailure` where they are another account's; `ClientError`.
  func prepare(_ session: DeviceSession, with rclone: Rclone, isNew: Bool) async throws {
    if isNew { unlink(place.settings) }
    guard let text = FileManager.default.contents(atPath: place.settings) else {
      let app = try await session.app()
      try await make(app, with: rclone)
      return try describe(app.origin, app.account)
    }
    guard let app = try AppSessionFile.load(from: session.folder) else { return }
    guard String(decoding: text, as: UTF8.self).hasPrefix(Self.heading(app.origin, app.account))
    else {
      throw FolderFailure(
        .folder, "\(place.folder) belongs to the drive of another account; take another folder.")
    }
    try describe(app.origin, app.account)
  }

  /// The server that rclone is set up for: scheme, host and port.
  /// - Throws: `FolderFailure` where somebody has changed the settings.
  func server() throws -> String {
    let text = String(
      decoding: FileManager.default.contents(atPath: place.settings) ?? Data(), as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix(Self.url) }
    guard let address = line?.dropFirst(Self.url.count), address.hasSuffix(Self.drive) else {
      throw FolderFailure(
        .folder, "\(place.settings) names no drive; --new-password makes it anew.")
    }
    return String(address.dropLast(Self.drive.count))
  }

  private static let url = "url = "
  private static let drive = "/drive"

  private func describe(_ server: Origin, _ account: AccountLabel) throws {
    let folder = KeptFolder(path: place.folder, use: place.use, server: server, account: account)
    try AtomicFile.write(try StrictJSON.encode(folder), to: place.description, isNew: false)
  }

  private func make(_ app: SampleApp, with rclone: Rclone) async throws {
    let name = "grove, \(Machine.name): \((place.folder as NSString).lastPathComponent.prefix(20))"
    let password = try await app.client.makeAppPassword(named: name).password
    // Over a pipe: other users can see a command line.
    let said = try await rclone.run(["obscure", "-"], input: password, output: place.answer)
    let obscured = FileManager.default.contents(atPath: place.answer).map {
      String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
    unlink(place.answer)
    guard said.status == 0, let obscured, !obscured.isEmpty else {
      throw FolderFailure(.rclone, "rclone does not take the password.")
    }
    let text = Self.heading(app.origin, app.account) + "pass = \(obscured)\n"
    try AtomicFile.write(Array(text.utf8), to: place.settings, isNew: false)
  }

  /// “owncloud” among the kinds of servers is the one of which rclone takes times for what they are; without them it keeps
  /// nothing alike.
  private static func heading(_ origin: Origin, _ account: AccountLabel) -> String {
    """
    [drive]
    type = webdav
    \(url)\(origin.text)\(drive)
    vendor = owncloud
    user = \(account.text)

    """
  }
}

/// What this machine is called.
enum Machine {
  static var name: String {
    var bytes = [CChar](repeating: 0, count: 256)
    gethostname(&bytes, bytes.count - 1)
    let text = String(
      decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let plain = text.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-.".contains($0)) }
    return plain.isEmpty ? "this machine" : String(plain.prefix(32))
  }
}
