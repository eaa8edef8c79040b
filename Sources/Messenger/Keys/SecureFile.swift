#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files that only their owner may read, replaced as a whole or not at all.
enum SecureFile {
  /// What can be wrong with one.
  enum Failure: Error, Hashable, Sendable {
    case missing
    /// Readable or writable by others, or another user's.
    case exposed
    case unusable
  }

  /// The mode is asked of the open file, so nobody can exchange it between the question and the
  /// reading; a link in its place is refused.
  static func read(_ path: String, limit: Int = 1 << 20) throws(Failure) -> [UInt8] {
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { throw errno == ENOENT ? .missing : .unusable }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .unusable }
    guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else { throw .exposed }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while bytes.count <= limit {
      let count = systemRead(file, &buffer)
      guard count >= 0 else { throw .unusable }
      if count == 0 { return bytes }
      bytes.append(contentsOf: buffer[..<count])
    }
    throw .unusable
  }

  /// Writes beside the file, makes it durable, and puts it in the file's place in one step: after a
  /// crash there is the old file or the new one.
  static func replace(_ path: String, with bytes: [UInt8]) throws(Failure) {
    let temporary = path + ".new"
    unlink(temporary)
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .unusable }
    let written = writeAll(bytes, to: file) && fsync(file) == 0
    guard close(file) == 0, written, rename(temporary, path) == 0 else {
      unlink(temporary)
      throw .unusable
    }
    try syncFolder(of: path)
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Makes a folder for its owner alone; one that is there stays as it is.
  static func makeFolder(_ path: String) throws(Failure) {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .unusable }
  }

  static func remove(_ path: String) { unlink(path) }

  static func restrict(_ path: String) { chmod(path, 0o600) }

  /// A renamed file is durable only when its folder is.
  private static func syncFolder(of path: String) throws(Failure) {
    let end = path.lastIndex(of: "/")
    let folder = open(end.map { String(path[..<$0]) + "/" } ?? ".", O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { throw .unusable }
    defer { close(folder) }
    guard fsync(folder) == 0 else { throw .unusable }
  }

  private static func writeAll(_ bytes: [UInt8], to file: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private static func systemRead(_ file: Int32, _ buffer: inout [UInt8]) -> Int {
    buffer.withUnsafeMutableBytes { pointer in
      #if canImport(Glibc)
        Glibc.read(file, pointer.baseAddress, pointer.count)
      #elseif canImport(Musl)
        Musl.read(file, pointer.baseAddress, pointer.count)
      #elseif canImport(Darwin)
        Darwin.read(file, pointer.baseAddress, pointer.count)
      #endif
    }
  }
}
