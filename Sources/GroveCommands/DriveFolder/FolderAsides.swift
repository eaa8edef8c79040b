import Foundation

/// Files that have made way for what the drive has under their names, until it is here and both can be compared.
///
/// They lie inside the folder, so that moving them is one step. Whatever ends this process, they are looked at when it
/// begins again.
struct FolderAsides: Sendable {
  let place: FolderPlace
  let machine: String
  /// ISO 8601.
  let day: String

  private static let pieceBytes = 1 << 20
  /// Conflicts of one file on one day.
  private static let mostNumbers = 1000

  func add(_ paths: [String]) throws {
    for path in paths {
      let aside = place.asides + "/" + path
      try FileManager.default.createDirectory(
        atPath: (aside as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      // Gone meanwhile: then nothing has to make way.
      guard rename(place.folder + "/" + path, aside) == 0 || errno == ENOENT else {
        throw FolderFailure(.folder, "\(path) cannot be moved.")
      }
    }
  }

  /// Brings back what is there by itself, drops what the file on the drive has in it, and gives the rest another name.
  /// - Parameter isCut: whether a file that has come may be only the beginning of one.
  /// - Returns: the names that were given, by path.
  func settle(isCut: Bool) throws -> [(path: String, name: String)] {
    guard let paths = try? FileManager.default.subpathsOfDirectory(atPath: place.asides) else {
      return []
    }
    var named: [(path: String, name: String)] = []
    for path in paths.sorted() where Self.isFile(place.asides + "/" + path) {
      if let name = try settle(path, isCut: isCut) { named.append((path, name)) }
    }
    try? FileManager.default.removeItem(atPath: place.asides)
    return named
  }

  private func settle(_ path: String, isCut: Bool) throws -> String? {
    let (aside, file) = (place.asides + "/" + path, place.folder + "/" + path)
    try FileManager.default.createDirectory(
      atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    // A link, unlike a renaming, does not take the place of what is there.
    if link(aside, file) == 0 { return try drop(aside) }
    if try Self.begins(file, with: aside) { return try drop(aside) }
    if isCut, try Self.begins(aside, with: file) {
      guard rename(aside, file) == 0 else { throw unmovable(path) }
      return nil
    }
    for number in 1...Self.mostNumbers {
      let name = ConflictName.path(for: path, machine: machine, day: day, number: number)
      guard link(aside, place.folder + "/" + name) != 0 else {
        _ = try drop(aside)
        return name
      }
      guard errno == EEXIST else { throw unmovable(path) }
    }
    throw unmovable(path)
  }

  private func drop(_ aside: String) throws -> String? {
    guard unlink(aside) == 0 else { throw unmovable(aside) }
    return nil
  }

  private func unmovable(_ path: String) -> FolderFailure {
    FolderFailure(.folder, "\(path) cannot be moved; it lies in \(place.asides).")
  }

  private static func isFile(_ path: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.type] as? FileAttributeType == .typeRegular
  }

  /// Whether a file begins with all that is in another one.
  static func begins(_ path: String, with other: String) throws -> Bool {
    guard isFile(path), let whole = FileHandle(forReadingAtPath: path),
      let beginning = FileHandle(forReadingAtPath: other)
    else { return false }
    defer {
      try? whole.close()
      try? beginning.close()
    }
    while let piece = try beginning.read(upToCount: pieceBytes), !piece.isEmpty {
      guard try whole.read(upToCount: piece.count) == piece else { return false }
    }
    return true
  }
}
