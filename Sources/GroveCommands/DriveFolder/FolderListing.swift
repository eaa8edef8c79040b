/// What is known of a file without reading it.
struct FolderEntry: Hashable, Sendable, Codable {
  /// Bytes.
  var size: Int64
  /// When it was written, in UTC (ISO 8601, as far as fractions say something): compared, never computed with.
  var time: String

  /// - Parameter time: as rclone writes it, told to use UTC: `…Z` in a listing for programs, `…+0000` in bisync's.
  init(size: Int64, time: String) {
    self.size = size
    var text = time[...]
    if text.hasSuffix("Z") { text = text.dropLast() }
    if text.hasSuffix("+0000") { text = text.dropLast(5) }
    if text.contains(".") {
      while text.hasSuffix("0") { text = text.dropLast() }
      if text.hasSuffix(".") { text = text.dropLast() }
    }
    self.time = String(text)
  }
}

/// The files of one side by their paths. Names that Unicode takes for the same are the same, as on the drive.
typealias FolderListing = [String: FolderEntry]

/// Both sides as they were when they were last alike, the folder here and the drive there.
struct FolderPair: Hashable, Sendable, Codable {
  var here: FolderListing
  var there: FolderListing
}

/// A file that says that a folder is kept like a drive. rclone takes no empty folder for one that was emptied.
enum FolderMark {
  static let name = ".grove-folder"
  static let text = "This folder is kept like a Grove drive. Leave this file where it is.\n"
}
