import Foundation
public import GroveIdentity

/// A folder on this machine that is kept like a drive, or in which a drive is shown: what grove writes down when it sets
/// one up, so that other programs of the same person know what a file in it is (decision 0030).
public struct KeptFolder: Hashable, Sendable, Codable {
  /// How it is kept.
  public enum Use: String, Hashable, Sendable, Codable, CaseIterable {
    /// A copy of what is the person's own (`grove drive sync`).
    case sync
    /// The drive itself, with what others share in it (`grove drive mount`).
    case mount
  }

  /// Where it is: absolute, without links in it.
  public var path: String
  public var use: Use
  /// The collaboration server that has the drive.
  public var server: Origin
  /// Whose drive it is.
  public var account: AccountLabel

  public init(path: String, use: Use, server: Origin, account: AccountLabel) {
    self.path = path
    self.use = use
    self.server = server
    self.account = account
  }

  /// What a file on this machine is to the drive.
  public enum Place: Hashable, Sendable {
    /// Not in the folder.
    case outside
    /// The folder itself, which is the whole drive.
    case drive
    /// In the folder, and not carried to the drive.
    case notCarried
    /// Something in the drive: names with a slash before each, in composed form (NFC), as the drive has them.
    case item(path: String)
  }

  /// What lies at a path.
  ///
  /// - Parameter file: absolute and without links in it (`KeptFolderList.resolved`): a link in the folder may lead out of
  ///   it, and one outside may lead in.
  public func place(of file: String) -> Place {
    // By bytes: two folders whose names differ in their normal form are two here, and equal texts in Swift.
    let (folder, bytes) = (Array(trimmed(path).utf8), Array(trimmed(file).utf8))
    guard bytes.starts(with: folder) else { return .outside }
    let rest = bytes.dropFirst(folder.count)
    guard let first = rest.first else { return .drive }
    guard first == UInt8(ascii: "/") || folder.isEmpty else { return .outside }
    let names = rest.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
    guard !names.contains("."), !names.contains("..") else { return .outside }
    guard isCarried(names) else { return .notCarried }
    return .item(path: names.map { "/" + $0.precomposedStringWithCanonicalMapping }.joined())
  }

  /// Where something in the drive is on this machine, whether or not it is there yet; nil for what is not carried.
  ///
  /// - Parameter item: names with a slash before each.
  public func file(at item: String) -> String? {
    let names = item.split(separator: "/").map(String.init)
    guard !names.contains("."), !names.contains(".."), isCarried(names) else { return nil }
    return trimmed(path) + names.map { "/" + $0 }.joined()
  }

  /// As `grove drive sync` leaves things out: what is grove's own, what others share, and what is not written to its end.
  private func isCarried(_ names: [String]) -> Bool {
    guard use == .sync, let first = names.first, let last = names.last else { return true }
    return first != ".grove" && first.lowercased() != "shared" && !last.hasSuffix(".partial")
  }

  private func trimmed(_ path: String) -> String {
    var path = path
    while path.hasSuffix("/") { path.removeLast() }
    return path
  }
}
